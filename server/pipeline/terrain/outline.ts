import { type ConvexHull, hullColumns } from '#domain/geometry/convex-hull.ts';
import { columnX, type GridFrame, type GridWindow, type Rect, rowY } from '#domain/geometry/grid.ts';
import {
  createOccupancy,
  gapSpacings,
  outlineOf,
  type SurveyOutline,
} from '#domain/geometry/survey-outline.ts';
import type { ColumnPoints } from '../cloud/column-points.ts';
import type { Spool } from '../cloud/spool.ts';
import type { SeenGround } from '../context.ts';
import { createSquareMeter, markSeen } from './seen-squares.ts';

/** Squares along a survey of which it is told whether photos see them. */
const seenSquares = 512;

/**
 * The outline of a survey from all its points in use, read once, column by column.
 * @param spacing mean plan spacing of the ground points; gaps of more than ten of them are outside
 * @param seen what photos see well counts as measured; null where there are none
 */
export async function measureOutline(
  spool: Spool,
  points: ColumnPoints,
  bounds: Rect,
  spacing: number,
  seen: SeenGround | null = null,
): Promise<SurveyOutline> {
  const occupancy = createOccupancy(bounds);
  const lattice = seen && createSquareMeter(bounds, seenSquares);
  const { scale, offset } = spool.layout.scaling;
  for (const column of spool.columns) {
    const xyz = await points.column(column);
    for (let k = 0; k < xyz.length; k += 3) {
      const [x, y] = [xyz[k]! * scale[0] + offset[0], xyz[k + 1]! * scale[1] + offset[1]];
      occupancy.see(x, y);
      lattice?.see(x, y, xyz[k + 2]!);
    }
  }
  if (seen && lattice) markSeen(occupancy, seen, lattice.finish(scale[2], offset[2]));
  return outlineOf(occupancy, gapSpacings * spacing);
}

/** A byte a cell of a window: 1 where its middle lies within an outline. */
export function cellsWithin(outline: SurveyOutline, frame: GridFrame, window: GridWindow): Uint8Array {
  const { x, y, width, height } = window;
  const cells = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (outline.contains(columnX(frame, x + column), rowY(frame, y + row))) cells[row * width + column] = 1;
    }
  }
  return cells;
}

/** How many cells of a window lie within the hull of the points, but outside the outline. */
export function countCut(
  outline: SurveyOutline,
  hull: ConvexHull,
  frame: GridFrame,
  { x, y, width, height }: GridWindow,
): number {
  let cut = 0;
  for (let row = y; row < y + height; row++) {
    const [first, last] = hullColumns(hull, frame, row);
    for (let column = Math.max(first, x); column <= Math.min(last, x + width - 1); column++) {
      if (!outline.contains(columnX(frame, column), rowY(frame, row))) cut++;
    }
  }
  return cut;
}
