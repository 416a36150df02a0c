import type { GridFrame } from '../geometry/grid.ts';
import { eliminate } from '../photogrammetry/linear/solve.ts';
import { openByDisk } from './morphology.ts';

/** When a cell's lowest point is no ground but an echo from under it. Lengths in metres. */
export interface LowOutlierSettings {
  /** How steeply a low cell falls below all its neighbours, rise over run. */
  readonly slope: number;
  /** Cells around it that tell what it fell from. */
  readonly reach: number;
  /** Their median distance from a plane over the fall: up to this share the point fell from smooth ground. */
  readonly smoothShare: number;
  /**
   * From this share on it fell from rough crowns and is a return from the ground between them. In between, points at
   * its own level speak for it, see `companions`.
   */
  readonly roughShare: number;
  /** Cells at its level within some cells of it that make it ground; what they may differ by, metres and rise over run. */
  readonly companions: {
    readonly least: number;
    readonly reach: number;
    readonly heightM: number;
    readonly slope: number;
  };
  /** Distance from the plane within which cells count fully in any case. */
  readonly leastDoubtM: number;
}

export const defaultLowOutliers: LowOutlierSettings = {
  slope: 1,
  reach: 6,
  smoothShare: 0.1,
  roughShare: 0.3,
  companions: { least: 6, reach: 8, heightM: 0.5, slope: 0.1 },
  leastDoubtM: 0.2,
};

const leastNeighbours = 6;
const planePasses = 6;
/** Distance from a plane, in medians, at which a cell's say halves. */
const doubt = 2;

interface Neighbours {
  readonly columns: number[];
  readonly rows: number[];
  readonly heights: number[];
}

const medianOf = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Plane through most of some cells by reweighted least squares (Cauchy's weights).
 * @returns its height in the middle and the median distance of the cells from it
 */
function fitMost(
  { columns, rows, heights }: Neighbours,
  leastDoubtM: number,
): { middle: number; roughness: number } {
  let plane = [0, 0, medianOf(heights)];
  let roughness = 0;
  for (let pass = 0; pass < planePasses; pass++) {
    const [a, b, c] = plane as [number, number, number];
    const off = heights.map((z, k) => z - a * columns[k]! - b * rows[k]! - c);
    roughness = medianOf(off.map(Math.abs));
    const half = Math.max(leastDoubtM, doubt * roughness);
    const normal = new Float64Array(12);
    for (const [k, z] of heights.entries()) {
      const weight = 1 / (1 + (off[k]! / half) ** 2);
      const row = [columns[k]!, rows[k]!, 1, z];
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 4; j++) normal[4 * i + j]! += weight * row[i]! * row[j]!;
      }
    }
    if (!eliminate(normal, 3, 1)) break;
    plane = [normal[3]!, normal[7]!, normal[11]!];
  }
  return { middle: plane[2]!, roughness };
}

/**
 * Marks cells whose lowest point lies far below smooth surroundings: echoes that came late, wells, holes of a match.
 * Single returns from the ground under crowns fall as far, but what they fall from is rough.
 * @param heights lowest point of each cell, NaN where there is none
 * @param filled the same without gaps
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
  for (let at = 0; at < heights.length; at++) {
    if (isLow[at] !== 1) continue;
    const around = neighboursOf(heights, isLow, at, width, height, settings.reach);
    if (around.heights.length < leastNeighbours) {
      marks[at] = 1;
      continue;
    }
    const { middle, roughness } = fitMost(around, settings.leastDoubtM);
    const fall = middle - heights[at]!;
    if (fall <= 0) continue;
    const share = roughness / fall;
    const isDoubtful = share > settings.smoothShare && share <= settings.roughShare;
    if (share <= settings.smoothShare || (isDoubtful && isAlone(heights, at, frame, settings))) marks[at] = 1;
  }
  return marks;
}

function neighboursOf(
  heights: Float32Array,
  isLow: Float32Array,
  at: number,
  width: number,
  height: number,
  reach: number,
): Neighbours {
  const found: Neighbours = { columns: [], rows: [], heights: [] };
  const [column, row] = [at % width, Math.floor(at / width)];
  for (let j = Math.max(0, row - reach); j <= Math.min(height - 1, row + reach); j++) {
    for (let i = Math.max(0, column - reach); i <= Math.min(width - 1, column + reach); i++) {
      const near = j * width + i;
      if (Number.isNaN(heights[near]!) || isLow[near]) continue;
      found.columns.push(i - column);
      found.rows.push(j - row);
      found.heights.push(heights[near]!);
    }
  }
  return found;
}

/** Whether few cells around, but not beside, a cell lie at its level. */
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
