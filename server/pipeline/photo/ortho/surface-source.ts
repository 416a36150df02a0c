import { readElevations } from '#domain/formats/cog/elevations.ts';
import { openRaster, type Raster } from '#domain/formats/cog/open-raster.ts';
import { createGrid, type Grid, type GridFrame, gridRect, type Rect } from '#domain/geometry/grid/grid.ts';
import { fillFromCoarser } from '#domain/photogrammetry/ortho/fill-surface.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { poolBlockDecoder } from '#workers/contract/raster-pool.ts';
import { openFileSource } from '#workers/io/file-source.ts';

/** A raster of heights as the orthomosaic reads it. */
export interface SurfaceSource {
  /** Cells of the full resolution. */
  readonly frame: GridFrame;
  /** Minimum and maximum height, from an overview where the raster is large. */
  readonly low: number;
  readonly high: number;
  /**
   * Heights around a rectangle in world coordinates, at the coarsest resolution with cells of at most `cellSize`;
   * small gaps are closed from coarser resolutions. Null for a rectangle outside.
   */
  read(rect: Rect, cellSize: number): Promise<Grid | null>;
  close(): Promise<void>;
}

const statisticsSide = 4096;
/** Gaps up to 2^this cells wide are closed. */
const fillLevels = 4;
const cacheBytes = 192 * 2 ** 20;

function levelFrame(raster: Raster, level: number, full: GridFrame): GridFrame {
  const { width, height } = raster.levels[level]!;
  const rect = gridRect(full);
  const cellSize = full.cellSize * 2 ** level;
  return { width, height, originX: rect.minX + cellSize / 2, originY: rect.maxY - cellSize / 2, cellSize };
}

/** Cells of a frame around a rectangle, with one more on each side, clipped to the frame; null where there are none. */
function cellsAround(frame: GridFrame, rect: Rect) {
  const { cellSize, width, height } = frame;
  const x0 = Math.max(0, Math.floor((rect.minX - frame.originX) / cellSize) - 1);
  const x1 = Math.min(width - 1, Math.ceil((rect.maxX - frame.originX) / cellSize) + 1);
  const y0 = Math.max(0, Math.floor((frame.originY - rect.maxY) / cellSize) - 1);
  const y1 = Math.min(height - 1, Math.ceil((frame.originY - rect.minY) / cellSize) + 1);
  return x1 <= x0 || y1 <= y0 ? null : { x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 };
}

async function readLevel(raster: Raster, level: number, frame: GridFrame, rect: Rect): Promise<Grid | null> {
  const cells = cellsAround(frame, rect);
  if (!cells) return null;
  const values = await readElevations(raster, level, cells);
  const { cellSize } = frame;
  const originX = frame.originX + cells.x * cellSize;
  const originY = frame.originY - cells.y * cellSize;
  return createGrid({ width: cells.width, height: cells.height, originX, originY, cellSize }, values);
}

async function heightRange(raster: Raster): Promise<{ low: number; high: number }> {
  const fits = raster.levels.findIndex(({ width, height }) => Math.max(width, height) <= statisticsSide);
  const level = fits < 0 ? raster.levels.length - 1 : fits;
  const { width, height } = raster.levels[level]!;
  const strip = 512;
  let [low, high] = [Infinity, -Infinity];
  for (let y = 0; y < height; y += strip) {
    const rows = Math.min(strip, height - y);
    for (const value of await readElevations(raster, level, { x: 0, y, width, height: rows })) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return { low, high };
}

/** Opens a surface or elevation model (north up, square cells). Errors: those of reading rasters. */
export async function openSurface(path: string, pool: TaskPool): Promise<SurfaceSource> {
  const source = await openFileSource(path);
  try {
    const raster = await openRaster(source, { decode: poolBlockDecoder(pool, 1), cacheBytes });
    const [left, cellSize, , top] = raster.info.geotransform ?? [0, 1, 0, 0, 0, -1];
    const { width, height } = raster.levels[0]!;
    const frame: GridFrame = {
      width,
      height,
      originX: left + cellSize / 2,
      originY: top - cellSize / 2,
      cellSize,
    };
    const frames = raster.levels.map((_, level) => levelFrame(raster, level, frame));
    return {
      frame,
      ...(await heightRange(raster)),
      async read(rect, wanted) {
        let level = 0;
        while (level + 1 < frames.length && frames[level + 1]!.cellSize <= wanted * (1 + 1e-9)) level++;
        const grid = await readLevel(raster, level, frames[level]!, rect);
        if (!grid) return null;
        for (let up = 1; up <= fillLevels && level + up < frames.length; up++) {
          if (!grid.values.some(Number.isNaN)) break;
          const coarser = await readLevel(raster, level + up, frames[level + up]!, rect);
          if (coarser) fillFromCoarser(grid, coarser);
        }
        return grid;
      },
      close: () => source.close(),
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}
