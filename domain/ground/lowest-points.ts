import { createGrid, frameCovering, type GridFrame, gridRect } from '../geometry/grid/grid.ts';

/** The lowest point of each cell of a plan grid. */
export interface LowestPoints {
  readonly frame: GridFrame;
  /** Height of the point, row-major from the north; NaN for empty cells. */
  readonly heights: Float32Array;
  /** Index of the point, row-major from the north; −1 for empty cells. */
  readonly owners: Int32Array;
}

/** Returns the plan bounds of points, three numbers per point. */
export function planBounds(xyz: Float64Array): { minX: number; minY: number; maxX: number; maxY: number } {
  const rect = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let k = 0; k < xyz.length; k += 3) {
    const x = xyz[k]!;
    const y = xyz[k + 1]!;
    if (x < rect.minX) rect.minX = x;
    if (x > rect.maxX) rect.maxX = x;
    if (y < rect.minY) rect.minY = y;
    if (y > rect.maxY) rect.maxY = y;
  }
  return rect;
}

/** Finds the lowest point of each cell of a grid of size `cell`; of equally low points the first is kept. */
export function lowestPoints(xyz: Float64Array, cell: number): LowestPoints {
  const rect = planBounds(xyz);
  const frame = frameCovering({ ...rect, maxX: rect.maxX + cell / 2, minY: rect.minY - cell / 2 }, cell);
  const { minX, maxY } = gridRect(frame);
  const heights = createGrid(frame).values;
  const owners = new Int32Array(heights.length).fill(-1);
  for (let k = 0; k < xyz.length; k += 3) {
    const column = Math.min(Math.floor((xyz[k]! - minX) / cell), frame.width - 1);
    const row = Math.min(Math.floor((maxY - xyz[k + 1]!) / cell), frame.height - 1);
    const at = row * frame.width + column;
    if (owners[at]! >= 0 && xyz[owners[at]! * 3 + 2]! <= xyz[k + 2]!) continue;
    owners[at] = k / 3;
    heights[at] = xyz[k + 2]!;
  }
  return { frame, heights, owners };
}
