import type { Grid } from '#domain/geometry/grid.ts';
import type { TileWindow } from './terrain-frame.ts';

/** What a cell of an elevation model rests on. */
export const supportCodes = { none: 0, measured: 1, filled: 2, break: 3 } as const;

/** Change of slope (rise over run) between neighbouring cells that counts as a break of the ground. */
const breakSlopeChange = 0.5;

function isBreak(grid: Grid, at: number, verticalPerHorizontal: number): boolean {
  const { values, width, cellSize } = grid;
  const bend = (step: number) =>
    (Math.abs(values[at - step]! - 2 * values[at]! + values[at + step]!) * verticalPerHorizontal) / cellSize;
  return bend(1) > breakSlopeChange || bend(width) > breakSlopeChange;
}

/**
 * Marks what each cell of a tile rests on: a point within a cell of it (measured), the triangulation alone (filled),
 * or a sharp bend of the ground (break).
 * @param grid heights of the tile with a border of `margin` ≥ 1 cells
 * @param points world coordinates of the surface's points in and around the tile, xyz a point
 */
export function markSupport(
  grid: Grid,
  points: Float64Array,
  tile: TileWindow,
  margin: number,
  verticalPerHorizontal: number,
): Uint8Array<ArrayBuffer> {
  const near = new Uint8Array(grid.values.length);
  for (let k = 0; k < points.length; k += 3) {
    const column = Math.round((points[k]! - grid.originX) / grid.cellSize);
    const row = Math.round((grid.originY - points[k + 1]!) / grid.cellSize);
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const [x, y] = [column + dx, row + dy];
        if (x >= 0 && y >= 0 && x < grid.width && y < grid.height) near[y * grid.width + x] = 1;
      }
    }
  }
  const marks = new Uint8Array(tile.width * tile.height);
  for (let row = 0; row < tile.height; row++) {
    for (let column = 0; column < tile.width; column++) {
      const at = (row + margin) * grid.width + column + margin;
      if (Number.isNaN(grid.values[at]!)) continue;
      const isBent = isBreak(grid, at, verticalPerHorizontal);
      marks[row * tile.width + column] = isBent
        ? supportCodes.break
        : near[at]
          ? supportCodes.measured
          : supportCodes.filled;
    }
  }
  return marks;
}
