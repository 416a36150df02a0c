import type { Grid } from '#domain/geometry/grid.ts';

/** Cells looked at, about: enough for two digits, quick enough for the page's own thread. */
const cellsLookedAt = 500_000;

/**
 * Standard deviation of the noise of a gridded surface, by the mean magnitude of a mask that is blind to planes and
 * constant curvature: sqrt(π/2)/6 · mean|I ∗ [[1 −2 1][−2 4 −2][1 −2 1]]| (Immerkær 1996, Fast noise variance
 * estimation). Breaks and edges raise it, so it errs on the safe side. Of large grids every n-th row is looked at. 0
 * where no cell has all its neighbours.
 */
export function surfaceNoise(grid: Grid): number {
  const { width, height, values } = grid;
  let sum = 0;
  let count = 0;
  const step = Math.max(1, Math.ceil((width * height) / cellsLookedAt));
  for (let row = 1; row < height - 1; row += step) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column;
      const corners =
        values[at - width - 1]! + values[at - width + 1]! + values[at + width - 1]! + values[at + width + 1]!;
      const sides = values[at - width]! + values[at + width]! + values[at - 1]! + values[at + 1]!;
      const response = Math.abs(corners - 2 * sides + 4 * values[at]!);
      if (Number.isNaN(response)) continue;
      sum += response;
      count++;
    }
  }
  return count === 0 ? 0 : (Math.sqrt(Math.PI / 2) / 6) * (sum / count);
}
