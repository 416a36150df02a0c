import { type GridFrame, type GridWindow, gridRect, growWindow } from '#domain/geometry/grid/grid.ts';
import { clamp } from '#domain/math/clamp.ts';
import { type ColumnPoints, grow } from '../cloud/column-points.ts';
import { createPointList } from '../cloud/point-list.ts';
import type { MetresPerUnit } from '../units.ts';
import { windowFrame } from './terrain-frame.ts';

/** Height above all neighbours from which a lone point is a bird or noise, metres. */
const lonelyAboveM = 5;
/** Neighbourhood of a point for that test: at least this many cells, and this distance where cells are small. */
const isolatedCells = 3;
const lonelyReachM = 2;
const maxIsolatedCells = 10;

export interface CellTops {
  /** Height of the highest and of the second highest point of each cell, NaN where there is none. */
  readonly first: Float64Array;
  readonly second: Float64Array;
}

async function topsOf(points: ColumnPoints, frame: GridFrame, window: GridWindow): Promise<CellTops> {
  const { minX, maxY } = gridRect(frame);
  const { width, height } = window;
  const { cellSize } = frame;
  const first = new Float64Array(width * height).fill(Number.NaN);
  const second = new Float64Array(width * height).fill(Number.NaN);
  // one more cell, since the whole frame's arithmetic decides which cell a point is in
  const around = grow(gridRect(windowFrame(frame, window)), cellSize);
  await points.visit(around, (x, y, z) => {
    const column = Math.floor((x - minX) / cellSize) - window.x;
    const row = Math.floor((maxY - y) / cellSize) - window.y;
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

/** True where a cell's highest point is isolated: it has neighbours, and none comes near its height. */
function isLonely(
  { first, second }: CellTops,
  { width, height }: GridWindow,
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

/** Radius in cells within which neighbours make a point not isolated. */
function lonelyReach({ cellSize }: GridFrame, unit: MetresPerUnit): number {
  const wanted = Math.ceil(lonelyReachM / (cellSize * unit.horizontal));
  return clamp(wanted, isolatedCells, maxIsolatedCells);
}

/** The cells around a window that affect which of its tops are isolated, and itself. */
export function withNeighbours(frame: GridFrame, window: GridWindow, unit: MetresPerUnit): GridWindow {
  return growWindow(window, lonelyReach(frame, unit));
}

/**
 * The highest point of each cell of a window. An isolated one far above its neighbours is replaced by the next
 * highest of its cell.
 * @returns column, −row and height of each cell of the frame that has one
 */
export async function highestPoints(
  points: ColumnPoints,
  frame: GridFrame,
  window: GridWindow,
  unit: MetresPerUnit,
): Promise<Float64Array<ArrayBuffer>> {
  return withoutIsolated(
    await topsOf(points, frame, withNeighbours(frame, window, unit)),
    frame,
    window,
    unit,
  );
}

/**
 * The tops of a window's cells; an isolated one far above its neighbours is replaced by the next of its cell.
 * @param tops of the window with its neighbours
 * @returns column, −row and height of each cell of the frame that has one
 */
export function withoutIsolated(
  tops: CellTops,
  frame: GridFrame,
  window: GridWindow,
  unit: MetresPerUnit,
): Float64Array<ArrayBuffer> {
  const around = withNeighbours(frame, window, unit);
  const reach = lonelyReach(frame, unit);
  const drop = lonelyAboveM / unit.vertical;
  const list = createPointList(window.width * window.height);
  for (let row = window.y; row < window.y + window.height; row++) {
    for (let column = window.x; column < window.x + window.width; column++) {
      const at = (row - around.y) * around.width + column - around.x;
      let top = tops.first[at]!;
      if (!Number.isNaN(top) && isLonely(tops, around, at, reach, drop)) top = tops.second[at]!;
      if (!Number.isNaN(top)) list.add(column, -row, top);
    }
  }
  return list.finish();
}
