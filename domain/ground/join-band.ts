import type { DensifySettings } from './densify.ts';
import { type Facets, visitPoints } from './facets.ts';
import { planBounds } from './lowest-points.ts';

/** Maximum slope used for widening the band, rise over run. */
const steepestBand = 1.5;

/** The position of every point relative to the ground surface, one entry per point. */
interface Heights {
  /** Vertical distance, above is positive, metres. */
  readonly rise: Float64Array;
  /** Slope of the point's facet, rise over run. */
  readonly slope: Float64Array;
}

function measureHeights(xyz: Float64Array, surface: Facets): Heights {
  const count = Math.floor(xyz.length / 3);
  const heights = { rise: new Float64Array(count), slope: new Float64Array(count) };
  visitPoints(xyz, surface, (index, { distance, slope }) => {
    heights.rise[index] = distance * Math.sqrt(1 + slope * slope);
    heights.slope[index] = slope;
  });
  return heights;
}

/** Returns a predicate of point indices: whether vegetation covers the ground in the point's cell, see `cover`. */
function findCovered(
  xyz: Float64Array,
  { rise, slope }: Heights,
  { cellM, heightM, share }: DensifySettings['cover'],
): (index: number) => boolean {
  const { minX, minY, maxX, maxY } = planBounds(xyz);
  const width = Math.floor((maxX - minX) / cellM) + 1;
  const height = Math.floor((maxY - minY) / cellM) + 1;
  const cellOf = (index: number) =>
    Math.floor((xyz[index * 3 + 1]! - minY) / cellM) * width + Math.floor((xyz[index * 3]! - minX) / cellM);
  const points = new Uint32Array(width * height);
  const high = new Uint32Array(width * height);
  for (let k = 0; k < rise.length; k++) {
    const cell = cellOf(k);
    points[cell]!++;
    if (rise[k]! > heightM + slope[k]! * heightM) high[cell]!++;
  }
  return (index) => {
    const cell = cellOf(index);
    return high[cell]! > share * points[cell]!;
  };
}

/**
 * Classifies every point within a band around the ground surface as ground.
 * @param xyz three numbers per point, metres, in spatial order; borrowed
 * @param isGround 1 for ground, one entry per point; updated
 * @param surface triangulated ground surface
 */
export function joinBand(
  xyz: Float64Array,
  isGround: Uint8Array,
  settings: DensifySettings,
  surface: Facets,
): void {
  const { bandM, bandSlopeM, coveredBandSlopeM, cover } = settings;
  const heights = measureHeights(xyz, surface);
  const isCovered = findCovered(xyz, heights, cover);
  for (let k = 0; k < isGround.length; k++) {
    const widening = isCovered(k) ? coveredBandSlopeM : bandSlopeM;
    const band = bandM + widening * Math.min(heights.slope[k]!, steepestBand);
    if (Math.abs(heights.rise[k]!) <= band) isGround[k] = 1;
  }
}
