import { upperMedian } from '../../math/median.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { observationSigmas } from '../adjustment/build-network.ts';
import { toCamera } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';

/** Precision of an adjustment's tie points. */
export interface TiePrecision {
  /** Standard deviations of the points, xyz, metres; length 3n, NaN where unknown. */
  readonly points: Float64Array;
  /** Factor on the variances of the observations. */
  readonly varianceFactor: number;
}

/** Variances of positions due to pose errors, on a plan grid: medians of side × side cells, south-west first. */
export interface PoseVariances {
  readonly minX: number;
  readonly minY: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly side: number;
  /** East, north, up; square metres. */
  readonly layers: readonly [Float64Array, Float64Array, Float64Array];
}

/** Approximate number of points per cell, of which the median is taken. */
const pointsPerCell = 40;
const maxCells = 64;
/** Minimum number of views; points with fewer give little information on the poses. */
const minViews = 3;

/** Starts of the points' observations. */
function startsOf({ observations, points }: Reconstruction): Uint32Array {
  const starts = new Uint32Array(points.length / 3 + 1);
  for (let k = 0; k < observations.count; k++) starts[observations.point[k]! + 1]!++;
  for (let point = 0; point + 1 < starts.length; point++) starts[point + 1]! += starts[point]!;
  return starts;
}

/** Diagonal of the inverse of a symmetric 3 × 3 matrix (xx, xy, xz, yy, yz, zz). */
function inverseDiagonal([a, b, c, d, e, f]: readonly number[] | Float64Array): Vec3 {
  const det = a! * (d! * f! - e! * e!) - b! * (b! * f! - c! * e!) + c! * (b! * e! - c! * d!);
  return [(d! * f! - e! * e!) / det, (a! * f! - c! * c!) / det, (a! * d! - b! * b!) / det];
}

/**
 * Variances of a point's own intersection with fixed poses: the inverse of Σ Jᵀ J / σ² over its observations, J the
 * derivatives of the pinhole projection with respect to the position.
 */
function ownVariances(
  { observations, photos, cameras, points }: Reconstruction,
  point: number,
  from: number,
  to: number,
  sigmas: Float64Array,
): Vec3 {
  const normal = new Float64Array(6);
  for (let k = from; k < to; k++) {
    const { camera, pose } = photos[observations.photo[k]!]!;
    const [x, y, z] = toCamera(pose, [points[3 * point]!, points[3 * point + 1]!, points[3 * point + 2]!]);
    const m = pose.rotation;
    const scale = cameras[camera]!.focal / z / sigmas[k]!;
    for (const [row, slope] of [
      [0, x / z],
      [3, y / z],
    ] as const) {
      const [a, b, c] = [0, 1, 2].map((axis) => scale * (m[row + axis]! - slope * m[6 + axis]!)) as [
        number,
        number,
        number,
      ];
      [a * a, a * b, a * c, b * b, b * c, c * c].forEach((value, i) => {
        normal[i]! += value;
      });
    }
  }
  return inverseDiagonal(normal);
}

/** Fills cells without a value iteratively from their neighbours. */
function fillCells(cells: Float64Array, width: number): void {
  while (cells.some(Number.isNaN) && !cells.every(Number.isNaN)) {
    const before = cells.slice();
    before.forEach((value, at) => {
      if (!Number.isNaN(value)) return;
      const near = [
        at % width > 0 ? at - 1 : -1,
        at % width < width - 1 ? at + 1 : -1,
        at - width,
        at + width,
      ].flatMap((other) => (Number.isNaN(before[other] ?? Number.NaN) ? [] : [before[other]!]));
      if (near.length > 0) cells[at] = near.reduce((sum, one) => sum + one, 0) / near.length;
    });
  }
}

/** A plan grid over a block, sized by the average number of points per cell. */
function planCells({ points }: Reconstruction): Omit<PoseVariances, 'layers'> {
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 3) {
    minX = Math.min(minX, points[at]!);
    maxX = Math.max(maxX, points[at]!);
    minY = Math.min(minY, points[at + 1]!);
    maxY = Math.max(maxY, points[at + 1]!);
  }
  const wanted = Math.floor(Math.sqrt(points.length / 3 / pointsPerCell));
  const side = Math.max(1, Math.min(maxCells, wanted));
  return { minX, minY, stepX: (maxX - minX) / side || 1, stepY: (maxY - minY) / side || 1, side };
}

/**
 * Variances of positions in the block due to errors of the adjusted poses: variances of its tie points less those of
 * their own intersection with fixed poses, median per plan cell. Null where unknown.
 */
export function poseVariances(block: Reconstruction, precision: TiePrecision): PoseVariances | null {
  const { points, observations } = block;
  const starts = startsOf(block);
  const sigmas = observationSigmas(observations.scale);
  const cells = planCells(block);
  const { minX, minY, stepX, stepY, side } = cells;
  const found = Array.from({ length: 3 }, () => Array.from({ length: side * side }, (): number[] => []));
  for (let point = 0; point < points.length / 3; point++) {
    const [from, to] = [starts[point]!, starts[point + 1]!];
    if (to - from < minViews || Number.isNaN(precision.points[3 * point + 2]!)) continue;
    const own = ownVariances(block, point, from, to, sigmas);
    const column = Math.min(side - 1, Math.floor((points[3 * point]! - minX) / stepX));
    const row = Math.min(side - 1, Math.floor((points[3 * point + 1]! - minY) / stepY));
    for (const axis of [0, 1, 2] as const) {
      const rest = precision.points[3 * point + axis]! ** 2 - precision.varianceFactor * own[axis];
      found[axis]![row * side + column]!.push(Math.max(0, rest));
    }
  }
  const layers = found.map((lists) => {
    const layer = Float64Array.from(lists, (values) => upperMedian(values) ?? Number.NaN);
    fillCells(layer, side);
    return layer;
  }) as unknown as PoseVariances['layers'];
  return Number.isNaN(layers[0][0]!) ? null : { ...cells, layers };
}

/** Standard deviation of a position along a unit direction due to pose errors, metres. */
export function poseSigmaAt(
  { minX, minY, stepX, stepY, side, layers }: PoseVariances,
  x: number,
  y: number,
  direction: Readonly<Vec3>,
): number {
  const u = Math.max(0, Math.min(side - 1, (x - minX) / stepX - 0.5));
  const v = Math.max(0, Math.min(side - 1, (y - minY) / stepY - 0.5));
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const [fx, fy] = [u - column, v - row];
  const at = row * side + column;
  const right = column + 1 < side ? at + 1 : at;
  const up = row + 1 < side ? side : 0;
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const layer = layers[axis]!;
    const low = layer[at]! * (1 - fx) + layer[right]! * fx;
    const high = layer[at + up]! * (1 - fx) + layer[right + up]! * fx;
    sum += direction[axis]! ** 2 * (low * (1 - fy) + high * fy);
  }
  return Math.sqrt(sum);
}
