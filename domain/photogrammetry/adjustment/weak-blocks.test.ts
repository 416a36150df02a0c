import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { adjustmentKernel } from '#tests/support/adjustment-kernel.ts';
import { createBlock } from '#tests/support/photo-block.ts';
import { rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { adjust } from './adjust.ts';
import type { PositionPrior } from './problem.ts';

const known = createBlock({ rows: 2, columns: 4, points: 150, noisePx: 0.3 });

function positionsOf({ photos }: Reconstruction, sigma: number, arm: Vec3 = [0, 0, 0]): PositionPrior[] {
  const random = createRandom(11);
  return photos.map(({ pose: { centre, rotation } }, photo) => {
    const offset = rotate(transpose(rotation), arm);
    const xyz = centre.map(
      (value, axis) => value + offset[axis]! + sigma * random.normal(),
    ) as unknown as Vec3;
    return { photo, xyz, sigma: [sigma, sigma, sigma] };
  });
}

const allFinite = ({ photos, points }: Reconstruction) =>
  points.every(Number.isFinite) &&
  photos.every(({ pose }) => [...pose.centre, ...pose.rotation].every(Number.isFinite));

/** Keeps only these observations. */
function keepObservations(
  block: Reconstruction,
  isKept: (point: number, photo: number) => boolean,
): Reconstruction {
  const { observations } = block;
  const keep = Uint32Array.from(
    Array.from({ length: observations.count }, (_, k) => k).filter((k) =>
      isKept(observations.point[k]!, observations.photo[k]!),
    ),
  );
  return {
    ...block,
    observations: {
      count: keep.length,
      point: keep.map((k) => observations.point[k]!),
      photo: keep.map((k) => observations.photo[k]!),
      xy: Float32Array.from([...keep].flatMap((k) => [observations.xy[2 * k]!, observations.xy[2 * k + 1]!])),
      scale: Float32Array.from(keep, (k) => observations.scale[k]!),
    },
  };
}

describe('an antenna beside the camera', () => {
  it('is taken off by its lever arm', () => {
    const leverArm: Vec3 = [0.4, -1.5, -0.8];
    const positions = positionsOf(known.truth, 0.02, leverArm);
    const { reconstruction } = adjust(adjustmentKernel, {
      reconstruction: known.disturb(0.3, 0.3),
      freeIntrinsics: 'none',
      positions,
      leverArm,
    });
    for (const [photo, { pose }] of reconstruction.photos.entries()) {
      const truth = known.truth.photos[photo]!.pose.centre;
      for (const axis of [0, 1, 2] as const)
        expect(Math.abs(pose.centre[axis] - truth[axis])).toBeLessThan(0.08);
    }
  });
});

describe('weak blocks', () => {
  it('keep the pose of a photo that sees too little, and do not bend to it', () => {
    const block = keepObservations(known.disturb(0.3, 0.3), (point, photo) => photo !== 3 || point < 3);
    const { reconstruction, rmsPx } = adjust(adjustmentKernel, {
      reconstruction: block,
      freeIntrinsics: 'focal',
      positions: positionsOf(known.truth, 0.1),
    });
    expect(reconstruction.photos[3]!.pose).toEqual(block.photos[3]!.pose);
    expect(rmsPx).toBeLessThan(0.6);
  });

  it('of one strip are solved and say that their roll is hardly known', () => {
    const strip = createBlock({ rows: 1, columns: 6, points: 200, noisePx: 0.3 });
    const level = {
      ...strip.truth,
      photos: strip.truth.photos.map((one) => {
        const [x] = one.pose.centre;
        return { ...one, pose: { ...one.pose, centre: [x, 0, 60] as const } };
      }),
    };
    const { reconstruction, covariance } = adjust(adjustmentKernel, {
      reconstruction: strip.disturb(0.2, 0.2),
      freeIntrinsics: 'none',
      positions: positionsOf(level, 1),
      wants: { covariance: true },
    });
    expect(allFinite(reconstruction)).toBe(true);
    const roll = Math.max(...[0, 1].map((axis) => Math.sqrt(covariance!.poses[7 * axis]!)));
    expect(roll).toBeGreaterThan(0.01);
  });

  it('with a point at infinity leave it and finish', () => {
    const block = known.disturb(0.3, 0.3);
    const points = block.points.slice();
    points.set([1e9, 1e9, -1e12], 0);
    const { reconstruction, rmsPx } = adjust(adjustmentKernel, {
      reconstruction: { ...block, points },
      freeIntrinsics: 'focal',
      positions: positionsOf(known.truth, 0.1),
    });
    expect(allFinite(reconstruction)).toBe(true);
    expect(rmsPx).toBeLessThan(0.6);
  });

  it('of two photos or without any point come back whole', () => {
    const two = keepObservations(
      { ...known.disturb(0.1, 0.1), photos: known.disturb(0.1, 0.1).photos.slice(0, 2) },
      (_, photo) => photo < 2,
    );
    const pair = adjust(adjustmentKernel, {
      reconstruction: two,
      freeIntrinsics: 'none',
      wants: { covariance: true },
    });
    expect(pair.rmsPx).toBeLessThan(0.6);
    expect(pair.reconstruction.photos.length).toBe(2);
    const bare = keepObservations(known.truth, () => false);
    const empty = adjust(adjustmentKernel, {
      reconstruction: bare,
      freeIntrinsics: 'all',
      positions: positionsOf(known.truth, 1),
      wants: { covariance: true },
    });
    expect(empty.reconstruction.photos.map(({ pose }) => pose)).toEqual(
      known.truth.photos.map(({ pose }) => pose),
    );
    expect(empty.rmsPx).toBe(0);
  });
});
