import type { Rect } from '#domain/geometry/grid.ts';
import { sizeLimits } from '#domain/size-limits.ts';
import type { ColumnPoints } from '../cloud/column-points.ts';
import type { Spool } from '../cloud/spool.ts';

/**
 * A thin sample of a surface's points over the whole survey: one point a coarse cell. Added to the points around a
 * tile, it closes gaps wider than the tile's margin and gives every tile the same hull.
 */
export interface Skeleton {
  /** World coordinates, xyz a point. */
  readonly points: Float64Array;
  /** Edge of the coarse cells, horizontal unit. */
  readonly cell: number;
}

/** Takes the first point of every coarse cell; cells grow until the sample is small. */
export async function createSkeleton(
  spool: Spool,
  source: ColumnPoints,
  bounds: Rect,
  wantedCell: number,
  mostPoints: number = sizeLimits['terrain.skeletonPoints'].value,
): Promise<Skeleton> {
  const area = (bounds.maxX - bounds.minX) * (bounds.maxY - bounds.minY);
  const cell = Math.max(wantedCell, Math.sqrt(area / mostPoints));
  const width = Math.floor((bounds.maxX - bounds.minX) / cell) + 1;
  const taken = new Set<number>();
  const points: number[] = [];
  const { scale, offset } = spool.layout.scaling;
  for (const column of spool.columns) {
    const xyz = await source.column(column);
    for (let k = 0; k < xyz.length; k += 3) {
      const x = xyz[k]! * scale[0] + offset[0];
      const y = xyz[k + 1]! * scale[1] + offset[1];
      const id = Math.floor((y - bounds.minY) / cell) * width + Math.floor((x - bounds.minX) / cell);
      if (taken.has(id)) continue;
      taken.add(id);
      points.push(x, y, xyz[k + 2]! * scale[2] + offset[2]);
    }
  }
  return { points: Float64Array.from(points), cell };
}

/** The points of a skeleton that lie outside a rectangle, behind those given. */
export function withSkeleton(
  inside: Float64Array,
  skeleton: Skeleton,
  rect: Rect,
): Float64Array<ArrayBuffer> {
  const all = new Float64Array(inside.length + skeleton.points.length);
  all.set(inside);
  let at = inside.length;
  for (let k = 0; k < skeleton.points.length; k += 3) {
    const [x, y] = [skeleton.points[k]!, skeleton.points[k + 1]!];
    if (x >= rect.minX && x <= rect.maxX && y >= rect.minY && y <= rect.maxY) continue;
    all.set(skeleton.points.subarray(k, k + 3), at);
    at += 3;
  }
  return all.slice(0, at);
}
