import type { Tin } from '../tin/tin.ts';
import type { SurfaceVolume } from '../volume/volume.ts';
import { createGrid, type Grid, isSameFrame, sampleGrid } from './grid.ts';
import { cellSteepness } from './grid-volume.ts';

/**
 * The reference of the grid kernel (`wasm/src/grid.ts`): volumes of a gridded surface over a horizontal plane, every cell a level square; cells without a value count
 * in nothing.
 * @param slopes the grid whose slopes make the true area, when heights are differences; same frame
 */
export function gridVolumeOverPlane(grid: Grid, z: number, slopes: Grid = grid): SurfaceVolume {
  const cellArea = grid.cellSize * grid.cellSize;
  let cut = 0;
  let fill = 0;
  let cells = 0;
  let steepness = 0;
  for (let row = 0; row < grid.height; row++) {
    for (let column = 0; column < grid.width; column++) {
      const height = grid.values[row * grid.width + column]! - z;
      if (Number.isNaN(height)) continue;
      if (height > 0) cut += height;
      else fill -= height;
      cells++;
      steepness += cellSteepness(slopes, row, column);
    }
  }
  return {
    cut: cut * cellArea,
    fill: fill * cellArea,
    net: (cut - fill) * cellArea,
    planArea: cells * cellArea,
    surfaceArea: steepness * cellArea,
  };
}

/**
 * A grid minus another (sampled bilinearly at the first one's cell centres, cell by cell where they are the same); NaN where
 * either has no value.
 */
export function differenceGrid(grid: Grid, base: Grid): Grid {
  const difference = createGrid(grid);
  if (isSameFrame(grid, base)) {
    for (let at = 0; at < grid.values.length; at++) {
      difference.values[at] = grid.values[at]! - base.values[at]!;
    }
    return difference;
  }
  for (let row = 0; row < grid.height; row++) {
    const y = grid.originY - row * grid.cellSize;
    for (let column = 0; column < grid.width; column++) {
      const at = row * grid.width + column;
      difference.values[at] = grid.values[at]! - sampleGrid(base, grid.originX + column * grid.cellSize, y);
    }
  }
  return difference;
}

/** The TIN through a grid's cell centres, two triangles between each four that have values. */
export function gridToTin(grid: Grid): Tin {
  const { width, height, values } = grid;
  const number = new Int32Array(width * height).fill(-1);
  let count = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i]!)) number[i] = count++;
  const points = new Float64Array(3 * count);
  for (let i = 0; i < values.length; i++) {
    if (number[i]! < 0) continue;
    points[3 * number[i]!] = grid.originX + (i % width) * grid.cellSize;
    points[3 * number[i]! + 1] = grid.originY - Math.floor(i / width) * grid.cellSize;
    points[3 * number[i]! + 2] = values[i]!;
  }
  const triangles: number[] = [];
  for (let row = 0; row < height - 1; row++) {
    for (let column = 0; column < width - 1; column++) {
      const at = row * width + column;
      const [nw, ne, sw, se] = [number[at]!, number[at + 1]!, number[at + width]!, number[at + width + 1]!];
      if (sw >= 0 && ne >= 0) {
        if (nw >= 0) triangles.push(nw, sw, ne);
        if (se >= 0) triangles.push(sw, se, ne);
      } else if (nw >= 0 && se >= 0) {
        if (sw >= 0) triangles.push(nw, sw, se);
        if (ne >= 0) triangles.push(nw, se, ne);
      }
    }
  }
  return { points, triangles: Uint32Array.from(triangles) };
}
