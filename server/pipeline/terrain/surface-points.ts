import type { GridFrame, GridWindow, Rect } from '#domain/geometry/grid/grid.ts';
import {
  type BinSet,
  binAt,
  hasBin,
  hasPlace,
  type OccupancyPyramid,
} from '#domain/geometry/grid/occupancy-pyramid.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import type { GapPoints } from './gap-points.ts';

/** All points of a surface, which is triangulated in blocks; in a separate plane, which the raster shares. */
export interface SurfacePoints {
  /** The whole raster. */
  readonly frame: GridFrame;
  /** The occupied bins. */
  readonly occupancy: OccupancyPyramid;
  /** A thin sample of them (at least of occupied places), xyz per point. */
  readonly skeleton: Float64Array;
  /** The fill of the surface's gaps; null where triangles span any gap. */
  readonly gaps: GapPoints | null;
  /** All points of some bins and those that fill its gaps, xyz per point. */
  load(bins: BinSet): Promise<Float64Array<ArrayBuffer>>;
}

/** Limits of the parts of a surface in memory: see `sizeLimits`. */
export interface SurfaceLimits {
  /** Points of a block. */
  readonly blockPoints: number;
  /** Bins of the occupancy. */
  readonly bins: number;
  /** Points of the skeleton. */
  readonly skeletonPoints: number;
  /** Squares in which a surface is filled. */
  readonly gapSquares: number;
}

export const usualSurfaceLimits: SurfaceLimits = {
  blockPoints: sizeLimits['terrain.blockPoints'].value,
  bins: sizeLimits['terrain.bins'].value,
  skeletonPoints: sizeLimits['terrain.skeletonPoints'].value,
  gapSquares: sizeLimits['terrain.gapSquares'].value,
};

/** Edge of the skeleton's cells in cells of the raster. */
export const skeletonCells = 16;

/** Edge of bins over a rectangle: the wanted one, or larger to limit their number. */
export function binEdge({ minX, minY, maxX, maxY }: Rect, wanted: number, maxBins: number): number {
  const [width, height] = [maxX - minX, maxY - minY];
  return Math.max(wanted, Math.sqrt((2 * width * height) / maxBins), (4 * Math.max(width, height)) / maxBins);
}

/** The bins that a window of the raster overlaps. */
export function binsOfWindow({ frame, occupancy }: SurfacePoints, window: GridWindow): BinSet {
  const half = frame.cellSize / 2;
  const x = (column: number) => frame.originX + column * frame.cellSize;
  const y = (row: number) => frame.originY - row * frame.cellSize;
  const [left, bottom] = binAt(occupancy, x(window.x) - half, y(window.y + window.height - 1) - half);
  const [right, top] = binAt(occupancy, x(window.x + window.width - 1) + half, y(window.y) + half);
  return { left, bottom, right, top, marks: null };
}

function hasAny(set: BinSet, part: BinSet): boolean {
  for (let row = part.bottom; row <= part.top; row++) {
    for (let column = part.left; column <= part.right; column++) if (hasBin(set, column, row)) return true;
  }
  return false;
}

/**
 * Parts of a set with a maximum number of bins that cover all of its bins: the whole where all within bounds are in
 * it.
 */
export function* piecesOf(
  set: BinSet,
  maxBins: number,
  part: BinSet = { ...set, marks: null },
): Generator<BinSet> {
  const { left, bottom, right, top } = part;
  const [across, up] = [right - left + 1, top - bottom + 1];
  if (set.marks === null || across * up <= Math.max(maxBins, 1)) {
    if (hasAny(set, part)) yield part;
  } else if (across >= up) {
    const middle = (left + right) >> 1;
    yield* piecesOf(set, maxBins, { ...part, right: middle });
    yield* piecesOf(set, maxBins, { ...part, left: middle + 1 });
  } else {
    const middle = (bottom + top) >> 1;
    yield* piecesOf(set, maxBins, { ...part, top: middle });
    yield* piecesOf(set, maxBins, { ...part, bottom: middle + 1 });
  }
}

/** Four points without height around a survey, at a million times its width. */
function farCorners({ minX, minY, edge, width, height }: OccupancyPyramid): number[] {
  const [x, y] = [minX + (edge * width) / 2, minY + (edge * height) / 2];
  const far = 2 ** 20 * edge * Math.max(width, height);
  const none = Number.NaN;
  return [x - far, y - far, none, x + far, y - far, none, x - far, y + far, none, x + far, y + far, none];
}

/**
 * The points to triangulate for a block: its own, those of the skeleton in other bins, and four far corners. So every
 * place is in a triangle, and triangles at a far corner are beyond the survey.
 */
export function withSurroundings(
  { occupancy, skeleton }: SurfacePoints,
  loaded: BinSet,
  points: Float64Array,
): Float64Array<ArrayBuffer> {
  const corners = farCorners(occupancy);
  const all = new Float64Array(points.length + skeleton.length + corners.length);
  all.set(points);
  let end = points.length;
  for (let k = 0; k < skeleton.length; k += 3) {
    const [x, y] = [skeleton[k]!, skeleton[k + 1]!];
    if (hasPlace(occupancy, loaded, x, y)) continue;
    all[end++] = x;
    all[end++] = y;
    all[end++] = skeleton[k + 2]!;
  }
  all.set(corners, end);
  return all.subarray(0, end + corners.length);
}
