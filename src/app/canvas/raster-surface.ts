import type { SurfaceAccess } from '#core/ports/surface.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { type NorthUpElevations, northUpElevations } from '#domain/formats/cog/north-up.ts';
import { openRaster, type PixelWindow } from '#domain/formats/cog/open-raster.ts';
import { findSuspectNodata } from '#domain/formats/cog/suspect-nodata.ts';
import { createGrid, type Rect } from '#domain/geometry/grid.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { poolBlockDecoder } from '#workers/contract/raster-pool.ts';

/** The cells of a level that a rectangle touches and one more on each side, cut at the level's edge. */
function windowOf({ west, north, levels }: NorthUpElevations, level: number, rect: Rect): PixelWindow | null {
  const { width, height, cellWidth: cell } = levels[level]!;
  const left = Math.max(0, Math.floor((rect.minX - west) / cell) - 1);
  const right = Math.min(width, Math.ceil((rect.maxX - west) / cell) + 1);
  const top = Math.max(0, Math.floor((north - rect.maxY) / cell) - 1);
  const bottom = Math.min(height, Math.ceil((north - rect.minY) / cell) + 1);
  if (right <= left || bottom <= top) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Where the surface that is measured comes from. */
export interface MeasuredRaster {
  readonly name: string;
  openSource(): Promise<ByteSource>;
  readonly readAccuracy: SurfaceAccess['readAccuracy'];
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
}

/**
 * An elevation raster as a surface; opened when it is first measured. Rotated and oblong cells are measured as squares of
 * their size.
 * @throws on measuring: geometry.raster-unplaced, geometry.no-overlap, editor.area-too-large, raster.nodata-unclear
 */
export function createRasterSurface(
  { name, openSource, readAccuracy, zFactor }: MeasuredRaster,
  pool: TaskPool,
): SurfaceAccess {
  const open = async () => {
    const raster = await openRaster(await openSource(), { decode: poolBlockDecoder(pool, 10) });
    return { cells: northUpElevations(raster, { isSquare: true }), pointSpacing: raster.info.pointSpacing };
  };
  let opening: ReturnType<typeof open> | null = null;
  const opened = () => {
    opening ??= open().catch((error: unknown) => {
      // The next measurement tries again.
      opening = null;
      throw error;
    });
    return opening;
  };
  return {
    name,
    readAccuracy,
    async readWindow(rect, limit, signal) {
      const { cells, pointSpacing } = await opened();
      const { levels, west, north } = cells;
      for (const [level, { cellWidth: cell }] of levels.entries()) {
        const window = windowOf(cells, level, rect);
        if (window === null) throw new AppError('geometry.no-overlap', { surface: name, other: 'the shape' });
        const isLast = level === levels.length - 1;
        if (window.width * window.height > limit && !isLast) continue;
        if (isLast && window.width * window.height > limit) {
          throw new AppError('editor.area-too-large', { cells: window.width * window.height, limit });
        }
        const values = await cells.read(level, window, signal);
        const suspect = findSuspectNodata(values);
        if (suspect) throw new AppError('raster.nodata-unclear', { file: name, ...suspect });
        if (zFactor !== 1) for (let i = 0; i < values.length; i++) values[i] = values[i]! * zFactor;
        const frame = {
          width: window.width,
          height: window.height,
          originX: west + (window.x + 0.5) * cell,
          originY: north - (window.y + 0.5) * cell,
          cellSize: cell,
        };
        return { grid: createGrid(frame, values), nativeCellSize: levels[0]!.cellWidth, pointSpacing };
      }
      throw new AppError('editor.no-surface');
    },
  };
}
