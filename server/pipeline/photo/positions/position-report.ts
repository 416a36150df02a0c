import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { upperMedian } from '#domain/math/median.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { fixes } from '#domain/photogrammetry/flight/split-flights.ts';
import type { GnssFix } from '#domain/photogrammetry/model/photo.ts';
import type { PhotoReportEntry } from '../report/camera-report.ts';
import type { SparseProject } from '../steps/sparse.ts';
import { type PositionResidual, residualOf } from './position-residual.ts';
import { type PositionSigma, usedSigma } from './position-sigma.ts';

/** The satellite positions of one kind of fix. */
export interface FixReport {
  /** Null: photos without a position. */
  readonly fix: GnssFix | null;
  readonly photos: number;
  /** Medians of the standard deviations used; null where none was used. */
  readonly sigma: PositionSigma | null;
  /** Positions that were used. */
  readonly used: number;
  /** Of those: root mean squares of adjusted − stated positions; null where none was used. */
  readonly residual: PositionResidual | null;
}

/** Photos whose positions have common errors. */
export interface FlightReport {
  readonly first: string;
  readonly last: string;
  readonly photos: number;
  readonly fix: GnssFix;
  /** Median height above the reference surface minus height above take-off, metres; null where not stated. */
  readonly takeOffM: number | null;
  /** Stated − true positions that the adjustment found, east, north, up, metres; null where it was not estimated. */
  readonly shiftM: Vec3 | null;
}

type Positions = Pick<SparseProject, 'adjusted' | 'system' | 'flights' | 'biases' | 'opened'>;

/** Photos of the project whose positions were used. */
function usedPhotos({ adjusted: { facts, reconstruction } }: Positions): Set<number> {
  return new Set(facts.positionResiduals.map(({ photo }) => reconstruction.photos[photo]!.photo));
}

function medianSigma(sigmas: readonly PositionSigma[]): PositionSigma | null {
  const axis = (index: 0 | 1 | 2) => upperMedian(sigmas.flatMap((sigma) => sigma[index] ?? [])) ?? null;
  const [e, n] = [axis(0), axis(1)];
  return e === null || n === null ? null : [e, n, axis(2)];
}

/** Number of positions by fix, with their weights and fit; different kinds are never mixed. */
export function reportFixes(
  sparse: Positions,
  reported: readonly Pick<PhotoReportEntry, 'fix' | 'gpsResidual'>[],
): FixReport[] {
  const { photos } = sparse.opened;
  const used = usedPhotos(sparse);
  return [...fixes, null].flatMap((fix): FixReport[] => {
    const own = photos.flatMap(({ info }, index) => ((info.position?.fix ?? null) === fix ? [index] : []));
    const sigmas = own.flatMap((photo) => {
      const sigma = used.has(photo) ? usedSigma(sparse, photo) : null;
      return sigma ? [sigma] : [];
    });
    if (own.length === 0) return [];
    const residuals = reported.flatMap((photo) =>
      photo.fix === fix && photo.gpsResidual ? [photo.gpsResidual] : [],
    );
    return [
      {
        fix,
        photos: own.length,
        sigma: medianSigma(sigmas),
        used: residuals.length,
        residual: residualOf(residuals),
      },
    ];
  });
}

/** Flights in order of time, with the estimated bias of their positions. */
export function reportFlights({ flights, biases, adjusted, opened }: Positions): FlightReport[] {
  const { positionShift, positionBiases } = adjusted.facts;
  return flights.map(({ photos, fix, takeOffM }, index) => {
    const bias = positionBiases[biases.flights.indexOf(index)] ?? null;
    const parts = [positionShift, bias].filter((part) => part !== null);
    const sum = (axis: 0 | 1 | 2) => parts.reduce((total, part) => total + part[axis], 0);
    return {
      first: opened.photos[photos[0]!]!.info.name,
      last: opened.photos[photos.at(-1)!]!.info.name,
      photos: photos.length,
      fix,
      takeOffM,
      shiftM: parts.length > 0 ? [sum(0), sum(1), sum(2)] : null,
    };
  });
}

/** Height difference of photos and control above which their datums differ, metres. */
const datumShiftM = 3;
/** Maximum distance of a geoid from the ellipsoid (EGM2008: −106.2 to 85.8 m). */
const farthestGeoidM = 107;
/** A shift or bias is significant from this many standard deviations of a position on, and from this many metres. */
const deviations = 3;
const minShiftM = 0.1;

const rounded = (value: number) => Number(value.toFixed(2));

/** Stated standard deviations of a flight's positions: medians. */
function flightSigma(sparse: Positions, photos: readonly number[]): PositionSigma | null {
  const { positions } = sparse.system;
  return medianSigma(
    photos.flatMap((photo) => {
      const position = positions[photo];
      return position ? [[...position.sigma] as unknown as PositionSigma] : [];
    }),
  );
}

function heightWarnings(sparse: Positions): ErrorRecord[] {
  const shift = sparse.adjusted.facts.positionShift;
  const isKnown = [...usedPhotos(sparse)].some((photo) => sparse.system.positions[photo]?.hasHeight);
  if (!shift || !isKnown || Math.abs(shift[2]) < datumShiftM) return [];
  const code = Math.abs(shift[2]) > farthestGeoidM ? 'photo.height-no-geoid' : 'photo.height-shift';
  return [{ code, params: { shift: rounded(-shift[2]) } }];
}

/** Control whose distance in plan from the satellite positions exceeds their stated accuracy. */
function planWarnings(sparse: Positions): ErrorRecord[] {
  const shift = sparse.adjusted.facts.positionShift;
  const photos = [...usedPhotos(sparse)];
  const sigma = flightSigma(sparse, photos);
  if (!shift || !sigma) return [];
  const across = Math.hypot(sigma[0], sigma[1]) / Math.SQRT2;
  const off = Math.hypot(shift[0], shift[1]);
  if (off < Math.max(minShiftM, deviations * across)) return [];
  const [east, north, up] = shift.map((value) => rounded(-value));
  const params = { east: east!, north: north!, up: up!, sigma: rounded(across), count: photos.length };
  return [{ code: 'photo.control-shift', params }];
}

/** Flights whose positions differ from those of the best one by more than their stated accuracy. */
function biasWarnings(sparse: Positions): ErrorRecord[] {
  const { biases, flights, adjusted, opened } = sparse;
  return biases.flights.flatMap((index, bias): ErrorRecord[] => {
    const found = adjusted.facts.positionBiases[bias];
    const { photos } = flights[index]!;
    const sigma = flightSigma(sparse, photos);
    if (!found || !sigma) return [];
    const isApart = ([0, 1, 2] as const).some(
      (axis) => Math.abs(found[axis]) > Math.max(minShiftM, deviations * (sigma[axis] ?? 0)),
    );
    if (!isApart) return [];
    const [east, north, up] = found.map(rounded);
    const names = {
      first: opened.photos[photos[0]!]!.info.name,
      last: opened.photos[photos.at(-1)!]!.info.name,
    };
    const params = { flight: index + 1, ...names, east: east!, north: north!, up: up! };
    return [{ code: 'photo.flight-bias', params }];
  });
}

/** Warnings about the satellite positions from control and from comparing flights. */
export function positionWarnings(sparse: Positions): ErrorRecord[] {
  return [...biasWarnings(sparse), ...planWarnings(sparse), ...heightWarnings(sparse)];
}
