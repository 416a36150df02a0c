import { upperMedian } from '../../math/median.ts';
import { symmetricIndex } from '../../math/symmetric-index.ts';
import { blockStride, type GatheredPoint } from './adjustment-kernel.ts';
import { covarianceOf, type Precision } from './precision.ts';
import { finalLoss } from './robust.ts';

/** Number of sampled points. */
const sample = 200;

/** Covariance of an eliminated point's coordinates with a reduced unknown: −V⁻¹ Wᵀ Z. */
function crossCovariance(
  precision: Precision,
  { products: w, inverse: q, at, size, count }: GatheredPoint,
  unknown: number,
  out: Float64Array,
): void {
  let [x, y, z] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < size[k]!; i++) {
      const s = covarianceOf(precision, at[k]! + i, unknown);
      const p = k * blockStride + 3 * i;
      x += s * w[p]!;
      y += s * w[p + 1]!;
      z += s * w[p + 2]!;
    }
  }
  out[0] = -(q[0]! * x + q[1]! * y + q[2]! * z);
  out[1] = -(q[1]! * x + q[3]! * y + q[4]! * z);
  out[2] = -(q[2]! * x + q[4]! * y + q[5]! * z);
}

/**
 * Correlation of the focal length and the distance from photos to their points: the median over sampled points of the
 * correlation, and of the points' standard deviation along the view (metres). Photos that all look straight down from
 * one height cannot separate the two. Null where no focal length is free.
 */
export function focalDepthCorrelation(
  precision: Precision,
): { readonly correlation: number; readonly sigmaM: number } | null {
  const { network, layout, state } = precision.solved;
  const focal = network.free.indexOf(0);
  if (focal < 0) return null;
  const { start, photo: photos } = network.measurements;
  const tied = start.length - 1 - network.held.length;
  const gather = precision.kernel.open(network, layout).gather(state, finalLoss);
  const found: { correlation: number; sigmaM: number }[] = [];
  const cross = new Float64Array(3);
  for (let point = 0; point < tied; point += Math.max(1, Math.floor(tied / sample))) {
    const photo = photos[start[point]!];
    if (photo === undefined || start[point] === start[point + 1]) continue;
    const at = layout.pose[photo]!;
    const camera = layout.camera[network.cameraOf[photo]!]!;
    if (at < 0 || camera < 0) continue;
    const block = gather(point);
    if (!block || block.count === 0) continue;
    const forward = [6, 7, 8].map((k) => state.rotations[9 * photo + k]!);
    const along = (unknown: number): number => {
      crossCovariance(precision, block, unknown, cross);
      return forward.reduce(
        (sum, f, axis) => sum + f * (cross[axis]! - covarianceOf(precision, at + 3 + axis, unknown)),
        0,
      );
    };
    const withFocal = along(camera + focal);
    const { point: variance, distance } = variancesAlong(precision, block, forward, at, along);
    const focalVariance = covarianceOf(precision, camera + focal, camera + focal);
    if (!(variance > 0) || !(distance > 0) || !(focalVariance > 0)) continue;
    found.push({ correlation: withFocal / Math.sqrt(distance * focalVariance), sigmaM: Math.sqrt(variance) });
  }
  if (found.length === 0) return null;
  return {
    correlation: upperMedian(found.map(({ correlation }) => correlation))!,
    sigmaM: upperMedian(found.map(({ sigmaM }) => sigmaM))!,
  };
}

/** Variance of the point along the view, and of its distance from the photo: f·(X − C). */
function variancesAlong(
  precision: Precision,
  block: GatheredPoint,
  forward: readonly number[],
  at: number,
  along: (unknown: number) => number,
): { point: number; distance: number } {
  const { products: w, inverse: q, at: places, size, count } = block;
  const cross = new Float64Array(3);
  const pointWith = (unknown: number): number => {
    crossCovariance(precision, block, unknown, cross);
    return cross[0]! * forward[0]! + cross[1]! * forward[1]! + cross[2]! * forward[2]!;
  };
  const own = [0, 1, 2].map((i) => forward.reduce((sum, f, j) => sum + f * q[symmetricIndex(i, j)]!, 0));
  let point = precision.varianceFactor * own.reduce((sum, value, axis) => sum + value * forward[axis]!, 0);
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < size[k]!; i++) {
      const p = k * blockStride + 3 * i;
      const weight = own[0]! * w[p]! + own[1]! * w[p + 1]! + own[2]! * w[p + 2]!;
      point -= weight * pointWith(places[k]! + i);
    }
  }
  let distance = point;
  for (const [axis, f] of forward.entries()) {
    distance -= f * (along(at + 3 + axis) + pointWith(at + 3 + axis));
  }
  return { point, distance };
}
