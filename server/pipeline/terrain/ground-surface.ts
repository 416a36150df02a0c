import { type ConvexHull, createHullMeter } from '#domain/geometry/convex-hull.ts';
import type { Rect } from '#domain/geometry/grid.ts';
import {
  type BinSet,
  binAt,
  hasBin,
  hasPlace,
  type OccupancyPyramid,
  pyramidOf,
} from '#domain/geometry/occupancy-pyramid.ts';
import { createOccupancy } from '#domain/geometry/survey-outline.ts';
import { cellRect } from '../cloud/column-points.ts';
import { createPointList } from '../cloud/point-list.ts';
import { createSkeletonMeter } from './skeleton.ts';
import type { SurfaceJob } from './surface-job.ts';
import { binEdge, type SurfacePoints, skeletonCells } from './surface-points.ts';

/** Edge of a bin in mean spacings of the points. */
const binSpacings = 4;

/** The ground's points in world coordinates, and their hull. */
export interface GroundSurface extends SurfacePoints {
  readonly hull: ConvexHull;
}

/** True where a rectangle may hold points of a set. */
function overlaps(occupancy: OccupancyPyramid, set: BinSet, rect: Rect): boolean {
  const [west, south] = binAt(occupancy, rect.minX, rect.minY);
  const [east, north] = binAt(occupancy, rect.maxX, rect.maxY);
  const [left, right] = [Math.max(west - 1, set.left), Math.min(east + 1, set.right)];
  const [bottom, top] = [Math.max(south - 1, set.bottom), Math.min(north + 1, set.top)];
  for (let row = bottom; row <= top; row++) {
    for (let column = left; column <= right; column++) if (hasBin(set, column, row)) return true;
  }
  return false;
}

/** Reads all points of a job once, and knows then where they are. */
export async function createGroundSurface(job: SurfaceJob): Promise<GroundSurface> {
  const { spool, points, bounds, frame, spacing, limits } = job;
  const { scale, offset } = spool.layout.scaling;
  const occupied = createOccupancy(bounds, binEdge(bounds, binSpacings * spacing, limits.bins));
  const sample = createSkeletonMeter(bounds, skeletonCells * frame.cellSize, limits.skeletonPoints);
  const meter = createHullMeter();
  for (const column of spool.columns) {
    const xyz = await points.column(column);
    for (let k = 0; k < xyz.length; k += 3) {
      const [x, y] = [xyz[k]! * scale[0] + offset[0], xyz[k + 1]! * scale[1] + offset[1]];
      occupied.see(x, y);
      sample.see(x, y, xyz[k + 2]! * scale[2] + offset[2]);
      meter.see(x, y);
    }
  }
  const occupancy = pyramidOf(occupied);

  async function load(set: BinSet): Promise<Float64Array<ArrayBuffer>> {
    const list = createPointList(2 ** 16);
    for (const column of spool.columns) {
      if (!overlaps(occupancy, set, cellRect(spool, column))) continue;
      const xyz = await points.column(column);
      for (let k = 0; k < xyz.length; k += 3) {
        const [x, y] = [xyz[k]! * scale[0] + offset[0], xyz[k + 1]! * scale[1] + offset[1]];
        if (hasPlace(occupancy, set, x, y)) list.add(x, y, xyz[k + 2]! * scale[2] + offset[2]);
      }
    }
    return list.finish();
  }

  return { frame, occupancy, skeleton: sample.finish(), hull: meter.finish(), load };
}
