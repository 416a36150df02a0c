import { clamp } from '../../math/clamp.ts';
import type { Camera } from '../model/camera.ts';
import type { Network } from './network.ts';

/**
 * Cells along the longer side of a photo in which residuals are added up: large, since poses and lens respond to
 * large-scale patterns.
 */
const cellsAlong = 4;
/** Minimum number of cells to estimate an inflation within 10 %. */
const minCells = 100;
const poseUnknowns = 6;

/**
 * Variance inflation from correlated residuals of neighbouring tie points: the factor, at least 1, by which variances
 * are too small when the residuals are taken as independent. Residuals are summed in cells of each photo (variance of
 * cluster sums; K.-Y. Liang and S. Zeger, 1986), less the part absorbed by the poses.
 * @param residuals xy per observation, pixels; NaN where a point cannot be projected
 * @param end observations before this one are of tie points
 */
export function correlationOf(
  { measurements, cameraOf, photoCount }: Network,
  cameras: readonly Camera[],
  residuals: Float64Array,
  end: number,
): number {
  const { photo, xy, weight } = measurements;
  const perPhoto = cellsAlong * cellsAlong;
  const sums = new Float64Array(2 * perPhoto * photoCount);
  const counts = new Uint32Array(perPhoto * photoCount);
  let [squares, rows] = [0, 0];
  for (let k = 0; k < end; k++) {
    if (weight[k] === 0 || Number.isNaN(residuals[2 * k])) continue;
    const own = photo[k]!;
    const { width, height } = cameras[cameraOf[own]!]!;
    const perPixel = cellsAlong / Math.max(width, height);
    const along = (value: number) => clamp(Math.floor(value * perPixel), 0, cellsAlong - 1);
    const cell = own * perPhoto + along(xy[2 * k + 1]!) * cellsAlong + along(xy[2 * k]!);
    const scale = Math.sqrt(weight[k]!);
    const [x, y] = [scale * residuals[2 * k]!, scale * residuals[2 * k + 1]!];
    sums[2 * cell]! += x;
    sums[2 * cell + 1]! += y;
    counts[cell]!++;
    squares += x * x + y * y;
    rows += 2;
  }
  let [used, clustered] = [0, 0];
  for (const [cell, count] of counts.entries()) {
    if (count < 2) continue;
    used++;
    clustered += (sums[2 * cell]! ** 2 + sums[2 * cell + 1]! ** 2) / count;
  }
  const freedom = 2 * used - poseUnknowns * photoCount;
  if (used < minCells || freedom < minCells) return 1;
  return Math.max(1, clustered / freedom / (squares / rows));
}
