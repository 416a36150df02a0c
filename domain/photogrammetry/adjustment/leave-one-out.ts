import { maxOf } from '../../math/extremes.ts';
import { eliminate } from '../../math/solve.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { ExaminedControl } from './examine-control.ts';
import { forPointCovariances, type Precision } from './precision.ts';

/** Inverse of a symmetric 3 × 3 matrix given by xx xy xz yy yz zz, as nine numbers; null where singular. */
function inverseOf(c: ArrayLike<number>): Float64Array | null {
  const full = [c[0]!, c[1]!, c[2]!, c[1]!, c[3]!, c[4]!, c[2]!, c[4]!, c[5]!];
  const size = Math.max(full[0]!, full[4]!, full[8]!);
  const rows = new Float64Array(18);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) rows[6 * i + j] = full[3 * i + j]! / size;
    rows[6 * i + 3 + i] = 1;
  }
  if (!(size > 0) || !eliminate(rows, 3, 3)) return null;
  return Float64Array.from({ length: 9 }, (_, k) => rows[6 * Math.floor(k / 3) + 3 + (k % 3)]! / size);
}

/** Squared Mahalanobis length of a deviation over the measured axes, per axis. */
export function squareAnAxis(
  deviation: Vec3,
  covariance: ArrayLike<number>,
  axes: readonly number[],
): number {
  const n = axes.length;
  const full = [
    [0, 1, 2],
    [1, 3, 4],
    [2, 4, 5],
  ] as const;
  const rows = new Float64Array(n * (n + 1));
  const size = maxOf(axes.map((axis) => covariance[full[axis]![axis]!]!));
  for (const [i, a] of axes.entries()) {
    for (const [j, b] of axes.entries()) rows[i * (n + 1) + j] = covariance[full[a]![b]!]! / size;
    rows[i * (n + 1) + n] = deviation[a]!;
  }
  if (!eliminate(rows, n, 1)) return 0;
  return axes.reduce((sum, axis, i) => sum + (deviation[axis]! * rows[i * (n + 1) + n]!) / size, 0) / n;
}

/** Measured axes of a point. */
export const axesOf = ({ control }: ExaminedControl) =>
  [0, 1, 2].filter((axis) => Number.isFinite(control.xyz[axis]));

/** Deviation of a point from its position predicted by all others, metres, and its normalised square per axis. */
export interface LeftOut {
  readonly off: Vec3;
  readonly square: number;
  /** Standard deviation of the difference, metres; infinite where only the point's own coordinates determine it. */
  readonly sigma: Vec3;
}

/**
 * Normalised squared deviation of each used point from the position predicted by the rest of the block: its own
 * coordinates are removed from the solution in closed form (leave-one-out; W. Baarda's data snooping, 1968).
 */
export function leaveOneOut(precision: Precision, used: readonly ExaminedControl[]): LeftOut[] {
  const { network, state } = precision.solved;
  const unchecked: Vec3 = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const found = used.map((): LeftOut => ({ off: [0, 0, 0], square: 0, sigma: unchecked }));
  const index = new Map(network.held.map(({ point }, k) => [point, k] as const));
  forPointCovariances(precision, index.keys(), (point, covariance) => {
    const k = index.get(point)!;
    const { weight, xyz } = network.held[k]!;
    const own = inverseOf(covariance);
    if (!own) return;
    const factor = precision.varianceFactor;
    const deviation = [0, 1, 2].map((axis) =>
      weight[axis]! > 0 ? state.points[3 * point + axis]! - xyz[axis]! : 0,
    );
    const pull = [0, 1, 2].map((i) => [0, 1, 2].reduce((sum, j) => sum + own[3 * i + j]! * deviation[j]!, 0));
    const rest = [0, 1, 2, 4, 5, 8].map((place) => own[place]!);
    for (const [axis, place] of [0, 3, 5].entries()) rest[place]! -= weight[axis]! / factor;
    const without = inverseOf(rest);
    if (!without || without[0]! < 0 || without[4]! < 0 || without[8]! < 0) return;
    const off = [0, 1, 2].map((i) => [0, 1, 2].reduce((sum, j) => sum + without[3 * i + j]! * pull[j]!, 0));
    const total = [0, 1, 2, 4, 5, 8].map((place) => without[place]!);
    for (const [axis, place] of [0, 3, 5].entries()) {
      if (weight[axis]! > 0) total[place]! += factor / weight[axis]!;
    }
    const place = off as unknown as Vec3;
    const sigma = [0, 3, 5].map((axis) => Math.sqrt(total[axis]!)) as unknown as Vec3;
    found[k] = { off: place, square: squareAnAxis(place, total, axesOf(used[k]!)), sigma };
  });
  return found;
}
