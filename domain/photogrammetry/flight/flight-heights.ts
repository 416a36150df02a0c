import type { ErrorRecord } from '../../errors/app-error.ts';
import type { PhotoInfo } from '../model/photo.ts';
import { bestFlight, splitFlights } from './split-flights.ts';

/** Take-off heights of flights that differ by less are not significant: barometers drift, metres. */
const minDifferenceM = 3;
/** Standard deviations of the difference, each flight's that of one of its positions: they share most of their error. */
const deviations = 3;

/**
 * Flights whose heights over the reference surface and over take-off differ by another amount than those of the best
 * flight: they took off elsewhere, or their satellite heights are off as a whole.
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
