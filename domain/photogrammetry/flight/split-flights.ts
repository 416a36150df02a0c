import { upperMedian } from '../../math/median.ts';
import type { GnssFix, PhotoInfo } from '../model/photo.ts';

/** Photos with common position errors: one receiver, one period of time, one type of fix. */
export interface FlightGroup {
  /** Indices of the photos in order of time; all have a position. */
  readonly photos: readonly number[];
  readonly fix: GnssFix;
  /** Median of height over the reference surface less height over take-off, metres; null where not both are stated. */
  readonly takeOffM: number | null;
}

/** A new flight starts after a pause longer than this, seconds, and than this multiple of the usual interval. */
const [minGapS, gapSteps] = [120, 5];

/** From the best to the worst. */
export const fixes: readonly GnssFix[] = ['fixed', 'float', 'single', 'none'];

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return [...groups.values()];
}

interface Timed {
  readonly photo: number;
  /** Seconds; NaN where the photo has no time. */
  readonly second: number;
}

/** Photos in order of time, split at long pauses; those without a time form one group. */
function cutAtPauses(photos: readonly Timed[]): Timed[][] {
  const timed = photos
    .filter(({ second }) => Number.isFinite(second))
    .toSorted((a, b) => a.second - b.second || a.photo - b.photo);
  const untimed = photos.filter(({ second }) => !Number.isFinite(second));
  const steps = timed.slice(1).map(({ second }, k) => second - timed[k]!.second);
  const gap = Math.max(minGapS, gapSteps * (upperMedian(steps.filter((step) => step > 0)) ?? 0));
  const runs: Timed[][] = untimed.length > 0 ? [untimed] : [];
  for (const [k, one] of timed.entries()) {
    if (k === 0 || steps[k - 1]! > gap) runs.push([one]);
    else runs.at(-1)!.push(one);
  }
  return runs;
}

function takeOffOf(infos: readonly PhotoInfo[]): number | null {
  const heights = infos.flatMap(({ position, relativeAltitudeM }) =>
    position?.altitude == null || relativeAltitudeM === null ? [] : [position.altitude - relativeAltitudeM],
  );
  return upperMedian(heights) ?? null;
}

/** Splits photos with positions into flights by device, long pauses and type of fix, ordered by their first photos. */
export function splitFlights(infos: readonly PhotoInfo[]): FlightGroup[] {
  const placed = infos.flatMap((info, photo) =>
    info.position ? [{ photo, second: Date.parse(info.capturedAt ?? '') / 1000 }] : [],
  );
  const deviceOf = ({ photo }: Timed) => {
    const { make, model, serial } = infos[photo]!;
    return JSON.stringify([make, model, serial]);
  };
  const runs = grouped(placed, deviceOf).flatMap(cutAtPauses);
  return runs
    .flatMap((run) => grouped(run, ({ photo }) => infos[photo]!.position!.fix))
    .map((group): FlightGroup & { second: number } => {
      const photos = group.map(({ photo }) => photo);
      const own = photos.map((photo) => infos[photo]!);
      const second = group[0]!.second;
      return { photos, fix: own[0]!.position!.fix, takeOffM: takeOffOf(own), second };
    })
    .toSorted((a, b) => (a.second || 0) - (b.second || 0) || a.photos[0]! - b.photos[0]!)
    .map(({ second: _, ...flight }) => flight);
}

/** Index of the flight with the best positions: best fix, then most photos, then first. */
export function bestFlight(flights: readonly FlightGroup[]): number {
  const rank = ({ fix }: FlightGroup) => fixes.indexOf(fix);
  return flights.reduce((best, flight, index) => {
    const other = flights[best]!;
    const isBetter =
      rank(flight) < rank(other) ||
      (rank(flight) === rank(other) && flight.photos.length > other.photos.length);
    return isBetter ? index : best;
  }, 0);
}
