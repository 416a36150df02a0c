import { describe, expect, it } from 'vitest';
import { rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { simpleCamera } from '../model/camera.ts';
import { type Pose, rotationFromAttitude } from '../model/pose.ts';
import type { DepthMap } from './depth-map.ts';
import { coarsestPoints, fillDepths, type MatchedLevels } from './fill-depths.ts';
import { mergeDepths } from './merge-depths.ts';
import { pixelRays } from './pixel-rays.ts';
import { type RectifiedPair, rectifyPair, type StereoView } from './rectify.ts';

const camera = { ...simpleCamera(202, 151, 180), k1: -0.04, cx: 103, cy: 73 };
const poseAt = (centre: Vec3): Pose => ({ rotation: rotationFromAttitude(4, -88, 1), centre });
const reference: StereoView = { camera, pose: poseAt([0, 0, 50]) };
const pixelM = 50 / 180;

/** Length of a ray to sloping ground: z = 2 + 0.1 x − 0.05 y. */
const along = ([cx, cy, cz]: Vec3, [x, y, z]: Vec3) =>
  (2 + 0.1 * cx - 0.05 * cy - cz) / (z - 0.1 * x + 0.05 * y);

/** True disparities of a pair's planes halved `level` times, in pixels of these, for the selected columns. */
function disparities(pair: RectifiedPair, level: number, isThere: (share: number) => boolean): Float32Array {
  const edge = 2 ** level;
  const [width, height] = [pair.width >> level, pair.height >> level];
  const back = transpose(pair.rotation);
  return Float32Array.from({ length: width * height }, (_, k) => {
    const [u, v] = [edge * ((k % width) + 0.5), edge * (Math.floor(k / width) + 0.5)];
    if (!isThere(u / pair.width)) return Number.NaN;
    const ray = rotate(back, [(u - pair.cu) / pair.focal, (v - pair.cv) / pair.focal, 1]);
    return ((pair.focal * pair.baseline) / along(reference.pose.centre, ray) - pair.shift) / edge;
  });
}

const pairs = [[12, 1, 50] as const, [-11, 0, 51] as const].map(
  (centre) => rectifyPair(reference, { camera, pose: poseAt(centre) }, [35, 65])!,
);

/**
 * Pairs with disparities at full size on the left, halved once up to the centre, halved twice everywhere but on the
 * right.
 */
const matched = pairs.map(
  (pair, partner): MatchedLevels => ({
    pair,
    partner,
    values: disparities(pair, 0, (share) => share < 0.4),
    coarser: [
      { values: disparities(pair, 1, (share) => share < 0.6) },
      { values: disparities(pair, 2, (share) => share < 0.9) },
    ],
  }),
);

const errorsAt = ({ depth, level }: DepthMap, wanted: number): number[] => {
  const rays = pixelRays(camera);
  const turn = transpose(reference.pose.rotation);
  return Array.from(depth, (value, k) => {
    const truth = along(reference.pose.centre, rotate(turn, [rays[2 * k]!, rays[2 * k + 1]!, 1]));
    return level[k] === wanted ? Math.abs(value - truth) : Number.NaN;
  }).filter((error) => !Number.isNaN(error));
};

const filled = (from: readonly MatchedLevels[]) => {
  const map = mergeDepths(reference, from, 2);
  const before = map.depth.slice();
  fillDepths(map, reference, from);
  return { map, before };
};

describe('filling depths from halved pictures', () => {
  it('takes the least halved that knows a pixel, and says so', () => {
    const { map, before } = filled(matched);
    for (const level of [0, 1, 2]) {
      const errors = errorsAt(map, level);
      expect(errors.length).toBeGreaterThan(0.05 * map.depth.length);
      // A depth covers a square of this many pixels of sloping ground.
      expect(errors.reduce((a, b) => Math.max(a, b), 0)).toBeLessThan(0.3 * pixelM * 2 ** level);
    }
    expect(before.every((value, k) => Number.isNaN(value) || (map.depth[k] === value && !map.level[k]))).toBe(
      true,
    );
    expect(map.depth.some((value) => Number.isNaN(value))).toBe(true);
  });

  it('is as much less precise as its pixels are larger, and tells the pairs', () => {
    const { map } = filled(matched.slice(0, 1));
    const middle = (level: number) => {
      const sigmas = map.sigma.filter((_, k) => map.level[k] === level && map.pairs[k] === 0b1).sort();
      return sigmas[sigmas.length >> 1]!;
    };
    expect(middle(1)).toBeGreaterThan(2 * middle(0));
    expect(middle(2) / middle(1)).toBeGreaterThan(1.8);
    expect(middle(2) / middle(1)).toBeLessThan(2.2);
  });

  it('makes points of pictures as small as a hundred pixels, whatever the size of the map', () => {
    const sides = [1000, 2000, 640, 90].map((width) => coarsestPoints({ width, height: 0.5625 * width }));
    expect(sides).toEqual([2, 3, 1, 0]);
  });

  it('leaves a map as it is where there are no halved pictures', () => {
    const map = mergeDepths(reference, matched, 2);
    const before = map.depth.slice();
    fillDepths(
      map,
      reference,
      matched.map((one) => ({ ...one, coarser: [] })),
    );
    expect(map.depth).toEqual(before);
  });
});
