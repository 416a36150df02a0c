import type { Rect } from '#domain/geometry/grid/grid.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';

/**
 * Collects a thin sample of a surface's points over the whole survey: one point per coarse cell. Added to the points
 * of a block, it keeps the circumcircles across wide gaps small, so that few distant points have to be read. The
 * heights do not depend on it.
 */
export interface SkeletonMeter {
  /** Edge of the coarse cells. */
  readonly cell: number;
  /** Takes a point if it is the first of its cell; points outside the bounds are ignored. */
  see(x: number, y: number, z: number): void;
  /** The sampled points, xyz per point. */
  finish(): Float64Array;
}

/** Starts a sample over bounds; cells grow until it is small. */
export function createSkeletonMeter(
  bounds: Rect,
  wantedCell: number,
  maxPoints: number = sizeLimits['terrain.skeletonPoints'].value,
): SkeletonMeter {
  const [extentX, extentY] = [bounds.maxX - bounds.minX, bounds.maxY - bounds.minY];
  const cell = Math.max(wantedCell, Math.sqrt((extentX * extentY) / maxPoints));
  const width = Math.floor(extentX / cell) + 1;
  const height = Math.floor(extentY / cell) + 1;
  const taken = new Uint8Array(width * height);
  const points: number[] = [];
  return {
    cell,
    see(x, y, z) {
      const [column, row] = [Math.floor((x - bounds.minX) / cell), Math.floor((y - bounds.minY) / cell)];
      const id = row * width + column;
      const isWithin = column >= 0 && row >= 0 && column < width && row < height;
      if (!isWithin || taken[id] === 1) return;
      taken[id] = 1;
      points.push(x, y, z);
    },
    finish: () => Float64Array.from(points),
  };
}
