import type { Grid, GridFrame, GridWindow } from '#domain/geometry/grid/grid.ts';

/** The basis of a cell of a height model; `gap`: points that fill a gap (see `gap-points.ts`). */
export const supportCodes = { none: 0, measured: 1, filled: 2, break: 3, gap: 4 } as const;

/** Change of slope (rise over run) between neighbouring cells that is a break of the ground. */
const breakSlopeChange = 0.5;

function isBreak(grid: Grid, at: number, verticalPerHorizontal: number): boolean {
  const { values, width, cellSize } = grid;
  const bend = (step: number) =>
    (Math.abs(values[at - step]! - 2 * values[at]! + values[at + step]!) * verticalPerHorizontal) / cellSize;
  return bend(1) > breakSlopeChange || bend(width) > breakSlopeChange;
}

/**
 * Cells of a window with a point in them or in an adjacent cell, 1 each.
 * @param points world coordinates, xyz per point
 */
export function markNear(frame: GridFrame, window: GridWindow, points: Float64Array): Uint8Array {
  const { originX, originY, cellSize } = frame;
  const { width, height } = window;
  const near = new Uint8Array(width * height);
  for (let k = 0; k < points.length; k += 3) {
    const column = Math.round((points[k]! - originX) / cellSize) - window.x;
    const row = Math.round((originY - points[k + 1]!) / cellSize) - window.y;
    const lastRow = Math.min(row + 1, height - 1);
    const lastColumn = Math.min(column + 1, width - 1);
    for (let y = Math.max(row - 1, 0); y <= lastRow; y++) {
      for (let x = Math.max(column - 1, 0); x <= lastColumn; x++) near[y * width + x] = 1;
    }
  }
  return near;
}

/** The inputs of a tile's support. */
export interface SupportOf {
  /** Heights of the tile with a border of `margin` ≥ 1 cells. */
  readonly grid: Grid;
  readonly margin: number;
  /** Cells of the grid with points in or beside them, as `markNear` returns them. */
  readonly near: Uint8Array;
  /**
   * Metres of a vertical unit over those of a horizontal unit; null: no bend is a break, as for a surface with
   * objects on it.
   */
  readonly steepness: number | null;
  /** True in cells (of the whole raster) that depend on gap-filling points. */
  isGap(column: number, row: number): boolean;
}

/**
 * Marks the basis of each cell of a tile: gap-filling points, a sharp bend of the ground (break), a point within a
 * cell of it (measured), or only the triangulation (filled).
 */
export function markSupport(
  { grid, margin, near, steepness, isGap }: SupportOf,
  tile: GridWindow,
): Uint8Array<ArrayBuffer> {
  const marks = new Uint8Array(tile.width * tile.height);
  for (let row = 0; row < tile.height; row++) {
    for (let column = 0; column < tile.width; column++) {
      const at = (row + margin) * grid.width + column + margin;
      if (Number.isNaN(grid.values[at]!)) continue;
      let code: number = near[at] ? supportCodes.measured : supportCodes.filled;
      if (isGap(tile.x + column, tile.y + row)) code = supportCodes.gap;
      else if (steepness !== null && isBreak(grid, at, steepness)) code = supportCodes.break;
      marks[row * tile.width + column] = code;
    }
  }
  return marks;
}
