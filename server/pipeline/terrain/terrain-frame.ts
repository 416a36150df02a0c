import { columnX, type GridFrame, type GridWindow, type Rect, rowY } from '#domain/geometry/grid/grid.ts';
import { createConflictMeter } from '#domain/geometry/plane/place-conflicts.ts';
import { createSpacingMeter } from '#domain/geometry/plane/point-spacing.ts';
import { type HeightConflicts, noConflicts } from '#domain/geometry/plane/same-places.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import type { ColumnPoints } from '../cloud/column-points.ts';
import type { Spool } from '../cloud/spool.ts';
import type { MetresPerUnit } from '../units.ts';

const finestCellM = 0.01;
const significantDigits = 2;

/** A value to two significant digits: the nearest, or the next above where the nearest is below `least`. */
export function roundCell(value: number, least = 0): number {
  const nearest = Number(value.toPrecision(significantDigits));
  if (nearest >= least * (1 - 1e-9)) return nearest;
  const step = 10 ** (Math.floor(Math.log10(value)) - significantDigits + 1);
  return Number((nearest + step).toPrecision(significantDigits));
}

/** Number and mean plan spacing of points, over the area where there are any; horizontal unit. */
export interface PointSpacing {
  readonly count: number;
  readonly spacing: number;
  /** Plan positions with several heights. */
  readonly conflicts: HeightConflicts;
}

/**
 * Measures the mean spacing of a spool's chosen points: the square root of occupied area over their number; and finds
 * plan positions with several heights.
 */
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

/** The inputs for the cells of the two models; lengths in the horizontal unit. */
export interface CellRequest {
  /** Mean plan spacing of the ground points. */
  readonly spacing: number;
  readonly bounds: Rect;
  readonly unit: MetresPerUnit;
  /** Cell of the elevation model as stated by the person. */
  readonly resolution: number | null;
  /** Cell of the surface model as stated by the person, a multiple of the elevation model's. */
  readonly surfaceScale: number | null;
  /** Spacing that the density of the points was chosen for; null where none was chosen, as for laser returns. */
  readonly pointSpacing: number | null;
}

/** Cells of the two models, horizontal unit. */
export interface ModelCells {
  readonly elevation: number;
  readonly surface: number;
  /** Cell of the surface model without the limit of cells in a raster; null where they are equal. */
  readonly wanted: number | null;
}

/** Maximum spacing of points in cells where their density was chosen: holes and weak texture widen it. */
const maxCellsApart = 3;

/**
 * Cells of the two models. Stated cells are used as given. Else the surface model's is the spacing that the density
 * was chosen for, no less than a third of the measured one, and the elevation model's twice that; of other points
 * both have the measured spacing. To two significant digits, at least a centimetre, and coarser where a raster would
 * have more cells than `maxCells`.
 */
export function chooseCells(
  { spacing, bounds, unit, resolution, surfaceScale, pointSpacing }: CellRequest,
  maxCells: number = sizeLimits['terrain.cells'].value,
): ModelCells {
  const smallest = Math.sqrt(((bounds.maxX - bounds.minX) * (bounds.maxY - bounds.minY)) / maxCells);
  const finest = finestCellM / unit.horizontal;
  const own = Math.max(
    pointSpacing === null ? spacing : Math.max(pointSpacing, spacing / maxCellsApart),
    finest,
  );
  const wanted = roundCell(own);
  const surface = roundCell(Math.max(own, smallest), smallest);
  const elevation = resolution ?? roundCell((pointSpacing === null ? 1 : 2) * surface);
  const ofElevation = surfaceScale ?? (resolution === null ? null : 1);
  return {
    elevation,
    surface: ofElevation === null ? surface : ofElevation * elevation,
    wanted: resolution === null && surface > wanted ? wanted : null,
  };
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
