import { type GridFrame, gridRect } from '#domain/geometry/grid.ts';
import type { ColumnPoints } from '../cloud/column-points.ts';
import type { MetresPerUnit } from '../units.ts';

/** A lone point this far above everything around it is a bird or noise, metres. */
const lonelyAboveM = 5;
/** How far around a point is looked for company: at least so many cells, and this distance where cells are small. */
const lonelyCells = 3;
const lonelyReachM = 2;
const mostLonelyCells = 10;

export interface CellTops {
  /** Height of the highest and of the second highest point of each cell, NaN where there is none. */
  readonly first: Float64Array;
  readonly second: Float64Array;
}

async function topsOf(points: ColumnPoints, frame: GridFrame): Promise<CellTops> {
  const rect = gridRect(frame);
  const { minX, maxY } = rect;
  const { width, height, cellSize } = frame;
  const first = new Float64Array(width * height).fill(Number.NaN);
  const second = new Float64Array(width * height).fill(Number.NaN);
  await points.visit(rect, (x, y, z) => {
    const column = Math.floor((x - minX) / cellSize);
    const row = Math.floor((maxY - y) / cellSize);
    if (column < 0 || row < 0 || column >= width || row >= height) return;
    const at = row * width + column;
    if (z <= first[at]!) {
      if (!(z <= second[at]!)) second[at] = z;
      return;
    }
    second[at] = first[at]!;
    first[at] = z;
  });
  return { first, second };
}

/** True where a cell's highest point stands alone: others are around it, and none of them comes near its height. */
function isLonely(
  { first, second }: CellTops,
  { width, height }: GridFrame,
  at: number,
  reach: number,
  drop: number,
): boolean {
  const floor = first[at]! - drop;
  if (second[at]! >= floor) return false;
  let hasOthers = !Number.isNaN(second[at]!);
  const [column, row] = [at % width, Math.floor(at / width)];
  const lastRow = Math.min(row + reach, height - 1);
  const lastColumn = Math.min(column + reach, width - 1);
  for (let y = Math.max(row - reach, 0); y <= lastRow; y++) {
    for (let x = Math.max(column - reach, 0); x <= lastColumn; x++) {
      const other = first[y * width + x]!;
      if (Number.isNaN(other) || (x === column && y === row)) continue;
      if (other >= floor) return false;
      hasOthers = true;
    }
  }
  return hasOthers;
}

/**
 * The highest point of each cell of a frame, lone ones far above everything around them left out (the next highest of
 * the cell stands in for them). Places are the cells' centres.
 * @returns world coordinates, xyz a cell that has one
 */
export async function highestPoints(
  points: ColumnPoints,
  frame: GridFrame,
  unit: MetresPerUnit,
): Promise<Float64Array> {
  return withoutLonely(await topsOf(points, frame), frame, unit);
}

/** The tops of cells as points at their centres; in place of a lone one far above everything the next of its cell. */
export function withoutLonely(tops: CellTops, frame: GridFrame, unit: MetresPerUnit): Float64Array {
  const { width, cellSize, originX, originY } = frame;
  const reach = Math.min(
    Math.max(Math.ceil(lonelyReachM / (cellSize * unit.horizontal)), lonelyCells),
    mostLonelyCells,
  );
  const drop = lonelyAboveM / unit.vertical;
  const xyz = new Float64Array(tops.first.length * 3);
  let next = 0;
  for (let at = 0; at < tops.first.length; at++) {
    let top = tops.first[at]!;
    if (!Number.isNaN(top) && isLonely(tops, frame, at, reach, drop)) top = tops.second[at]!;
    if (Number.isNaN(top)) continue;
    xyz[next++] = originX + (at % width) * cellSize;
    xyz[next++] = originY - Math.floor(at / width) * cellSize;
    xyz[next++] = top;
  }
  return xyz.slice(0, next);
}
