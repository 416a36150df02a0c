import type { GridFrame } from '../geometry/grid/grid.ts';
import { openByDisk } from '../geometry/grid/morphology.ts';
import { nthSmallest } from '../geometry/nth-smallest.ts';
import { eliminate } from '../math/solve.ts';

/** Criteria by which the lowest point of a cell is an outlier below the ground. Lengths in metres. */
export interface LowOutlierSettings {
  /** Minimum slope from a low cell to all its neighbours, rise over run. */
  readonly slope: number;
  /** Half width of the neighbourhood that a plane is fitted to, cells. */
  readonly reach: number;
  /**
   * Ratio of the median distance of the neighbours from the plane to the depth of the point below it: up to this ratio
   * the surroundings are smooth ground and the point is an outlier.
   */
  readonly smoothShare: number;
  /**
   * Above this ratio the surroundings are rough tree crowns and the point is a ground return between them. For ratios
   * in between, `companions` decides.
   */
  readonly roughShare: number;
  /**
   * Minimum number of cells at the level of the point, within `reach` cells, for it to be ground. The height difference
   * allowed is `heightM` metres plus `slope` (rise over run) times the distance.
   */
  readonly companions: {
    readonly least: number;
    readonly reach: number;
    readonly heightM: number;
    readonly slope: number;
  };
  /** Minimum distance from the plane at which the weight of a cell is halved. */
  readonly minDoubtM: number;
}

export const defaultLowOutliers: LowOutlierSettings = {
  slope: 1,
  reach: 6,
  smoothShare: 0.1,
  roughShare: 0.3,
  companions: { least: 6, reach: 8, heightM: 0.5, slope: 0.1 },
  minDoubtM: 0.2,
};

const minNeighbours = 6;
const planePasses = 4;
/** Distance from the plane, in median distances, at which the weight of a cell is halved. */
const doubt = 2;

/** Neighbouring cells of a cell, in arrays reused for every cell; the first `count` entries are valid. */
interface Neighbours {
  count: number;
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  readonly heights: Float64Array;
  /** Signed distances from the current plane, and a scratch array for their median. */
  readonly off: Float64Array;
  readonly unsorted: Float64Array;
}

function createNeighbours(reach: number): Neighbours {
  const room = (2 * reach + 1) ** 2;
  return {
    count: 0,
    columns: new Int32Array(room),
    rows: new Int32Array(room),
    heights: new Float64Array(room),
    off: new Float64Array(room),
    unsorted: new Float64Array(room),
  };
}

/**
 * Writes the weighted normal equations of a plane as three rows of four numbers, right-hand side last. The weight of a
 * cell is 1 / (1 + (off / half)²), one half at the distance `half` from the previous plane.
 */
function sumNormal(around: Neighbours, half: number, normal: Float64Array): void {
  const { count, columns, rows, heights, off } = around;
  let w = 0;
  let wx = 0;
  let wy = 0;
  let wz = 0;
  let wxx = 0;
  let wxy = 0;
  let wyy = 0;
  let wxz = 0;
  let wyz = 0;
  for (let k = 0; k < count; k++) {
    const share = off[k]! / half;
    const weight = 1 / (1 + share * share);
    const x = columns[k]!;
    const y = rows[k]!;
    const z = heights[k]!;
    w += weight;
    wx += weight * x;
    wy += weight * y;
    wz += weight * z;
    wxx += weight * x * x;
    wxy += weight * x * y;
    wyy += weight * y * y;
    wxz += weight * x * z;
    wyz += weight * y * z;
  }
  normal.set([wxx, wxy, wx, wxz, wxy, wyy, wy, wyz, wx, wy, w, wz]);
}

/**
 * Fits a plane to cells robustly, by iteratively reweighted least squares (Cauchy weights).
 * @param around at least one cell
 * @returns height of the plane at the centre and median distance of the cells from the plane, metres
 */
function fitMost(around: Neighbours, minDoubtM: number): { middle: number; roughness: number } {
  const { count, columns, rows, heights, off, unsorted } = around;
  const middle = count >> 1;
  unsorted.set(heights);
  let a = 0;
  let b = 0;
  let c = nthSmallest(unsorted, count, middle);
  let roughness = 0;
  const normal = new Float64Array(12);
  for (let pass = 0; pass < planePasses; pass++) {
    for (let k = 0; k < count; k++) {
      off[k] = heights[k]! - a * columns[k]! - b * rows[k]! - c;
      unsorted[k] = Math.abs(off[k]!);
    }
    roughness = nthSmallest(unsorted, count, middle);
    const half = Math.max(minDoubtM, doubt * roughness);
    sumNormal(around, half, normal);
    if (!eliminate(normal, 3, 1)) break;
    a = normal[3]!;
    b = normal[7]!;
    c = normal[11]!;
  }
  return { middle: c, roughness };
}

/**
 * Marks cells whose lowest point is far below smooth surroundings: late returns, wells, holes from image matching.
 * Single ground returns under tree crowns are as far below their surroundings, but these are rough.
 * @param heights height of the lowest point of each cell, metres, row-major; NaN for empty cells
 * @param filled `heights` with empty cells filled
 * @returns 1 for outliers, one entry per cell
 */
export function markLowOutliers(
  heights: Float32Array,
  filled: Float32Array,
  frame: GridFrame,
  settings: LowOutlierSettings,
): Uint8Array {
  const { width, height, cellSize } = frame;
  const negated = filled.map((value) => -value);
  const opened = openByDisk(negated, width, height, 1);
  const isLow = heights.map((z, at) =>
    !Number.isNaN(z) && negated[at]! - opened[at]! > settings.slope * cellSize ? 1 : 0,
  );
  const marks = new Uint8Array(heights.length);
  const around = createNeighbours(settings.reach);
  for (let at = 0; at < heights.length; at++) {
    if (isLow[at] !== 1) continue;
    gatherNeighbours(around, heights, isLow, at, frame, settings.reach);
    if (around.count < minNeighbours) {
      marks[at] = 1;
      continue;
    }
    const { middle, roughness } = fitMost(around, settings.minDoubtM);
    const fall = middle - heights[at]!;
    if (fall <= 0) continue;
    const share = roughness / fall;
    const isDoubtful = share > settings.smoothShare && share <= settings.roughShare;
    if (share <= settings.smoothShare || (isDoubtful && isAlone(heights, at, frame, settings))) marks[at] = 1;
  }
  return marks;
}

function gatherNeighbours(
  around: Neighbours,
  heights: Float32Array,
  isLow: Float32Array,
  at: number,
  { width, height }: GridFrame,
  reach: number,
): void {
  const [column, row] = [at % width, Math.floor(at / width)];
  let count = 0;
  for (let j = Math.max(0, row - reach); j <= Math.min(height - 1, row + reach); j++) {
    for (let i = Math.max(0, column - reach); i <= Math.min(width - 1, column + reach); i++) {
      const near = j * width + i;
      if (Number.isNaN(heights[near]!) || isLow[near]) continue;
      around.columns[count] = i - column;
      around.rows[count] = j - row;
      around.heights[count++] = heights[near]!;
    }
  }
  around.count = count;
}

/** Returns whether fewer than `least` cells within `reach`, direct neighbours excluded, are at the level of a cell. */
function isAlone(
  heights: Float32Array,
  at: number,
  { width, height, cellSize }: GridFrame,
  { companions: { least, reach, heightM, slope } }: LowOutlierSettings,
): boolean {
  let count = 0;
  const [column, row] = [at % width, Math.floor(at / width)];
  for (let j = Math.max(0, row - reach); j <= Math.min(height - 1, row + reach); j++) {
    for (let i = Math.max(0, column - reach); i <= Math.min(width - 1, column + reach); i++) {
      const cells = Math.hypot(i - column, j - row);
      const off = Math.abs(heights[j * width + i]! - heights[at]!);
      if (cells >= 2 && off <= heightM + slope * cells * cellSize) count++;
    }
  }
  return count < least;
}
