import { type Grid, gridRect, type Rect } from '#domain/geometry/grid/grid.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { applyGeoTransform } from '#domain/geometry/plane/affine.ts';
import { tinRect } from '#domain/geometry/tin/tin.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import type { Surface } from '#workers/contract/geometry-tasks.ts';

/** A surface and its position in its coordinate system. */
export interface PlacedSurface {
  readonly surface: Surface;
  /** From the coordinates of a grid to those of the system; null where they are the same, as they are for TINs. */
  readonly toWorld: GeoTransform | null;
}

function gridCorners(grid: Grid): (readonly [number, number])[] {
  const { minX, minY, maxX, maxY } = gridRect(grid);
  return [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ];
}

/** Bounds of a surface in its coordinate system. */
export function worldRect({ surface, toWorld }: PlacedSurface): Rect {
  if (surface.kind === 'tin') return tinRect(surface.tin);
  const corners = gridCorners(surface.grid).map(([x, y]) =>
    toWorld ? applyGeoTransform(toWorld, x, y) : ([x, y] as const),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return {
    minX: minOf(xs),
    maxX: maxOf(xs),
    minY: minOf(ys),
    maxY: maxOf(ys),
  };
}

/** Mean height of a surface's points or cells, in its unit; 0 where it has none. */
export function meanHeight({ surface }: PlacedSurface): number {
  let [sum, count] = [0, 0];
  const add = (z: number) => {
    if (Number.isNaN(z)) return;
    sum += z;
    count++;
  };
  if (surface.kind === 'grid') for (const z of surface.grid.values) add(z);
  else for (let i = 2; i < surface.tin.points.length; i += 3) add(surface.tin.points[i]!);
  return count === 0 ? 0 : sum / count;
}
