import { openByDisk } from '../geometry/grid/morphology.ts';
import { fillSmoothly } from '../geometry/grid/smooth-fill.ts';
import { defaultLowOutliers, type LowOutlierSettings, markLowOutliers } from './low-outliers.ts';
import { lowestPoints } from './lowest-points.ts';

/** How ground is distinguished from what stands on it, coarsely. Lengths in metres. */
export interface SeedSettings {
  /** Edge of the cells whose lowest point may become a seed. */
  readonly cellM: number;
  /** Half the width of the largest object that is cut away. */
  readonly largestRadiusM: number;
  /** Steepest ground, rise over run. */
  readonly slope: number;
  readonly lowOutliers: LowOutlierSettings;
}

export const defaultSeeds: SeedSettings = {
  cellM: 2,
  largestRadiusM: 40,
  slope: 0.15,
  lowOutliers: defaultLowOutliers,
};

/** Radii of the growing disks, cells: every one at first, then each a quarter wider, as wide objects need no finer steps. */
function* radii(largest: number): Generator<number> {
  for (let radius = 1; radius < largest; radius = Math.max(radius + 1, Math.floor(1.25 * radius)))
    yield radius;
  yield largest;
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
  const filled = heights.slice();
  fillSmoothly(filled, width, height);
  const isObject = markLowOutliers(heights, filled, frame, settings.lowOutliers);
  let last: Float32Array = heights.map((value, at) => (isObject[at] ? Number.NaN : value));
  fillSmoothly(last, width, height);
  const largest = Math.max(1, Math.ceil(settings.largestRadiusM / settings.cellM));
  for (const radius of radii(largest)) {
    const opened = openByDisk(last, width, height, radius);
    const threshold = settings.slope * radius * settings.cellM;
    for (let k = 0; k < opened.length; k++) if (last[k]! - opened[k]! > threshold) isObject[k] = 1;
    last = opened;
  }
  const seeds = owners.filter((owner, cell) => owner >= 0 && isObject[cell] === 0);
  return seeds.length > 0 ? Uint32Array.from(seeds) : Uint32Array.from(owners.filter((owner) => owner >= 0));
}
