import { columnX, type GridFrame, type GridWindow, type Rect, rowY } from '#domain/geometry/grid.ts';
import { createConflictMeter } from '#domain/geometry/place-conflicts.ts';
import { createSpacingMeter } from '#domain/geometry/point-spacing.ts';
import { type HeightConflicts, noConflicts } from '#domain/geometry/same-places.ts';
import type { ColumnPoints } from '../cloud/column-points.ts';
import type { Spool } from '../cloud/spool.ts';
import type { MetresPerUnit } from '../units.ts';

const finestCellM = 0.01;
/** More cells than this in a raster would be a slip of the resolution or the bounds rather than a survey. */
export const mostCells = 2 ** 33;

/** The smallest of 1, 2, 5, 10 … (times a power of ten) that is not below a value. */
export function roundUp125(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const tolerance = 1 + 1e-9;
  for (const step of [1, 2, 5, 10]) {
    if (value <= step * power * tolerance) return Number((step * power).toPrecision(1));
  }
  return 10 * power;
}

/** Number and mean plan spacing of points, over the area where there are any; horizontal unit. */
export interface PointSpacing {
  readonly count: number;
  readonly spacing: number;
  /** Places given more than once with different heights. */
  readonly conflicts: HeightConflicts;
}

/** Measures the mean spacing of a spool's chosen points: the root of occupied area over their number; and finds places with several heights. */
export async function measureSpacing(
  spool: Spool,
  points: ColumnPoints,
  bounds: Rect,
): Promise<PointSpacing> {
  let count = 0;
  for (const column of spool.columns) count += (await points.column(column)).length / 3;
  if (count === 0) return { count, spacing: 0, conflicts: noConflicts };
  const meter = createSpacingMeter(bounds, count);
  const places = createConflictMeter(spool.layout.scaling);
  const { scale, offset } = spool.layout.scaling;
  for (const column of spool.columns) {
    const xyz = await points.column(column);
    places.see(xyz);
    for (let k = 0; k < xyz.length; k += 3) {
      meter.see(xyz[k]! * scale[0] + offset[0], xyz[k + 1]! * scale[1] + offset[1]);
    }
  }
  return { count, spacing: meter.spacing(), conflicts: places.finish() };
}

/** Cell of twice the spacing, rounded up to 1-2-5 steps, at least a centimetre; coarser where the frame would burst. */
export function chooseCell(spacing: number, bounds: Rect, unit: MetresPerUnit): number {
  const smallest = Math.sqrt(((bounds.maxX - bounds.minX) * (bounds.maxY - bounds.minY)) / mostCells);
  return roundUp125(Math.max(2 * spacing, finestCellM / unit.horizontal, smallest));
}

/** The frame of a window. */
export function windowFrame(frame: GridFrame, { x, y, width, height }: GridWindow): GridFrame {
  return {
    width,
    height,
    originX: columnX(frame, x),
    originY: rowY(frame, y),
    cellSize: frame.cellSize,
  };
}
