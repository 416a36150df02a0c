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

/**
 * The TIN through a grid's cell centres, two triangles between each four that have values. Linear in cells. Tasks of the
 * pool run it as it is: a kernel took as long for 1 M cells and 1.3 times as long for 16 M, since it copies the TIN out
 * of its memory.
 */
export function gridToTin(grid: Grid): Tin {
  const { width, height, values, originX, originY, cellSize } = grid;
  const numbers = new Int32Array(width * height);
  let count = 0;
  for (let i = 0; i < numbers.length; i++) numbers[i] = Number.isNaN(values[i]!) ? -1 : count++;
  const points = new Float64Array(3 * count);
  for (let row = 0, at = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      if (numbers[i]! < 0) continue;
      points[at++] = originX + column * cellSize;
      points[at++] = originY - row * cellSize;
      points[at++] = values[i]!;
    }
  }
  return { points, triangles: joinCentres(numbers, width, height) };
}

/** The triangles between the centres of cells, by their numbers; −1 where there is none. */
function joinCentres(numbers: Int32Array, width: number, height: number): Uint32Array<ArrayBuffer> {
  const triangles = new Uint32Array(3 * countTriangles(numbers, width, height));
  let size = 0;
  const add = (a: number, b: number, c: number) => {
    triangles[size++] = a;
    triangles[size++] = b;
    triangles[size++] = c;
  };
  for (let row = 0; row < height - 1; row++) {
    for (let at = row * width; at < (row + 1) * width - 1; at++) {
      const [nw, ne, sw, se] = [
        numbers[at]!,
        numbers[at + 1]!,
        numbers[at + width]!,
        numbers[at + width + 1]!,
      ];
      if (sw >= 0 && ne >= 0) {
        if (nw >= 0) add(nw, sw, ne);
        if (se >= 0) add(sw, se, ne);
      } else if (nw >= 0 && se >= 0) {
        if (sw >= 0) add(nw, sw, se);
        if (ne >= 0) add(nw, se, ne);
      }
    }
  }
  return triangles;
}

/** Two between four centres, one between three. */
function countTriangles(numbers: Int32Array, width: number, height: number): number {
  let count = 0;
  for (let row = 0; row < height - 1; row++) {
    for (let at = row * width; at < (row + 1) * width - 1; at++) {
      const missing =
        (numbers[at]! >>> 31) +
        (numbers[at + 1]! >>> 31) +
        (numbers[at + width]! >>> 31) +
        (numbers[at + width + 1]! >>> 31);
      if (missing < 2) count += 2 - missing;
    }
  }
  return count;
}
