import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { adjustmentKernel } from '#tests/support/adjustment-kernel.ts';
import { blockCamera, createBlock, type KnownBlock } from '#tests/support/photo-block.ts';
import { adjustBlock } from './adjust-block.ts';
import type { PositionPrior } from './problem.ts';

function positionsOf({ truth }: KnownBlock, sigma: number): PositionPrior[] {
  const random = createRandom(5);
  return truth.photos.map(({ pose: { centre } }, photo) => ({
    photo,
    xyz: [
      centre[0] + sigma * random.normal(),
      centre[1] + sigma * random.normal(),
      centre[2] + sigma * random.normal(),
    ],
    sigma: [Math.max(sigma, 0.001), Math.max(sigma, 0.001), Math.max(sigma, 0.001)],
  }));
}

describe('a block adjusted to its satellite positions', () => {
  it('returns to the truth from exact observations', () => {
    const known = createBlock();
    const { block } = adjustBlock(
      adjustmentKernel,
      {
        reconstruction: known.disturb(1, 0.5, { focal: 1450, k1: 0, k2: 0, p1: 0, p2: 0, cx: 800, cy: 600 }),
        freeIntrinsics: 'all',
        positions: positionsOf(known, 0),
        maxIterations: 80,
      },
      [],
    );
    expect(block.rmsPx).toBeLessThan(1e-3);
    const [camera] = block.reconstruction.cameras;
    expect(camera?.focal).toBeCloseTo(blockCamera.focal, 1);
    expect(camera?.k1).toBeCloseTo(blockCamera.k1, 4);
    for (const [index, { pose }] of block.reconstruction.photos.entries()) {
      const truth = known.truth.photos[index]?.pose.centre ?? [0, 0, 0];
      for (const axis of [0, 1, 2] as const) expect(pose.centre[axis]).toBeCloseTo(truth[axis], 2);
    }
  });

  it('leaves residuals of the observations’ noise, and no more', () => {
    const known = createBlock({ noisePx: 0.5 });
    const { block } = adjustBlock(
      adjustmentKernel,
      { reconstruction: known.disturb(1, 0.5), freeIntrinsics: 'all', positions: positionsOf(known, 0.5) },
      [],
    );
    const { observations, points } = block.reconstruction;
    const freedom = 1 - (points.length + 6 * 15) / (2 * observations.count);
    expect(block.rmsPx).toBeGreaterThan(0.9 * 0.5 * Math.sqrt(2 * freedom));
    expect(block.rmsPx).toBeLessThan(1.1 * 0.5 * Math.sqrt(2 * freedom));
    expect(block.removedObservations).toBeLessThan(observations.count * 0.01);
  });

  it('is not bent by one position that is wrong, and names it', () => {
    const known = createBlock({ noisePx: 0.3 });
    const positions = positionsOf(known, 0.05).map((prior, index) =>
      index === 4 ? { ...prior, xyz: [prior.xyz[0] + 300, prior.xyz[1], prior.xyz[2]] as const } : prior,
    );
    const { block } = adjustBlock(
      adjustmentKernel,
      { reconstruction: known.disturb(0.5, 0.3), freeIntrinsics: 'focal', positions },
      [],
    );
    expect(block.positionResiduals.filter(({ isOutlier }) => isOutlier).map(({ photo }) => photo)).toEqual([
      4,
    ]);
    const [x] = block.reconstruction.photos[4]?.pose.centre ?? [0];
    expect(x).toBeCloseTo(known.truth.photos[4]?.pose.centre[0] ?? 0, 0);
  });

  it('takes out observations that contradict it, and points that are then seen once', () => {
    const known = createBlock({ noisePx: 0.3 });
    const start = known.disturb(0.3, 0.2);
    const xy = start.observations.xy.slice();
    const random = createRandom(9);
    const wrong = new Set<number>();
    for (let k = 0; k < start.observations.count; k += 20) {
      wrong.add(k);
      xy[2 * k]! += random.between(20, 200);
    }
    const reconstruction = { ...start, observations: { ...start.observations, xy } };
    const { block } = adjustBlock(
      adjustmentKernel,
      { reconstruction, freeIntrinsics: 'focal', positions: positionsOf(known, 0.1) },
      [],
    );
    expect(block.removedObservations).toBeGreaterThanOrEqual(wrong.size);
    expect(block.removedObservations).toBeLessThan(wrong.size * 3);
    expect(block.rmsPx).toBeLessThan(0.5);
  });
});

describe('positions of a flight that are off as a whole', () => {
  const [columns, rise] = [6, 15];
  const known = createBlock({ rows: 2, columns, noisePx: 0.3 });
  /** Two strips, one flight each; the GNSS heights of the second are 15 m too high. */
  const positions = positionsOf(known, 0.3).map((prior, photo) =>
    photo < columns
      ? prior
      : { ...prior, xyz: [prior.xyz[0], prior.xyz[1], prior.xyz[2] + rise] as const, bias: 0 },
  );
  const turns = known.truth.photos.map(({ pose: { rotation } }, photo) => ({ photo, rotation, sigma: 0.1 }));

  it('are found by the photos’ attitudes where each flight is one line', () => {
    const { block } = adjustBlock(
      adjustmentKernel,
      {
        reconstruction: known.disturb(0.5, 0.3),
        freeIntrinsics: 'none',
        positions,
        positionBiases: [[4, 4, 15]],
        turns,
      },
      [],
    );
    expect(block.positionBiases[0]?.[2]).toBeGreaterThan(rise - 1);
    expect(block.positionBiases[0]?.[2]).toBeLessThan(rise + 1);
    for (const [index, { pose }] of block.reconstruction.photos.entries()) {
      expect(Math.abs(pose.centre[2] - known.truth.photos[index]!.pose.centre[2])).toBeLessThan(1);
    }
    for (const { residual } of block.positionResiduals) expect(Math.abs(residual[2])).toBeLessThan(1.5);
  });

  it('leave unknown heights without a residual', () => {
    const silent = positionsOf(known, 0.3).map((prior) => ({
      ...prior,
      sigma: [0.3, 0.3, 10_000] as const,
      hasHeight: false,
    }));
    const { block } = adjustBlock(
      adjustmentKernel,
      { reconstruction: known.disturb(0.5, 0.3), freeIntrinsics: 'none', positions: silent, turns },
      [],
    );
    expect(block.positionResiduals.every(({ residual }) => Number.isNaN(residual[2]))).toBe(true);
    expect(Math.abs(block.positionResiduals[0]!.residual[0])).toBeLessThan(2);
  });
});

describe('a block that nothing ties to the ground', () => {
  it('keeps the frame of its first photo and the scale of its farthest', () => {
    const known = createBlock();
    const start = known.disturb(0.5, 0.3);
    const { block } = adjustBlock(adjustmentKernel, { reconstruction: start, freeIntrinsics: 'none' }, []);
    expect(block.rmsPx).toBeLessThan(1e-3);
    expect(block.reconstruction.photos[0]?.pose.centre).toEqual(start.photos[0]?.pose.centre);
  });
});

it('gives the same numbers every time', () => {
  const known = createBlock({ noisePx: 0.4 });
  const run = () =>
    adjustBlock(
      adjustmentKernel,
      { reconstruction: known.disturb(1, 0.5), freeIntrinsics: 'all', positions: positionsOf(known, 1) },
      [],
    );
  expect(run().block).toEqual(run().block);
});
