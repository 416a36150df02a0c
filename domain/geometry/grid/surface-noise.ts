import type { Grid, Rect } from './grid.ts';

/** Cells looked at, about: enough for two digits, quick beside the volume itself. */
const cellsLookedAt = 500_000;

/** First and last row or column whose cell and neighbours `lag` away matter to `[first, last]`, both inside the grid's border. */
function span(first: number, last: number, length: number, lag: number): [number, number] {
  return [Math.max(lag, Math.floor(first)), Math.min(length - 1 - lag, Math.ceil(last))];
}

/**
 * Standard deviation of the noise of a gridded surface, by the mean magnitude of a mask that is blind to planes and
 * constant curvature: sqrt(π/2)/6 · mean|I ∗ [[1 −2 1][−2 4 −2][1 −2 1]]| (Immerkær 1996, Fast noise variance
 * estimation). Breaks and edges raise it, so the estimate is conservative. In large grids every n-th row is used. 0
 * where no cell has all its neighbours.
 * @param rect where to look, world coordinates; everywhere when left out
 * @param lag spacing of the mask's cells in grid cells; closer ones than two spacings of the points that the grid is
 * interpolated between would show less noise than there is
 */
export function surfaceNoise(grid: Grid, rect?: Rect, lag = 1): number {
  const { width, height, values, originX, originY, cellSize } = grid;
  const [left, right] = rect
    ? span((rect.minX - originX) / cellSize, (rect.maxX - originX) / cellSize, width, lag)
    : [lag, width - 1 - lag];
  const [top, bottom] = rect
    ? span((originY - rect.maxY) / cellSize, (originY - rect.minY) / cellSize, height, lag)
    : [lag, height - 1 - lag];
  let sum = 0;
  let count = 0;
  const step = Math.max(1, Math.ceil(((right - left + 1) * (bottom - top + 1)) / cellsLookedAt));
  for (let row = top; row <= bottom; row += step) {
    for (let column = left; column <= right; column++) {
      const at = row * width + column;
      const [north, south] = [at - lag * width, at + lag * width];
      const corners =
        values[north - lag]! + values[north + lag]! + values[south - lag]! + values[south + lag]!;
      const sides = values[north]! + values[south]! + values[at - lag]! + values[at + lag]!;
      const response = Math.abs(corners - 2 * sides + 4 * values[at]!);
      if (Number.isNaN(response)) continue;
      sum += response;
      count++;
    }
  }
  return count === 0 ? 0 : (Math.sqrt(Math.PI / 2) / 6) * (sum / count);
}
