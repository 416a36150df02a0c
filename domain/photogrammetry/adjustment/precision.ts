import type { Vec3 } from '../pose.ts';
import { type AdjustmentKernel, blockStride, type GatheredPoint } from './adjustment-kernel.ts';
import { type Envelope, symmetricEntry } from './envelope.ts';
import { sightings } from './intersect-marks.ts';
import type { Network, State } from './network.ts';
import { addPriors } from './priors.ts';
import type { AdjustmentMark } from './problem.ts';
import { finalLoss } from './robust.ts';
import type { SolvedNetwork } from './rounds.ts';

/** Covariances of a solved network, all scaled by its variance factor. */
export interface Precision {
  readonly kernel: AdjustmentKernel;
  readonly solved: SolvedNetwork;
  /** Inverse of the reduced system where photos share points; not scaled. */
  readonly inverse: Envelope;
  readonly varianceFactor: number;
}

/** Shares of the diagonal added until the system can be inverted: what nothing measures then gets large variances. */
const ridges = [0, 1e-10, 1e-8];

/**
 * Inverse of the reduced normal equations at the solution, as far as photos share points.
 * @returns null where not even its undetermined directions can be given large variances
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
    if (system.factorize()) return { kernel, solved, inverse: system.invert(), varianceFactor };
  }
  return null;
}

/** Entry of the covariance of two reduced unknowns; 0 where photos share no point. */
export function covarianceOf({ inverse, varianceFactor }: Precision, i: number, j: number): number {
  return varianceFactor * symmetricEntry(inverse, i, j);
}

/**
 * Covariance of an eliminated point from its gathered block: V⁻¹ + V⁻¹ Wᵀ Z W V⁻¹ (B. Triggs et al., 2000, section
 * 9), xx xy xz yy yz zz; not scaled.
 */
function eliminatedCovariance(
  { products: w, inverse: q, at, size, count }: GatheredPoint,
  inverse: Envelope,
): Float64Array {
  let [a, b, c, d, e, f] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < size[k]!; i++) {
      const p = k * blockStride + 3 * i;
      let [x, y, z] = [0, 0, 0];
      for (let l = 0; l < count; l++) {
        for (let j = 0; j < size[l]!; j++) {
          const s = symmetricEntry(inverse, at[k]! + i, at[l]! + j);
          const o = l * blockStride + 3 * j;
          x += s * w[o]!;
          y += s * w[o + 1]!;
          z += s * w[o + 2]!;
        }
      }
      a += w[p]! * x;
      b += w[p]! * y;
      c += w[p]! * z;
      d += w[p + 1]! * y;
      e += w[p + 1]! * z;
      f += w[p + 2]! * z;
    }
  }
  const m = [a, b, c, b, d, e, c, e, f];
  const r = [q[0]!, q[1]!, q[2]!, q[1]!, q[3]!, q[4]!, q[2]!, q[4]!, q[5]!];
  const mr = product(m, r);
  const all = product(r, mr);
  return Float64Array.from([0, 1, 2, 4, 5, 8], (place, index) => q[index]! + all[place]!);
}

function product(a: readonly number[], b: readonly number[]): number[] {
  const out = new Array<number>(9);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[3 * i + j] = a[3 * i]! * b[j]! + a[3 * i + 1]! * b[3 + j]! + a[3 * i + 2]! * b[6 + j]!;
    }
  }
  return out;
}

/** Walks points of the state: calls back with the covariance (xx xy xz yy yz zz, m²) of each that the photos fix. */
export function forPointCovariances(
  { kernel, solved, inverse, varianceFactor }: Precision,
  points: Iterable<number>,
  take: (point: number, covariance: Float64Array) => void,
): void {
  const { network, layout, state } = solved;
  const gather = kernel.open(network, layout).gather(state, finalLoss);
  for (const point of points) {
    const kept = layout.kept.get(point);
    const gathered = kept === undefined ? gather(point) : null;
    if (kept === undefined && !gathered) continue;
    const covariance = gathered ? eliminatedCovariance(gathered, inverse) : keptCovariance(kept!, inverse);
    take(
      point,
      covariance.map((value) => value * varianceFactor),
    );
  }
}

function keptCovariance(kept: number, inverse: Envelope): Float64Array {
  const pairs = [0, 1, 2].flatMap((i) => [0, 1, 2].slice(i).map((j) => [kept + i, kept + j] as const));
  return Float64Array.from(pairs, ([i, j]) => symmetricEntry(inverse, i, j));
}

/** A place that marks show in the adjusted photos, itself no part of the solution. */
export interface SightedPlace {
  readonly xyz: Vec3;
  readonly marks: readonly AdjustmentMark[];
}

/**
 * Covariance of places measured with the adjusted photos: what the marks leave and what the poses and cameras add
 * (xx xy xz yy yz zz, m²); null where the marks do not fix a place.
 */
export function sightedCovariances(
  { kernel, solved, inverse, varianceFactor }: Precision,
  places: readonly SightedPlace[],
): (Float64Array | null)[] {
  const measurements = sightings(places.map(({ marks }) => marks));
  const network: Network = { ...solved.network, measurements, held: [] };
  const state: State = { ...solved.state, points: Float64Array.from(places.flatMap(({ xyz }) => [...xyz])) };
  const gather = kernel.open(network, { ...solved.layout, kept: new Map() }).gather(state, finalLoss);
  return places.map((_, point) => {
    const gathered = gather(point);
    return gathered && eliminatedCovariance(gathered, inverse).map((value) => value * varianceFactor);
  });
}
