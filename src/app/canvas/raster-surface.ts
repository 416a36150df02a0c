import type { SurfaceAccess } from '#core/ports/surface.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { readElevations } from '#domain/formats/cog/elevations.ts';
import { openRaster, type PixelWindow, type Raster } from '#domain/formats/cog/open-raster.ts';
import { createGrid, type Rect } from '#domain/geometry/grid.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { poolBlockDecoder } from '#workers/contract/raster-pool.ts';
import { openHttpSource } from '#workers/io/http-source.ts';

interface Placed {
  readonly raster: Raster;
  readonly west: number;
  readonly north: number;
  readonly cellSize: number;
}

async function open(url: string, pool: TaskPool): Promise<Placed> {
  const raster = await openRaster(await openHttpSource(url), { decode: poolBlockDecoder(pool, 10) });
  const transform = raster.info.geotransform;
  const isUsable =
    transform?.[2] === 0 &&
    transform[4] === 0 &&
    transform[1] > 0 &&
    Math.abs(transform[1] + transform[5]) <= 1e-6 * transform[1];
  if (!isUsable) throw new AppError('geometry.raster-rotated', { file: url });
  return { raster, west: transform[0], north: transform[3], cellSize: transform[1] };
}

/** The cells of a level that a rectangle touches and one more on each side, cut at the level's edge. */
function windowOf(placed: Placed, level: number, cell: number, rect: Rect): PixelWindow | null {
  const { width, height } = placed.raster.levels[level]!;
  const left = Math.max(0, Math.floor((rect.minX - placed.west) / cell) - 1);
  const right = Math.min(width, Math.ceil((rect.maxX - placed.west) / cell) + 1);
  const top = Math.max(0, Math.floor((placed.north - rect.maxY) / cell) - 1);
  const bottom = Math.min(height, Math.ceil((placed.north - rect.minY) / cell) + 1);
  if (right <= left || bottom <= top) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * An elevation raster read by HTTP range; opened when it is first measured.
 * @param zFactor horizontal units in one vertical unit
 */
export function createRasterSurface(
  url: string,
  name: string,
  pool: TaskPool,
  zFactor: number,
): SurfaceAccess {
  let opening: Promise<Placed> | null = null;
  const placedRaster = () => {
    opening ??= open(url, pool).catch((error: unknown) => {
      // The next measurement tries again.
      opening = null;
      throw error;
    });
    return opening;
  };
  return {
    name,
    async readWindow(rect, limit, signal) {
      const placed = await placedRaster();
      const { raster, cellSize, west, north } = placed;
      for (let level = 0; level < raster.levels.length; level++) {
        // Overviews of a COG halve: cells double, whatever is left over at the edges.
        const cell = cellSize * Math.round(raster.levels[0]!.width / raster.levels[level]!.width);
        const window = windowOf(placed, level, cell, rect);
        if (window === null) throw new AppError('geometry.no-overlap', { surface: name, other: 'the shape' });
        const isLast = level === raster.levels.length - 1;
        if (window.width * window.height > limit && !isLast) continue;
        if (isLast && window.width * window.height > limit) {
          throw new AppError('editor.area-too-large', { cells: window.width * window.height, limit });
        }
        const values = await readElevations(raster, level, window, { signal });
        if (zFactor !== 1) for (let i = 0; i < values.length; i++) values[i] = values[i]! * zFactor;
        const frame = {
          width: window.width,
          height: window.height,
          originX: west + (window.x + 0.5) * cell,
          originY: north - (window.y + 0.5) * cell,
          cellSize: cell,
        };
        return { grid: createGrid(frame, values), nativeCellSize: cellSize };
      }
      throw new AppError('editor.no-surface');
    },
  };
}
