import type { GridFrame, Rect } from '#domain/geometry/grid.ts';
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
}

/** Measures the mean spacing of a spool's chosen points: the root of occupied area over their number. */
export async function measureSpacing(
  spool: Spool,
  points: ColumnPoints,
  bounds: Rect,
): Promise<PointSpacing> {
  let count = 0;
  for (const column of spool.columns) count += (await points.column(column)).length / 3;
  const [extentX, extentY] = [bounds.maxX - bounds.minX, bounds.maxY - bounds.minY];
  if (count === 0) return { count, spacing: 0 };
  const cell = Math.max(4 * Math.sqrt((extentX * extentY) / count), Math.max(extentX, extentY) / 8192, 1e-6);
  const width = Math.floor(extentX / cell) + 1;
  const occupied = new Uint8Array(width * (Math.floor(extentY / cell) + 1));
  const { scale, offset } = spool.layout.scaling;
  for (const column of spool.columns) {
    const xyz = await points.column(column);
    for (let k = 0; k < xyz.length; k += 3) {
      const x = Math.floor((xyz[k]! * scale[0] + offset[0] - bounds.minX) / cell);
      const y = Math.floor((xyz[k + 1]! * scale[1] + offset[1] - bounds.minY) / cell);
      occupied[y * width + x] = 1;
    }
  }
  const area = occupied.reduce((sum, mark) => sum + mark, 0) * cell * cell;
  return { count, spacing: Math.sqrt(area / count) };
}

/** Cell of twice the spacing, rounded up to 1-2-5 steps, at least a centimetre; coarser where the frame would burst. */
export function chooseCell(spacing: number, bounds: Rect, unit: MetresPerUnit): number {
  const smallest = Math.sqrt(((bounds.maxX - bounds.minX) * (bounds.maxY - bounds.minY)) / mostCells);
  return roundUp125(Math.max(2 * spacing, finestCellM / unit.horizontal, smallest));
}

/** A block of a frame: columns and rows from the north-west corner. */
export interface TileWindow {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The frame of a block, grown by some cells on every side. */
export function tileFrame(frame: GridFrame, tile: TileWindow, margin: number): GridFrame {
  return {
    width: tile.width + 2 * margin,
    height: tile.height + 2 * margin,
    originX: frame.originX + (tile.x - margin) * frame.cellSize,
    originY: frame.originY - (tile.y - margin) * frame.cellSize,
    cellSize: frame.cellSize,
  };
}
