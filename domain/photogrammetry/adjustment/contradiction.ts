import { maxOf } from '../../math/extremes.ts';
import { eliminate } from '../../math/solve.ts';
import { heldCovariance } from './held-covariance.ts';
import type { Precision } from './precision.ts';

/** By how much the coordinates of the constrained points contradict the rest of a solution. */
export interface Contradiction {
  /** Number of constrained points. */
  readonly count: number;
  /** Measured coordinates of a point. */
  axes(point: number): number;
  /**
   * Decrease of the solution's weighted sum of squares where the coordinates of some points are removed: chi-squared
   * with as many degrees of freedom as removed coordinates if these are correct (several outliers tested together, W.
   * Baarda, 1968; P. J. G. Teunissen, Testing theory, 2000, 3.2).
   */
  fall(points: readonly number[]): number;
}

/**
 * The contradiction of a solution's constrained points: vᵀ Q⁻¹ v over the removed coordinates, v = adjusted − given and
 * Q = σ² − covariance of the adjusted ones.
 * @returns null where the photos do not determine a point
 */
export function contradictionOf(precision: Precision): Contradiction | null {
  const { network, state } = precision.solved;
  const adjusted = heldCovariance(precision);
  if (!adjusted) return null;
  const { held } = network;
  const n = 3 * held.length;
  const measured = held.map(({ weight }) => [0, 1, 2].filter((axis) => weight[axis]! > 0));
  const off = Float64Array.from({ length: n }, (_, k) => {
    const { point, xyz } = held[Math.floor(k / 3)]!;
    return state.points[3 * point + (k % 3)]! - xyz[k % 3]!;
  });
  const variance = (k: number) => precision.varianceFactor / held[Math.floor(k / 3)]!.weight[k % 3]!;
  return {
    count: held.length,
    axes: (point) => measured[point]!.length,
    fall(points) {
      const places = points.flatMap((point) => measured[point]!.map((axis) => 3 * point + axis));
      const size = places.length;
      const rows = new Float64Array(size * (size + 1));
      const unit = maxOf(places.map(variance));
      for (const [i, a] of places.entries()) {
        for (const [j, b] of places.entries()) {
          const own = i === j ? variance(a) : 0;
          rows[i * (size + 1) + j] = (own - adjusted[a * n + b]!) / unit;
        }
        rows[i * (size + 1) + size] = off[a]!;
      }
      if (!eliminate(rows, size, 1)) return 0;
      return places.reduce((sum, a, i) => sum + (off[a]! * rows[i * (size + 1) + size]!) / unit, 0);
    },
  };
}
