import { minOf } from '../../math/extremes.ts';
import { upperMedian } from '../../math/median.ts';
import type { Vec3 } from '../../math/vectors.ts';

/** A control point from its file, and its target's position from the photo positions. */
export interface ControlSighting {
  readonly x: number;
  readonly y: number;
  readonly z: number | null;
  /** Project's frame, metres, from a block georeferenced by its GNSS positions. */
  readonly located: Vec3;
}

/** An error in plan: axes swapped, or coordinates in another unit, with the factor on the values. */
export type PlanSlip = { readonly kind: 'swapped' } | { readonly kind: 'units'; readonly factor: number };

/** Why control does not match the photos. */
export type ControlFault =
  | PlanSlip
  /** Only heights are in another unit. */
  | { readonly kind: 'height-units'; readonly factor: number }
  | { readonly kind: 'apart'; readonly distanceM: number };

/** Offsets of control from GNSS errors and confused datums are below this, metres. */
const plainReachM = 50;
/**
 * Maximum height difference of photos and control from the geoid (at most 107 m) and GNSS or barometer errors, metres.
 * Where photo heights have an unknown datum, only absurd differences count.
 */
const geoidReachM = 122;
const anyReach = { heightReachM: 160, absurdHeightM: 300 } as const;
/** An interpretation of heights is better than another where its spread is below this fraction of the other's. */
const spreadShare = 0.25;
const minSpreadM = 2;
/** Minimum number of heights for a median robust against one outlier. */
const minForMedian = 6;

const foot = 0.3048;
const surveyFoot = 1200 / 3937;
const factors = [foot, surveyFoot, 1 / foot, 1 / surveyFoot] as const;

type Reading = (
  sighting: Pick<ControlSighting, 'x' | 'y' | 'z'>,
) => readonly [x: number, y: number, z: number | null];
type ToFrame = (x: number, y: number, z: number | null) => Vec3;

const medianOf = (values: readonly number[]) => upperMedian(values) ?? Number.NaN;

/**
 * Median horizontal distance of interpreted coordinates from the targets; infinite where they cannot be transformed.
 */
function distanceOf(sightings: readonly ControlSighting[], reading: Reading, toFrame: ToFrame): number {
  const distances = sightings.map((sighting) => {
    try {
      const [x, y] = toFrame(...reading(sighting));
      const distance = Math.hypot(x - sighting.located[0], y - sighting.located[1]);
      return Number.isFinite(distance) ? distance : Number.POSITIVE_INFINITY;
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  });
  return medianOf(distances);
}

interface Heights {
  readonly shift: number;
  /** Median absolute deviation; for few heights the root mean square about the median. */
  readonly spread: number;
}

function heightsOf(sightings: readonly ControlSighting[], factor: number, toFrame: ToFrame): Heights {
  const differences = sightings.flatMap(({ x, y, z, located }) =>
    z === null ? [] : [toFrame(x, y, z * factor)[2] - located[2]],
  );
  const shift = medianOf(differences);
  const off = differences.map((value) => Math.abs(value - shift));
  const square = off.reduce((sum, value) => sum + value * value, 0) / Math.max(1, off.length);
  return { shift, spread: off.length < minForMedian ? Math.sqrt(square) : medianOf(off) };
}

function diagnoseHeights(
  sightings: readonly ControlSighting[],
  toFrame: ToFrame,
  areAbsolute: boolean,
): ControlFault | null {
  const { heightReachM, absurdHeightM } = areAbsolute
    ? { heightReachM: geoidReachM, absurdHeightM: geoidReachM }
    : anyReach;
  const stated = heightsOf(sightings, 1, toFrame);
  if (!Number.isFinite(stated.shift)) return null;
  for (const factor of factors) {
    const other = heightsOf(sightings, factor, toFrame);
    const isFarOff = Math.abs(stated.shift) > absurdHeightM && Math.abs(other.shift) < heightReachM;
    const isStretched =
      sightings.length >= 3 &&
      stated.spread > minSpreadM &&
      other.spread < spreadShare * stated.spread &&
      Math.abs(other.shift) < Math.max(heightReachM, Math.abs(stated.shift));
    if (isFarOff || isStretched) return { kind: 'height-units', factor };
  }
  return null;
}

/** Usual errors in plan: axes swapped, another unit. */
const slips: readonly { readonly fault: PlanSlip; readonly reading: Reading }[] = [
  { fault: { kind: 'swapped' }, reading: ({ x, y, z }) => [y, x, z] },
  ...factors.map((factor) => ({
    fault: { kind: 'units', factor } as const,
    reading: (({ x, y, z }) => [x * factor, y * factor, z]) as Reading,
  })),
];

/**
 * The usual plan error whose correction brings coordinates closest to their targets; null where none is within `reach`.
 */
export function findPlanSlip(
  points: readonly Pick<ControlSighting, 'x' | 'y' | 'z'>[],
  distance: (x: number, y: number) => number,
  reach: number,
): PlanSlip | null {
  const measured = slips.map(({ fault, reading }) => ({
    fault,
    distance: minOf(
      points.slice(0, 100).map((point) => {
        const [x, y] = reading(point);
        return distance(x, y);
      }),
    ),
  }));
  const best = measured.reduce((a, b) => (b.distance < a.distance ? b : a));
  return best.distance <= reach ? best.fault : null;
}

/**
 * Compares control with its targets' positions from the photos' GNSS positions. If they differ, finds a usual error
 * that explains it: axes swapped, feet given as metres or the reverse, in all coordinates or in heights alone. Null
 * where it fits within the accuracy of such positions.
 * @param toFrame transforms coordinates of the file, as stated, into the project's frame
 * @param areHeightsAbsolute whether the photos' heights are known not to be relative to take-off
 */
export function diagnoseControl(
  sightings: readonly ControlSighting[],
  toFrame: ToFrame,
  areHeightsAbsolute = false,
): ControlFault | null {
  if (sightings.length === 0) return null;
  const stated = distanceOf(sightings, ({ x, y, z }) => [x, y, z], toFrame);
  if (stated <= plainReachM) return diagnoseHeights(sightings, toFrame, areHeightsAbsolute);
  const measured = slips.map(({ fault, reading }) => ({
    fault,
    distance: distanceOf(sightings, reading, toFrame),
  }));
  const best = measured.reduce((a, b) => (b.distance < a.distance ? b : a));
  return best.distance <= plainReachM ? best.fault : { kind: 'apart', distanceM: stated };
}
