import { AppError } from '../../errors/app-error.ts';
import { createGrid, type Grid, type Rect } from '../../geometry/grid/grid.ts';
import type { NorthUpElevations } from './north-up.ts';
import type { PixelWindow } from './open-raster.ts';
import { findSuspectNodata } from './suspect-nodata.ts';

/** Elevations of a rectangle, in the horizontal unit of the project in all three directions. */
export interface SurfaceWindow {
  readonly grid: Grid;
  /** The raster's own cell; above it, `grid` was thinned. Horizontal unit. */
  readonly nativeCellSize: number;
  /** Mean plan spacing of the points that the raster comes from, horizontal unit; null where unknown. */
  readonly pointSpacing: number | null;
}

/** What of a raster is read. */
export interface WindowRequest {
  readonly rect: Rect;
  /** Most cells; a rectangle of more is read from coarser levels where there are any. */
  readonly limit: number;
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  /** What the surface is called in errors. */
  readonly name: string;
}

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

/**
 * Reads the square cells of a raster that touch a rectangle, one more on each side; the grid is the caller's.
 * Errors: geometry.no-overlap, editor.area-too-large, raster.nodata-unclear, those of `Raster.readWindow`.
 */
export async function readSurfaceWindow(
  cells: NorthUpElevations,
  pointSpacing: number | null,
  { rect, limit, zFactor, name }: WindowRequest,
  signal: AbortSignal,
): Promise<SurfaceWindow> {
  const { levels, west, north } = cells;
  for (const [level, { cellWidth: cell }] of levels.entries()) {
    const window = windowOf(cells, level, rect);
    if (window === null) throw new AppError('geometry.no-overlap', { surface: name, other: 'the-shape' });
    const count = window.width * window.height;
    const isLast = level === levels.length - 1;
    if (count > limit && !isLast) continue;
    if (count > limit) throw new AppError('editor.area-too-large', { cells: count, limit });
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
}
