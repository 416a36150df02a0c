import { contours } from 'd3-contour';
import { createContourKernel } from '#wasm/bindings/contour.ts';
import type { BenchCase } from '../case.ts';
import { makeElevationModel } from '../data/terrain.ts';

const levelCount = 71;

/** Contours of a large elevation model as lines. */
export const contourCase: BenchCase = {
  name: 'contour',
  workload: `4000 × 4000 float32, ${levelCount} levels evenly over its heights; ours as lines, d3 as polygons`,
  goal: 20,
  prepare({ quick, kernel }) {
    const side = quick ? 600 : 4000;
    const grid = makeElevationModel(side);
    let low = Infinity;
    let high = -Infinity;
    for (const z of grid.values) {
      low = Math.min(low, z);
      high = Math.max(high, z);
    }
    const step = (high - low) / (levelCount + 1);
    const levels = Float64Array.from({ length: levelCount }, (_, k) => low + step * (k + 1));
    const ours = createContourKernel(kernel('contour'));
    const trace = contours()
      .size([side, side])
      .thresholds([...levels]);
    // d3 takes any array of numbers, though its types name the plain one.
    const values = grid.values as unknown as number[];
    return {
      ours: () => ours.traceGrid(grid, levels),
      peer: { name: 'd3-contour', run: () => trace(values) },
    };
  },
};
