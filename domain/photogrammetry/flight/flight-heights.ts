import type { ErrorRecord } from '../../errors/app-error.ts';
import type { PhotoInfo } from '../model/photo.ts';
import { bestFlight, splitFlights } from './split-flights.ts';

/** Minimum significant difference of take-off heights, metres; barometers drift. */
const minDifferenceM = 3;
/**
 * Limit in standard deviations of the difference. A flight's is that of one of its positions, as they share most of
 * their error.
 */
const deviations = 3;

/**
 * Flights whose difference between absolute and relative height deviates from that of the best flight: they took off
 * elsewhere, or their GNSS heights have a common offset.
 */
export function flightHeightDoubts(infos: readonly PhotoInfo[]): ErrorRecord[] {
  const flights = splitFlights(infos);
  const best = bestFlight(flights);
  const reference = flights[best]?.takeOffM ?? null;
  if (reference === null) return [];
  const sigmaOf = (index: number) => infos[flights[index]!.photos[0]!]!.position!.sigmaM.up;
  return flights.flatMap(({ photos, takeOffM }, index): ErrorRecord[] => {
    if (takeOffM === null || index === best) return [];
    const difference = takeOffM - reference;
    const worth = Math.hypot(sigmaOf(index), sigmaOf(best));
    if (Math.abs(difference) < Math.max(minDifferenceM, deviations * worth)) return [];
    const params = {
      flight: index + 1,
      first: infos[photos[0]!]!.name,
      last: infos[photos.at(-1)!]!.name,
      count: photos.length,
      difference: Math.abs(difference).toFixed(1),
      other: best + 1,
    };
    return [{ code: difference > 0 ? 'photo.flight-higher' : 'photo.flight-lower', params }];
  });
}
