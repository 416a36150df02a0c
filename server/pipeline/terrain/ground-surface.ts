import { columnX, type Rect, rowY } from '#domain/geometry/grid/grid.ts';
import {
  type BinSet,
  countBins,
  hasPlace,
  type OccupancyPyramid,
  pyramidOf,
} from '#domain/geometry/grid/occupancy-pyramid.ts';
import { createOccupancy } from '#domain/geometry/outline/survey-outline.ts';
import { type ConvexHull, createHullMeter } from '#domain/geometry/plane/convex-hull.ts';
import { grow } from '../cloud/column-points.ts';
import { createPointList } from '../cloud/point-list.ts';
import { createGapMeter, sortByBin } from './gap-points.ts';
import { createSkeletonMeter } from './skeleton.ts';
import { binEdge, piecesOf, type SurfacePoints, skeletonCells } from './surface-points.ts';
import type { SurfaceRequest } from './surface-request.ts';

/** Edge of a bin in mean spacings of the points. */
const binSpacings = 4;
const hullStep = 127;
/** Bins that are read at a time, where distant bins are requested. */
const maxPieceBins = 64;

/** The ground's points in world coordinates, and their hull. */
export interface GroundSurface extends SurfacePoints {
  readonly hull: ConvexHull;
}

/** The rectangle of bins between bounds, with a margin. */
function rectOf({ minX, minY, edge }: OccupancyPyramid, { left, bottom, right, top }: BinSet): Rect {
  const rect = {
    minX: minX + left * edge,
    minY: minY + bottom * edge,
    maxX: minX + (right + 1) * edge,
    maxY: minY + (top + 1) * edge,
  };
  return grow(rect, edge / 1000);
}

/** Reads all points of a surface once and records their bins. */
export async function createGroundSurface(request: SurfaceRequest): Promise<GroundSurface> {
  const { spool, points, bounds, frame, spacing, limits } = request;
  const { scale, offset } = spool.layout.scaling;
  const occupied = createOccupancy(bounds, binEdge(bounds, binSpacings * spacing, limits.bins));
  const sample = createSkeletonMeter(bounds, skeletonCells * frame.cellSize, limits.skeletonPoints);
  const meter = createHullMeter();
  const columnOf = (x: number) => Math.round((x - frame.originX) / frame.cellSize);
  const rowOf = (y: number) => Math.round((frame.originY - y) / frame.cellSize);
  const gapMeter = request.fillsGaps ? createGapMeter(frame, spool, limits.gapSquares) : null;
  for (const column of spool.columns) {
    const xyz = await points.column(column);
    // some from all over the column first, so that few of the others are outside the current hull
    for (let k = 0; k < xyz.length; k += 3 * hullStep) {
      meter.see(xyz[k]! * scale[0] + offset[0], xyz[k + 1]! * scale[1] + offset[1]);
    }
    for (let k = 0; k < xyz.length; k += 3) {
      const [x, y] = [xyz[k]! * scale[0] + offset[0], xyz[k + 1]! * scale[1] + offset[1]];
      occupied.see(x, y);
      sample.see(x, y, xyz[k + 2]! * scale[2] + offset[2]);
      meter.see(x, y);
      gapMeter?.see(columnOf(x), rowOf(y), xyz[k]!, xyz[k + 1]!, xyz[k + 2]!);
    }
  }
  const gaps = gapMeter ? gapMeter.finish(await request.outline()) : null;
  const filled = Float64Array.from(gaps?.places ?? [], (value, k) =>
    k % 3 === 0 ? columnX(frame, value) : k % 3 === 1 ? rowY(frame, value) : value,
  );
  for (let k = 0; k < filled.length; k += 3) {
    occupied.see(filled[k]!, filled[k + 1]!);
    sample.see(filled[k]!, filled[k + 1]!, filled[k + 2]!);
  }
  const occupancy = pyramidOf(occupied);
  const addFilled = sortByBin(filled, occupancy);

  async function load(set: BinSet): Promise<Float64Array<ArrayBuffer>> {
    const list = createPointList(countBins(set) * binSpacings ** 2);
    for (const piece of piecesOf(set, maxPieceBins)) {
      await points.visit(rectOf(occupancy, piece), (x, y, z) => {
        if (hasPlace(occupancy, piece, x, y) && hasPlace(occupancy, set, x, y)) list.add(x, y, z);
      });
    }
    addFilled(set, list.add);
    return list.finish();
  }

  return { frame, occupancy, skeleton: sample.finish(), gaps, hull: meter.finish(), load };
}
