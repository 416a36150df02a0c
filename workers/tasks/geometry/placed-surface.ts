import type { Rect } from '#domain/geometry/grid/grid.ts';
import { placedFrameRect } from '#domain/geometry/grid/placed-frame.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { tinRect } from '#domain/geometry/tin/tin.ts';
import type { PlacedSurface, Surface } from '../../contract/geometry-tasks.ts';
import { type RasterContext, readSurface } from './lent-raster.ts';

/** A surface in memory and its position in its coordinate system. */
export interface PlacedHeights {
  readonly surface: Surface;
  readonly toWorld: GeoTransform | null;
}

/** The same in memory: a raster that was lent is decoded here. Errors: those of `readSurface`. */
export async function readPlaced(placed: PlacedSurface, context: RasterContext): Promise<PlacedHeights> {
  return { surface: await readSurface(placed.surface, context), toWorld: placed.toWorld };
}

/** Bounds of a surface in its coordinate system. */
export function worldRect({ surface, toWorld }: PlacedHeights): Rect {
  return surface.kind === 'tin' ? tinRect(surface.tin) : placedFrameRect(surface.grid, toWorld);
}

/** The heights of a surface, taken together. */
export interface HeightSummary {
  /** Points of a TIN, or cells with a value. */
  readonly samples: number;
  /** Mean of the points or cells with a height, in its unit; 0 where there are none. */
  readonly mean: number;
}

/** Sums up the heights of a surface in one pass. */
export function sumHeights({ surface }: PlacedHeights): HeightSummary {
  const isGrid = surface.kind === 'grid';
  const numbers: Float32Array | Float64Array = isGrid ? surface.grid.values : surface.tin.points;
  let [sum, count] = [0, 0];
  for (let i = isGrid ? 0 : 2; i < numbers.length; i += isGrid ? 1 : 3) {
    const z = numbers[i]!;
    if (Number.isNaN(z)) continue;
    sum += z;
    count++;
  }
  return { samples: isGrid ? count : numbers.length / 3, mean: count === 0 ? 0 : sum / count };
}
