import type { Vec3 } from '../../math/vectors.ts';
import type { GnssFix } from '../model/photo.ts';
import { bestFlight, type FlightGroup } from './split-flights.ts';

/**
 * Standard deviation of the common offset between the positions of two flights, metres: a new base station setup, a
 * wrong fixed solution, slow errors of a receiver and its barometer.
 */
const biasSigma: Readonly<Record<GnssFix, Vec3>> = {
  fixed: [0.5, 0.5, 1],
  float: [1, 1, 2],
  single: [4, 4, 15],
  none: [20, 20, 40],
};

/** Minimum number of positions that determine a bias. */
const minPhotos = 3;

/**
 * Photos with wrong positions, except in flights where most are wrong: those agree with each other and share a bias.
 * @param wrong photos whose positions contradict the others'
 */
export function wrongWithinFlights(
  flights: readonly FlightGroup[],
  wrong: ReadonlySet<number>,
): ReadonlySet<number> {
  const best = flights[bestFlight(flights)];
  const excused = flights.flatMap((flight) => {
    const own = flight.photos.filter((photo) => wrong.has(photo));
    const isWhole = flight !== best && own.length >= minPhotos && 2 * own.length > flight.photos.length;
    return isWhole ? own : [];
  });
  return new Set([...wrong].filter((photo) => !excused.includes(photo)));
}

/** Flights whose positions are adjusted with a bias of their own. */
export interface PositionBiases {
  /** Index among the flights of each bias. */
  readonly flights: readonly number[];
  /** Standard deviation of each bias about 0, metres. */
  readonly sigmas: readonly Vec3[];
  /** Bias of a photo; undefined for those of the best flight, which is the reference. */
  readonly of: ReadonlyMap<number, number>;
}

/**
 * Every flight but the best gets a bias.
 * @param isUsed whether the position of a photo is used
 */
export function positionBiases(
  flights: readonly FlightGroup[],
  isUsed: (photo: number) => boolean,
): PositionBiases {
  const used = flights.map((flight) => ({ ...flight, photos: flight.photos.filter(isUsed) }));
  const best = bestFlight(used);
  const biased = used.flatMap(({ photos }, index) =>
    index !== best && photos.length >= minPhotos ? [index] : [],
  );
  return {
    flights: biased,
    sigmas: biased.map((index) => biasSigma[used[index]!.fix]),
    of: new Map(biased.flatMap((index, bias) => used[index]!.photos.map((photo) => [photo, bias] as const))),
  };
}
