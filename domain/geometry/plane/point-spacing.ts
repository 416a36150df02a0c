import type { Rect } from '../grid/grid.ts';

/** Measures the mean spacing of points that are shown to it one by one. */
export interface SpacingMeter {
  see(x: number, y: number): void;
  /** The root of the occupied area over the number of points. */
  spacing(): number;
}

/** Cells a side, at most. */
const maxCells = 8192;

/**
 * An accumulator for `count` points (at least one) within a rectangle; cells four times the spacing of points spread
 * evenly over it count as occupied with a point in them, so that empty parts do not widen the spacing. Same unit as
 * the points.
 */
export function createSpacingMeter(rect: Rect, count: number): SpacingMeter {
  const [extentX, extentY] = [rect.maxX - rect.minX, rect.maxY - rect.minY];
  const cell = Math.max(
    4 * Math.sqrt((extentX * extentY) / count),
    Math.max(extentX, extentY) / maxCells,
    1e-6,
  );
  const width = Math.floor(extentX / cell) + 1;
  const occupied = new Uint8Array(width * (Math.floor(extentY / cell) + 1));
  return {
    see(x, y) {
      occupied[Math.floor((y - rect.minY) / cell) * width + Math.floor((x - rect.minX) / cell)] = 1;
    },
    spacing() {
      let cells = 0;
      for (const mark of occupied) cells += mark;
      return Math.sqrt((cells * cell * cell) / count);
    },
  };
}
