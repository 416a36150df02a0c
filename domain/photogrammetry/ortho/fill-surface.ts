import { type Grid, type GridFrame, sampleGrid } from '../../geometry/grid/grid.ts';

/**
 * Gives cells without a height that of a coarser grid, bilinear between its four cells around them where all four have
 * one: gaps close, the outline hardly grows. Changes `grid.values`.
 */
export function fillFromCoarser(grid: Grid, coarser: Grid): void {
  const { width, height, values, cellSize } = grid;
  for (let row = 0; row < height; row++) {
    const v = (coarser.originY - (grid.originY - row * cellSize)) / coarser.cellSize;
    const r = Math.floor(v);
    for (let column = 0; column < width; column++) {
      if (!Number.isNaN(values[row * width + column]!)) continue;
      const u = (grid.originX + column * cellSize - coarser.originX) / coarser.cellSize;
      const c = Math.floor(u);
      if (c < 0 || r < 0 || c >= coarser.width - 1 || r >= coarser.height - 1) continue;
      const at = r * coarser.width + c;
      const [fu, fv] = [u - c, v - r];
      const top = coarser.values[at]! * (1 - fu) + coarser.values[at + 1]! * fu;
      const below = at + coarser.width;
      const bottom = coarser.values[below]! * (1 - fu) + coarser.values[below + 1]! * fu;
      values[row * width + column] = top * (1 - fv) + bottom * fv;
    }
  }
}

/** A grid's heights at the centres of another frame, bilinear; NaN outside and beside cells without a height. */
export function resampleGrid(grid: Grid, frame: GridFrame): Float32Array<ArrayBuffer> {
  const values = new Float32Array(frame.width * frame.height);
  for (let row = 0; row < frame.height; row++) {
    const y = frame.originY - row * frame.cellSize;
    for (let column = 0; column < frame.width; column++) {
      values[row * frame.width + column] = sampleGrid(grid, frame.originX + column * frame.cellSize, y);
    }
  }
  return values;
}
