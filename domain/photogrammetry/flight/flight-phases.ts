import type { PhotoInfo } from '../model/photo.ts';
import type { FlightGroup } from './split-flights.ts';

/**
 * When each photo of a flight was taken within it, −½ the first and ½ the last: by their times, or by their order where
 * one states none or all state the same.
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
