import { middleOf } from './cloud-points.ts';

/** Cells of a plan, row by row from the south-west. */
export interface CellFrame {
  readonly minX: number;
  readonly minY: number;
  readonly columns: number;
  readonly rows: number;
  readonly cellM: number;
}

/** Heights of the cells of a plan, metres; NaN where a cell has no points. */
export interface CellHeights extends CellFrame {
  readonly middle: Float64Array;
  readonly least: Float64Array;
}

/** The frame of square cells, their corners at whole multiples of their edge, that holds all points. */
export function frameOf(points: Float64Array, cellM: number): CellFrame {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 3) {
    west = Math.min(west, points[at]!);
    east = Math.max(east, points[at]!);
    south = Math.min(south, points[at + 1]!);
    north = Math.max(north, points[at + 1]!);
  }
  const [minX, minY] = [Math.floor(west / cellM), Math.floor(south / cellM)];
  const columns = Math.floor(east / cellM) - minX + 1;
  const rows = Math.floor(north / cellM) - minY + 1;
  return { minX: minX * cellM, minY: minY * cellM, columns, rows, cellM };
}

/** Index of the cell of a place; -1 outside the frame. */
export function cellAt({ minX, minY, columns, rows, cellM }: CellFrame, x: number, y: number): number {
  const [column, row] = [Math.floor((x - minX) / cellM), Math.floor((y - minY) / cellM)];
  return column >= 0 && row >= 0 && column < columns && row < rows ? row * columns + column : -1;
}

/** The middle and the least height of the points (length 3n) of each cell. */
export function heightsOf(points: Float64Array, frame: CellFrame): CellHeights {
  const lists = new Map<number, number[]>();
  for (let at = 0; at < points.length; at += 3) {
    const cell = cellAt(frame, points[at]!, points[at + 1]!);
    if (cell < 0) continue;
    const list = lists.get(cell);
    if (list) list.push(points[at + 2]!);
    else lists.set(cell, [points[at + 2]!]);
  }
  const middle = new Float64Array(frame.columns * frame.rows).fill(Number.NaN);
  const least = middle.slice();
  for (const [cell, heights] of lists) {
    middle[cell] = middleOf(heights);
    least[cell] = heights.reduce((low, z) => Math.min(low, z), Infinity);
  }
  return { ...frame, middle, least };
}

/** The least or greatest of each square window of values; NaN where it holds none. */
function extremesIn(
  values: Float64Array,
  { columns, rows }: CellFrame,
  reach: number,
  better: (a: number, b: number) => number,
): Float64Array {
  const along = (from: Float64Array, count: number, stride: number, lines: number, lineStride: number) => {
    const to = new Float64Array(from.length).fill(Number.NaN);
    for (let line = 0; line < lines; line++) {
      for (let k = 0; k < count; k++) {
        let best = Number.NaN;
        for (let j = Math.max(0, k - reach); j <= Math.min(count - 1, k + reach); j++) {
          const value = from[line * lineStride + j * stride]!;
          if (Number.isNaN(best) || better(value, best) === value) best = Number.isNaN(value) ? best : value;
        }
        to[line * lineStride + k * stride] = best;
      }
    }
    return to;
  };
  return along(along(values, columns, 1, rows, columns), rows, columns, columns, 1);
}

/** The low envelope of a surface: the morphological opening of its least heights by a square of twice `reachM`. */
export function lowEnvelope(heights: CellHeights, reachM: number): Float64Array {
  const reach = Math.round(reachM / heights.cellM);
  const low = extremesIn(heights.least, heights, reach, Math.min);
  return extremesIn(low, heights, reach, Math.max);
}
