import type { ErrorRecord } from '../../errors/app-error.ts';
import { upperMedian } from '../../math/median.ts';
import type { PhotoInfo } from '../model/photo.ts';

/** Photos of one survey are within this distance of its middle, metres; farther ones have a wrong position. */
const minReachM = 20_000;
/** A survey of great extent reaches this many times the median distance of its photos from its middle. */
const reachFactor = 20;
const metresPerDegree = 111_320;

const median = (values: readonly number[]): number => upperMedian(values) ?? 0;

/** Longitudes of a survey across the date line stay together when counted from its first photo. */
function unwrap(longitude: number, from: number): number {
  return from + ((((longitude - from + 180) % 360) + 360) % 360) - 180;
}

interface Placed {
  readonly at: number;
  /** Metres from the middle of the survey. */
  readonly distanceM: number;
}

function distances(infos: readonly PhotoInfo[]): Placed[] {
  const placed = infos.flatMap(({ position }, at) => (position ? [{ at, position }] : []));
  const first = placed[0]?.position.longitude ?? 0;
  const latitude = median(placed.map(({ position }) => position.latitude));
  const longitude = median(placed.map(({ position }) => unwrap(position.longitude, first)));
  const east = metresPerDegree * Math.cos((latitude * Math.PI) / 180);
  return placed.map(({ at, position }) => ({
    at,
    distanceM: Math.hypot(
      (position.latitude - latitude) * metresPerDegree,
      (unwrap(position.longitude, longitude) - longitude) * east,
    ),
  }));
}

/** Fewer photos may have been taken in one place. */
const minSame = 3;

/** Photos with the same stated position as most of the survey: the receiver did not update while the camera flew. */
function samePlaces(infos: readonly PhotoInfo[]): number[] {
  const groups = new Map<string, number[]>();
  for (const [at, { position }] of infos.entries()) {
    if (!position) continue;
    const key = `${position.latitude} ${position.longitude}`;
    groups.set(key, [...(groups.get(key) ?? []), at]);
  }
  const [largest = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  const placed = infos.filter(({ position }) => position !== null).length;
  return largest.length >= minSame && 2 * largest.length > placed ? largest : [];
}

/**
 * Finds what only shows among the other photos of a survey: a position far from theirs, or that of most of them,
 * cannot be true.
 */
export function checkPhotoSet(infos: readonly PhotoInfo[]): {
  /** As given, but without positions that cannot be true. */
  readonly infos: readonly PhotoInfo[];
  readonly warnings: readonly ErrorRecord[];
} {
  const placed = distances(infos);
  const reach = Math.max(minReachM, reachFactor * median(placed.map(({ distanceM }) => distanceM)));
  const far = placed.length < 3 ? [] : placed.filter(({ distanceM }) => distanceM > reach);
  const same = samePlaces(infos);
  const wrongAt = new Set([...far.map(({ at }) => at), ...same]);
  const warnings: ErrorRecord[] = [
    ...(same.length > 0
      ? [{ code: 'photo.position-same', params: { count: same.length, total: infos.length } } as const]
      : []),
    ...far.map(({ at, distanceM }): ErrorRecord => {
      const { name, position } = infos[at]!;
      const { latitude, longitude } = position!;
      return {
        code: 'photo.position-far',
        params: { file: name, distance: Math.round(distanceM / 1000), latitude, longitude },
      };
    }),
    ...infos
      .filter(({ attitude }) => attitude && attitude.pitch > 15)
      .map(
        ({ name, attitude }): ErrorRecord => ({
          code: 'photo.looks-up',
          params: { file: name, pitch: attitude!.pitch },
        }),
      ),
  ];
  return {
    infos: infos.map((info, at) => (wrongAt.has(at) ? { ...info, position: null } : info)),
    warnings,
  };
}
