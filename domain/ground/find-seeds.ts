import type { GridFrame } from '../geometry/grid.ts';
import { inpaint } from './inpaint.ts';
import { lowestPoints } from './lowest-points.ts';
import { openByDisk } from './morphology.ts';

/** How ground is told from what stands on it, coarsely. Lengths in metres. */
export interface SeedSettings {
  /** Edge of the cells whose lowest point may become a seed. */
  readonly cellM: number;
  /** Half the width of the largest object that is cut away. */
  readonly largestRadiusM: number;
  /** Steepest ground, rise over run. */
  readonly slope: number;
  /** A cell lower than its neighbours by more is an outlier. */
  readonly lowOutlierM: number;
}

export const defaultSeeds: SeedSettings = { cellM: 5, largestRadiusM: 40, slope: 0.3, lowOutlierM: 2 };

function markLowOutliers(
  heights: Float32Array,
  { width, height }: GridFrame,
  depth: number,
  isObject: Uint8Array,
): void {
  const negated = heights.map((value) => -value);
  const opened = openByDisk(negated, width, height, 1);
  for (let k = 0; k < heights.length; k++) if (negated[k]! - opened[k]! > depth) isObject[k] = 1;
}

/**
 * Points that are ground almost surely: the lowest of each cell, where the cell is no object. Objects are found by the
 * simple morphological filter of Pingel, Clarke and McBride (ISPRS J. 77, 2013): openings by growing disks cut away
 * what rises faster than the steepest ground; low outliers go first.
 * @param xyz three numbers a point, metres; at least one point; borrowed
 * @returns indices of points, row by row from the north
 */
export function findSeeds(xyz: Float64Array, settings: SeedSettings): Uint32Array {
  const { frame, heights, owners } = lowestPoints(xyz, settings.cellM);
  const { width, height } = frame;
  const isObject = new Uint8Array(heights.length);
  let last: Float32Array = heights.slice();
  inpaint(last, width, height);
  markLowOutliers(last, frame, settings.lowOutlierM, isObject);
  for (let k = 0; k < last.length; k++) if (isObject[k]) last[k] = Number.NaN;
  inpaint(last, width, height);
  const largest = Math.max(1, Math.ceil(settings.largestRadiusM / settings.cellM));
  for (let radius = 1; radius <= largest; radius++) {
    const opened = openByDisk(last, width, height, radius);
    const threshold = settings.slope * radius * settings.cellM;
    for (let k = 0; k < opened.length; k++) if (last[k]! - opened[k]! > threshold) isObject[k] = 1;
    last = opened;
  }
  const seeds = owners.filter((owner, cell) => owner >= 0 && isObject[cell] === 0);
  return seeds.length > 0 ? Uint32Array.from(seeds) : Uint32Array.from(owners.filter((owner) => owner >= 0));
}
