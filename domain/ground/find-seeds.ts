import { openByDisk } from '../geometry/grid/morphology.ts';
import { fillSmoothly } from '../geometry/grid/smooth-fill.ts';
import { defaultLowOutliers, type LowOutlierSettings, markLowOutliers } from './low-outliers.ts';
import { lowestPoints } from './lowest-points.ts';

/** Settings of the morphological filter that separates ground from objects. Lengths in metres. */
export interface SeedSettings {
  /** Size of the cells whose lowest point may become a seed. */
  readonly cellM: number;
  /** Half the width of the largest object that is removed. */
  readonly largestRadiusM: number;
  /** Maximum slope of the ground, rise over run. */
  readonly slope: number;
  readonly lowOutliers: LowOutlierSettings;
}

export const defaultSeeds: SeedSettings = {
  cellM: 2,
  largestRadiusM: 40,
  slope: 0.15,
  lowOutliers: defaultLowOutliers,
};

/** Yields the radii of the disks, cells: steps of one at first, then of a quarter of the radius. */
function* radii(largest: number): Generator<number> {
  for (let radius = 1; radius < largest; radius = Math.max(radius + 1, Math.floor(1.25 * radius)))
    yield radius;
  yield largest;
}

/**
 * Finds seed points that are ground with high certainty: the lowest point of each cell that is not part of an object.
 * Objects are found by the simple morphological filter of Pingel, Clarke and McBride (ISPRS J. 77, 2013): openings by
 * disks of increasing radius detect cells that rise more steeply than `slope`. Low outliers are removed first.
 * @param xyz three numbers per point, metres; at least one point; borrowed
 * @returns point indices, row-major from the north
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
