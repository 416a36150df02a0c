import type { PhotoInfo } from '../model/photo.ts';
import type { FlightGroup } from './split-flights.ts';

/**
 * Phase of each photo within its flight, from −½ (first) to ½ (last): from the times, or from the order where a time is
 * missing or all are equal.
 */
export function flightPhases(
  { photos }: Pick<FlightGroup, 'photos'>,
  infos: readonly Pick<PhotoInfo, 'capturedAt'>[],
): ReadonlyMap<number, number> {
  const seconds = photos.map((photo) => Date.parse(infos[photo]!.capturedAt ?? '') / 1000);
  const [first, last] = [seconds[0]!, seconds.at(-1)!];
  const isTimed = seconds.every(Number.isFinite) && last > first;
  return new Map(
    photos.map((photo, k) => {
      const share = isTimed ? (seconds[k]! - first) / (last - first) : k / Math.max(1, photos.length - 1);
      return [photo, share - 0.5] as const;
    }),
  );
}
