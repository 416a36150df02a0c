import { columnX, type GridFrame, type GridWindow, type Rect, rowY } from '#domain/geometry/grid/grid.ts';
import { photoOutline } from '#domain/geometry/outline/photo-outline.ts';
import {
  createOccupancy,
  gapSpacings,
  type Occupancy,
  outlineOf,
  type SurveyOutline,
} from '#domain/geometry/outline/survey-outline.ts';
import { type ConvexHull, hullColumns } from '#domain/geometry/plane/convex-hull.ts';
import type { ColumnPoints } from '../cloud/column-points.ts';
import type { Spool } from '../cloud/spool.ts';
import type { SeenGround } from '../context.ts';
import { createSquareMeter, seenIn } from './seen-squares.ts';

/** Squares along a survey for testing whether photos see them. */
const seenSquares = 512;

/** The outline of a survey and its inputs. */
export interface MeasuredOutline extends SurveyOutline {
  /** Widest open gap that is inside where photos see the ground, horizontal unit; null where that is not known. */
  readonly seenGap: number | null;
  /** Points outside. */
  readonly outsiders: number;
}

/** Counts points in the cells of an occupancy. */
function createPointCounts({ rect, cell, width, height }: Occupancy) {
  const counts = new Uint32Array(width * height);
  return {
    see(x: number, y: number): void {
      const at = Math.floor((y - rect.minY) / cell) * width + Math.floor((x - rect.minX) / cell);
      counts[at] = counts[at]! + 1;
    },
    outside({ contains }: SurveyOutline): number {
      let sum = 0;
      for (let at = 0; at < counts.length; at++) {
        if (counts[at] === 0) continue;
        const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
        if (!contains(rect.minX + x * cell, rect.minY + y * cell)) sum += counts[at]!;
      }
      return sum;
    },
  };
}

/**
 * The outline of a survey from all its used points, read once, column by column.
 * @param spacing mean plan spacing of the ground points
 * @param seen ground that photos see well, where the points were matched in photos; null without photos
 */
export async function measureOutline(
  spool: Spool,
  points: ColumnPoints,
  bounds: Rect,
  spacing: number,
  seen: SeenGround | null = null,
): Promise<MeasuredOutline> {
  const occupancy = createOccupancy(bounds);
  const photos = seen && {
    seen,
    counts: createPointCounts(occupancy),
    lattice: createSquareMeter(bounds, seenSquares),
  };
  const { scale, offset } = spool.layout.scaling;
  for (const column of spool.columns) {
    const xyz = await points.column(column);
    for (let k = 0; k < xyz.length; k += 3) {
      const [x, y] = [xyz[k]! * scale[0] + offset[0], xyz[k + 1]! * scale[1] + offset[1]];
      occupancy.see(x, y);
      photos?.counts.see(x, y);
      photos?.lattice.see(x, y, xyz[k + 2]!);
    }
  }
  // without photos every point is inside
  if (!photos) return { ...outlineOf(occupancy, gapSpacings * spacing), seenGap: null, outsiders: 0 };
  const squares = photos.lattice.finish(scale[2], offset[2]);
  const outline = photoOutline(occupancy, spacing, seenIn(photos.seen, squares));
  return { ...outline, outsiders: photos.counts.outside(outline) };
}

/** One byte per cell of a window: 1 where its middle is within an outline. */
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

/** Number of cells of a window within the hull of the points, but outside the outline. */
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
