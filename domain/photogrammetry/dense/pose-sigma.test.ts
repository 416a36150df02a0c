import { describe, expect, it } from 'vitest';
import { createBlock } from '#tests/support/photo-block.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { observationSigmas } from '../adjustment/build-network.ts';
import { poseSigmaAt, poseVariances } from './pose-sigma.ts';

const { truth } = createBlock({ points: 1500 });
const { points, observations, photos, cameras } = truth;
const up: Vec3 = [0, 0, 1];

/**
 * Standard deviation of a point's height from its own observations: normal equations in pixels, by finite differences.
 */
function ownSigmaZ(point: number): number {
  const sigmas = observationSigmas(observations.scale);
  const rows: number[][] = [];
  for (let k = 0; k < observations.count; k++) {
    if (observations.point[k] !== point) continue;
    const { pose, camera } = photos[observations.photo[k]!]!;
    const { focal } = cameras[camera]!;
    const along = [0, 1, 2].map((axis) => points[3 * point + axis]! - pose.centre[axis]!);
    const inCamera = (d: readonly number[]) =>
      [0, 3, 6].map((row) => [0, 1, 2].reduce((sum, j) => sum + pose.rotation[row + j]! * d[j]!, 0));
    const place = (d: readonly number[]) => {
      const [x, y, z] = inCamera(d);
      return [(focal * x!) / z!, (focal * y!) / z!];
    };
    const base = place(along);
    const columns = [0, 1, 2].map((axis) => {
      const moved = place(along.map((value, j) => (j === axis ? value + 1e-4 : value)));
      return moved.map((value, j) => (value - base[j]!) / 1e-4 / sigmas[k]!);
    });
    for (const j of [0, 1]) rows.push(columns.map((column) => column[j]!));
  }
  const n = (i: number, j: number) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0);
  const minor = n(0, 0) * n(1, 1) - n(0, 1) ** 2;
  const det =
    n(0, 0) * (n(1, 1) * n(2, 2) - n(1, 2) ** 2) -
    n(0, 1) * (n(0, 1) * n(2, 2) - n(1, 2) * n(0, 2)) +
    n(0, 2) * (n(0, 1) * n(1, 2) - n(1, 1) * n(0, 2));
  return Math.sqrt(minor / det);
}

describe('what errors of the poses do', () => {
  it('is what the observations of the tie points leave unexplained', () => {
    const sigmas = new Float64Array(points.length).fill(0.01);
    for (let point = 0; point < points.length / 3; point++)
      sigmas[3 * point + 2] = Math.hypot(ownSigmaZ(point), 0.05);
    const field = poseVariances(truth, { points: sigmas, varianceFactor: 1 })!;
    for (const [x, y] of [
      [0, 0],
      [20, 15],
      [45, 30],
      [200, -90],
    ] as const) {
      expect(poseSigmaAt(field, x, y, up)).toBeGreaterThan(0.045);
      expect(poseSigmaAt(field, x, y, up)).toBeLessThan(0.055);
    }
  });

  it('follows the place in plan and the direction', () => {
    const sigmas = Float64Array.from(points, (_, k) =>
      k % 3 === 0 ? 3 : k % 3 === 1 ? 4 : 2 + 0.1 * points[k - 2]!,
    );
    const field = poseVariances(truth, { points: sigmas, varianceFactor: 0 })!;
    expect(poseSigmaAt(field, 10, 20, up)).toBeCloseTo(3, 0);
    expect(poseSigmaAt(field, 40, 20, up)).toBeCloseTo(6, 0);
    expect(poseSigmaAt(field, 40, 20, [0.6, 0.8, 0])).toBeCloseTo(Math.hypot(1.8, 3.2), 6);
  });

  it('is unknown where no point has a precision', () => {
    const sigmas = new Float64Array(points.length).fill(Number.NaN);
    expect(poseVariances(truth, { points: sigmas, varianceFactor: 1 })).toBeNull();
  });
});
