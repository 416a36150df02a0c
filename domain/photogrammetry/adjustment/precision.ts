import type { Vec3 } from '../../math/vectors.ts';
import type { AdjustmentKernel } from './adjustment-kernel.ts';
import { type Envelope, symmetricEntry } from './envelope.ts';
import { sightings } from './intersect-observations.ts';
import type { Network, State } from './network.ts';
import { addPriors } from './priors.ts';
import type { ImageObservation } from './problem.ts';
import { finalLoss } from './robust.ts';
import type { SolvedNetwork } from './rounds.ts';

/** Covariances of a solved network, all scaled by its variance factor. */
export interface Precision {
  readonly kernel: AdjustmentKernel;
  readonly solved: SolvedNetwork;
  /** Inverse of the reduced system for photos that share points; unscaled. */
  readonly inverse: Envelope;
  readonly varianceFactor: number;
  /** Fraction of the diagonal added to make the system invertible. */
  readonly ridge: number;
}

/** Fractions of the diagonal tried until the system is invertible; undetermined unknowns then get large variances. */
const ridges = [0, 1e-10, 1e-8];

/**
 * Inverse of the reduced normal equations at the solution, for photos that share points.
 * @returns null where it stays singular with the largest ridge
 */
export function precisionOf(
  kernel: AdjustmentKernel,
  solved: SolvedNetwork,
  varianceFactor: number,
): Precision | null {
  const { network, layout, state } = solved;
  const system = kernel.open(network, layout);
  for (const ridge of ridges) {
    system.linearise(state, finalLoss, ridge, (normal) =>
      addPriors(network, layout, state, finalLoss, normal),
    );
    if (system.factorize()) {
      return { kernel, solved, inverse: system.invert(), varianceFactor, ridge };
    }
  }
  return null;
}

/** Entry of the covariance of two reduced unknowns; 0 for photos that share no point. */
export function covarianceOf({ inverse, varianceFactor }: Precision, i: number, j: number): number {
  return varianceFactor * symmetricEntry(inverse, i, j);
}

/** Calls back with the covariance (xx xy xz yy yz zz, m²) of each point of the state determined by the photos. */
export function forPointCovariances(
  { kernel, solved, inverse, varianceFactor }: Precision,
  points: Iterable<number>,
  take: (point: number, covariance: Float64Array) => void,
): void {
  const { network, layout, state } = solved;
  const covarianceAt = kernel.open(network, layout).covariances(state, finalLoss, inverse);
  for (const point of points) {
    const kept = layout.kept.get(point);
    const covariance = kept === undefined ? covarianceAt(point) : keptCovariance(kept, inverse);
    const scaled = covariance?.map((value) => value * varianceFactor);
    if (scaled) take(point, scaled);
  }
}

function keptCovariance(kept: number, inverse: Envelope): Float64Array {
  const pairs = [0, 1, 2].flatMap((i) => [0, 1, 2].slice(i).map((j) => [kept + i, kept + j] as const));
  return Float64Array.from(pairs, ([i, j]) => symmetricEntry(inverse, i, j));
}

/** A position intersected from observations in the adjusted photos, not part of the solution. */
export interface SightedPlace {
  readonly xyz: Vec3;
  readonly marks: readonly ImageObservation[];
}

/**
 * Covariance of positions measured with the adjusted photos: the parts of the observations and of the poses and cameras
 * (xx xy xz yy yz zz, m²); null where the observations do not determine a position.
 */
export function sightedCovariances(
  { kernel, solved, inverse, varianceFactor }: Precision,
  places: readonly SightedPlace[],
): (Float64Array | null)[] {
  const measurements = sightings(places.map(({ marks }) => marks));
  const network: Network = { ...solved.network, measurements, held: [] };
  const state: State = { ...solved.state, points: Float64Array.from(places.flatMap(({ xyz }) => [...xyz])) };
  const system = kernel.open(network, { ...solved.layout, kept: new Map() });
  const covarianceAt = system.covariances(state, finalLoss, inverse);
  return places.map((_, point) => covarianceAt(point)?.map((value) => value * varianceFactor) ?? null);
}
