import { clamp } from '../math/clamp.ts';
import { type ClimbSettings, climbFaces, defaultClimb } from './climb.ts';
import { type DensifySettings, defaultDensify, densifyGround, startGround } from './densify.ts';
import type { Triangulate } from './facets.ts';
import { defaultSeeds, findSeeds, type SeedSettings } from './find-seeds.ts';
import { joinBand } from './join-band.ts';
import { lowestPoints, planBounds } from './lowest-points.ts';

export interface GroundSettings {
  readonly seeds: SeedSettings;
  readonly densify: DensifySettings;
  readonly climb: ClimbSettings;
  /** Mean number of points per cell of the grid of lowest points, which forms the lower envelope … */
  readonly pointsPerCell: number;
  /** … and the minimum cell size, metres. */
  readonly minCellM: number;
}

export const defaultGround: GroundSettings = {
  seeds: defaultSeeds,
  densify: defaultDensify,
  climb: defaultClimb,
  pointsPerCell: 2,
  minCellM: 0.5,
};

/** Minimum extent for the default lengths, metres; for smaller scenes they are reduced in proportion. */
const fullExtentM = 50;
/** Minimum scale of the lengths, that of a scene of half a metre; ground cannot be classified in smaller scenes. */
const minScale = 0.01;
/** Maximum width of an object as a fraction of the extent. */
const widestShare = 2 / 3;

/**
 * Returns the default settings for a survey of the given extent (longer side in plan, metres). In small scenes lengths
 * are scaled down: windows suited to a quarry would exceed a tabletop scene, and its heaps would be within the noise.
 */
export function groundSettingsFor(extentM: number): GroundSettings {
  const { seeds, densify, climb, pointsPerCell, minCellM } = defaultGround;
  const scale = clamp(extentM / fullExtentM, minScale, 1);
  const { lowOutliers } = seeds;
  return {
    seeds: {
      cellM: scale * seeds.cellM,
      largestRadiusM: Math.min(seeds.largestRadiusM, (widestShare * extentM) / 2),
      slope: seeds.slope,
      lowOutliers: {
        ...lowOutliers,
        companions: { ...lowOutliers.companions, heightM: scale * lowOutliers.companions.heightM },
        minDoubtM: scale * lowOutliers.minDoubtM,
      },
    },
    densify: {
      distanceM: scale * densify.distanceM,
      angleDeg: densify.angleDeg,
      fullAngleEdgeM: scale * densify.fullAngleEdgeM,
      noiseM: scale * densify.noiseM,
      bandM: scale * densify.bandM,
      bandSlopeM: scale * densify.bandSlopeM,
      coveredBandSlopeM: scale * densify.coveredBandSlopeM,
      cover: {
        ...densify.cover,
        cellM: scale * densify.cover.cellM,
        heightM: scale * densify.cover.heightM,
      },
    },
    climb: { ...climb, roughnessM: scale * climb.roughnessM, stepM: scale * climb.stepM },
    pointsPerCell,
    minCellM: scale * minCellM,
  };
}

/** Maximum distance at which a point can affect the classification of another, metres. */
export const groundReachM = 1.25 * defaultSeeds.largestRadiusM;

/** Cells per side of the grid of the Z-curve, minus one. */
const sortCells = 0x7ff;

/** Returns the point indices in the order of a Z-curve in plan, so that neighbours are close together. */
function planOrder(xyz: Float64Array): Uint32Array {
  const { minX, minY, maxX, maxY } = planBounds(xyz);
  const cell = Math.max(maxX - minX, maxY - minY, Number.MIN_VALUE) / sortCells;
  const spread = (value: number) => {
    let bits = Math.min(Math.floor(value / cell), sortCells);
    bits = (bits | (bits << 8)) & 0x00ff00ff;
    bits = (bits | (bits << 4)) & 0x0f0f0f0f;
    bits = (bits | (bits << 2)) & 0x33333333;
    return (bits | (bits << 1)) & 0x55555555;
  };
  const keys = new Uint32Array(Math.floor(Math.floor(xyz.length / 3)));
  for (let k = 0; k < keys.length; k++) {
    keys[k] = spread(xyz[k * 3]! - minX) | (spread(xyz[k * 3 + 1]! - minY) << 1);
  }
  return sortedOrder(keys);
}

const radixBits = 11;

/** Returns the indices sorted by ascending key (stable radix sort from the least significant digit). */
function sortedOrder(keys: Uint32Array): Uint32Array {
  let order = new Uint32Array(keys.length);
  let target = new Uint32Array(keys.length);
  for (let k = 0; k < order.length; k++) order[k] = k;
  for (let shift = 0; shift < 2 * radixBits; shift += radixBits) {
    const starts = new Uint32Array(2 ** radixBits + 1);
    const mask = 2 ** radixBits - 1;
    for (const key of keys) starts[((key >>> shift) & mask) + 1]!++;
    for (let digit = 1; digit < starts.length; digit++) starts[digit]! += starts[digit - 1]!;
    for (let k = 0; k < order.length; k++) {
      const index = order[k]!;
      target[starts[(keys[index]! >>> shift) & mask]!++] = index;
    }
    [order, target] = [target, order];
  }
  return order;
}

function envelopeCell(xyz: Float64Array, settings: GroundSettings): number {
  const { minX, minY, maxX, maxY } = planBounds(xyz);
  const area = (maxX - minX) * (maxY - minY);
  return Math.max(settings.minCellM, Math.sqrt((settings.pointsPerCell * area * 3) / xyz.length));
}

/**
 * Classifies ground points: seeds by a morphological filter, progressive densification of the surface through them,
 * then smooth steep faces (heaps, banks, cuts) connected to it.
 * @param xyz three numbers per candidate, metres (last returns only, without noise); borrowed
 * @returns 1 for ground, 0 otherwise, one entry per candidate
 */
export function classifyGround(
  xyz: Float64Array,
  triangulate: Triangulate,
  settings: GroundSettings = defaultGround,
): Uint8Array {
  const marks = new Uint8Array(Math.floor(xyz.length / 3));
  if (marks.length === 0) return marks;
  const order = planOrder(xyz);
  const sorted = new Float64Array(xyz.length);
  for (let k = 0; k < order.length; k++) {
    const from = order[k]! * 3;
    sorted[k * 3] = xyz[from]!;
    sorted[k * 3 + 1] = xyz[from + 1]!;
    sorted[k * 3 + 2] = xyz[from + 2]!;
  }
  const isGround = new Uint8Array(order.length);
  for (const seed of findSeeds(sorted, settings.seeds)) isGround[seed] = 1;
  const lowest = lowestPoints(sorted, envelopeCell(sorted, settings));
  const envelope = Uint32Array.from(lowest.owners.filter((owner) => owner >= 0));
  envelope.sort();
  const ground = startGround(sorted, envelope, isGround, triangulate);
  densifyGround(ground, isGround, settings.densify);
  climbFaces(sorted, lowest, isGround, settings.climb);
  densifyGround(ground, isGround, settings.densify);
  joinBand(sorted, isGround, settings.densify, ground.surface);
  for (let k = 0; k < order.length; k++) marks[order[k]!] = isGround[k]!;
  return marks;
}
