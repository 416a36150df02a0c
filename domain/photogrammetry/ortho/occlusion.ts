import type { Grid } from '../../geometry/grid/grid.ts';
import type { Vec3 } from '../../math/vectors.ts';

/** True where the surface hides a world point from a camera. */
export type OcclusionTest = (x: number, y: number, z: number) => boolean;

/** Cells by which a hiding surface may rise over a ray before it counts: noise of the surface, steep slopes. */
const toleranceCells = 0.6;
/** A surface this many cells above the point is a wall or roof: its edge counts as standing out a cell further. */
const wallCells = 12;
const guardCells = 1;

/** Cells a side of the blocks whose greatest heights let a ray pass without looking at their cells. */
const blockShift = 4;
const blockCells = 1 << blockShift;

/** Greatest heights of a surface by blocks of cells, each together with its eight neighbours. */
export interface SurfaceTops {
  readonly columns: number;
  readonly rows: number;
  /** −Infinity where no cell has a height. */
  readonly values: Float32Array;
  /** Greatest of all. */
  readonly highest: number;
}

/** Greatest heights of a grid's blocks. O(cells). */
export function measureTops({ width, height, values }: Grid): SurfaceTops {
  const columns = Math.ceil(width / blockCells);
  const rows = Math.ceil(height / blockCells);
  const own = new Float32Array(columns * rows).fill(-Infinity);
  let highest = -Infinity;
  for (let row = 0; row < height; row++) {
    const blockRow = Math.floor(row / blockCells) * columns;
    for (let column = 0; column < width; column++) {
      const value = values[row * width + column]!;
      const block = blockRow + Math.floor(column / blockCells);
      if (value > own[block]!) own[block] = value;
    }
  }
  const tops = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let top = -Infinity;
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
        for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
          top = Math.max(top, own[r * columns + c]!);
        }
      }
      tops[row * columns + column] = top;
      highest = Math.max(highest, own[row * columns + column]!);
    }
  }
  return { columns, rows, values: tops, highest };
}

/**
 * Walks the viewing ray of a point over a surface, from one grid line to the next along the ray's main direction; on a
 * line the surface runs straight between two cells, so what is compared is the surface itself and not a sample near
 * it. The walk ends where the ray is above everything. Cells without a height hide nothing.
 * @param surface borrowed; must reach from the point towards the camera as far as anything can hide it
 * @param camera projection centre in world coordinates, the unit of heights for z
 * @param unitRatio horizontal units a vertical unit
 * @param tops of the surface; measured here where left out
 * @param isStrict whether edges of walls count as standing out a little further, against roofs on the ground beside
 */
export function createOcclusionTest(
  surface: Grid,
  camera: Vec3,
  unitRatio: number,
  tops: SurfaceTops = measureTops(surface),
  isStrict = true,
): OcclusionTest {
  const { width, height, originX, originY, cellSize, values } = surface;
  const { highest, columns: blockColumns, values: blockTops } = tops;
  const tolerance = (toleranceCells * cellSize) / unitRatio;
  const wall = isStrict ? (wallCells * cellSize) / unitRatio : Infinity;
  const [cameraX, cameraY, cameraZ] = camera;
  return (x, y, z) => {
    const column = (x - originX) / cellSize;
    const row = (originY - y) / cellSize;
    const dc = (cameraX - x) / cellSize;
    const dr = (y - cameraY) / cellSize;
    const isWide = Math.abs(dc) >= Math.abs(dr);
    const main = isWide ? dc : dr;
    const length = Math.abs(main);
    if (length < 1) return false;
    const sign = main > 0 ? 1 : -1;
    const slant = (isWide ? dr : dc) / length;
    const rise = (cameraZ - z) / length;
    if (!(rise > 0)) return false;
    const start = isWide ? column : row;
    const other = isWide ? row : column;
    const strideMain = isWide ? 1 : width;
    const strideOther = isWide ? width : 1;
    const [lastMain, lastOther] = isWide ? [width - 1, height - 1] : [height - 1, width - 1];
    const guard = isStrict ? guardCells * rise : 0;
    let line = sign > 0 ? Math.floor(start) + 1 : Math.ceil(start) - 1;
    for (; ; line += sign) {
      const away = (line - start) * sign;
      if (away >= length) return false;
      const ray = z + away * rise;
      if (ray - guard > highest) return false;
      const across = other + away * slant;
      const low = Math.floor(across);
      if (line < 0 || line > lastMain || low < 0 || low >= lastOther) return false;
      const block = isWide
        ? (low >> blockShift) * blockColumns + (line >> blockShift)
        : (line >> blockShift) * blockColumns + (low >> blockShift);
      if (blockTops[block]! < ray - guard) {
        // Over the lines of a block's length the ray stays in the block and its neighbours, and only rises.
        line += sign * (blockCells - 1);
        continue;
      }
      const at = line * strideMain + low * strideOther;
      const first = values[at]!;
      const second = values[at + strideOther]!;
      const share = across - low;
      if (first * (1 - share) + second * share - ray > tolerance) return true;
      const higher = Math.max(first, second);
      if (higher - ray > -guard && higher - z > wall) return true;
    }
  };
}
