import { columnX, type Grid, gridRect, rowY, sampleGrid } from '../grid/grid.ts';
import { surfaceNoise } from '../grid/surface-noise.ts';
import { spansInside } from '../plane/row-spans.ts';
import type { Position } from '../position.ts';

/** Areas within a ring where one model is above another. */
export interface Raised {
  /** Plan area, horizontal unit squared. */
  readonly area: number;
  /** Between the models there, horizontal unit cubed. */
  readonly volume: number;
}

/** Models differ from this many standard deviations of both models' noise on. */
const noiseTimes = 3;
/** Or so many cells, where they have hardly any noise. */
const minCells = 0.1;
/** Smaller shares of the ring are not reported. */
const minShare = 0.01;

/**
 * Where a surface model is above an elevation model by more than the noise of both, within a ring; null where that is
 * less than a hundredth of it. Objects that the ground filter removed are there: vegetation, buildings, and heaps
 * that are small for it.
 * @param elevation cells compared at their centres
 * @param ring plan coordinates of the grids, at least three
 */
export function raisedAbove(elevation: Grid, surface: Grid, ring: readonly Position[]): Raised | null {
  const { width, cellSize, values } = elevation;
  const rect = gridRect(elevation);
  const noise = Math.hypot(surfaceNoise(elevation), surfaceNoise(surface));
  const limit = Math.max(noiseTimes * noise, minCells * cellSize);
  const pixels = ring.map(([x, y]): [number, number] => [
    (x - rect.minX) / cellSize,
    (rect.maxY - y) / cellSize,
  ]);
  const spansOf = spansInside([pixels], elevation);
  let [cells, raised, height] = [0, 0, 0];
  for (let row = 0; row < elevation.height; row++) {
    const spans = spansOf(row);
    for (let k = 0; k < spans.length; k += 2) {
      for (let column = spans[k]!; column < spans[k + 1]!; column++) {
        cells++;
        const top = sampleGrid(surface, columnX(elevation, column), rowY(elevation, row));
        const above = top - values[row * width + column]!;
        if (!(above > limit)) continue;
        raised++;
        height += above;
      }
    }
  }
  if (raised < minShare * cells || raised === 0) return null;
  return { area: raised * cellSize ** 2, volume: height * cellSize ** 2 };
}
