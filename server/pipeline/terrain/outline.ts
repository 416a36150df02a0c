import type { Grid, Rect } from '#domain/geometry/grid.ts';
import {
  createOccupancy,
  gapSpacings,
  outlineOf,
  type SurveyOutline,
} from '#domain/geometry/survey-outline.ts';
import type { ColumnPoints } from '../cloud/column-points.ts';
import type { Spool } from '../cloud/spool.ts';

/**
 * The outline of a survey from all its points in use, read once, column by column.
 * @param spacing mean plan spacing of the ground points; gaps of more than ten of them are outside
 */
export async function measureOutline(
  spool: Spool,
  points: ColumnPoints,
  bounds: Rect,
  spacing: number,
): Promise<SurveyOutline> {
  const occupancy = createOccupancy(bounds);
  const { scale, offset } = spool.layout.scaling;
  for (const column of spool.columns) {
    const xyz = await points.column(column);
    for (let k = 0; k < xyz.length; k += 3) {
      occupancy.see(xyz[k]! * scale[0] + offset[0], xyz[k + 1]! * scale[1] + offset[1]);
    }
  }
  return outlineOf(occupancy, gapSpacings * spacing);
}

/**
 * Empties the cells of a grid whose middle lies outside an outline, in place. Returns how many had a height, those of
 * the margin not counted.
 */
export function trimGrid(grid: Grid, outline: SurveyOutline, margin: number): number {
  const { values, width, height, originX, originY, cellSize } = grid;
  let cut = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      if (Number.isNaN(values[at]!)) continue;
      if (outline.contains(originX + column * cellSize, originY - row * cellSize)) continue;
      values[at] = Number.NaN;
      const isInner = row >= margin && column >= margin && row < height - margin && column < width - margin;
      if (isInner) cut++;
    }
  }
  return cut;
}
