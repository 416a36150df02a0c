import type { Vec3 } from '../pose.ts';
import { type Envelope, factorize } from './envelope.ts';
import { createSystem } from './layout.ts';
import { linearise } from './linearise.ts';
import { type Network, type State, sortMeasurements } from './network.ts';
import { gatherPoint, heldByPoint, holdPoint, invertSymmetric, PointBlock, wide } from './point-block.ts';
import type { AdjustmentMark } from './problem.ts';
import { finalLoss } from './robust.ts';
import type { SolvedNetwork } from './rounds.ts';
import { invertFactored, symmetricEntry } from './selected-inverse.ts';

/** Covariances of a solved network, all scaled by its variance factor. */
export interface Precision {
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
export function precisionOf(solved: SolvedNetwork, varianceFactor: number): Precision | null {
  const { network, layout, state, cameras } = solved;
  const normal = {
    system: createSystem(layout),
    right: new Float64Array(layout.size),
    diagonal: new Float64Array(layout.size),
  };
  for (const ridge of ridges) {
    linearise(network, layout, state, cameras, finalLoss, ridge, normal, new PointBlock());
    if (!factorize(normal.system)) continue;
    invertFactored(normal.system);
    return { solved, inverse: normal.system, varianceFactor };
  }
  return null;
}

/** Entry of the covariance of two reduced unknowns; 0 where photos share no point. */
export function covarianceOf({ inverse, varianceFactor }: Precision, i: number, j: number): number {
  return varianceFactor * symmetricEntry(inverse, i, j);
}

/**
 * Covariance of an eliminated point from its gathered block: V⁻¹ + V⁻¹ Wᵀ Z W V⁻¹ (B. Triggs et al., 2000, section
 * 9), xx xy xz yy yz zz; not scaled. False where the photos do not fix it.
 */
function eliminatedCovariance(block: PointBlock, inverse: Envelope, out: Float64Array): boolean {
  const { w, v, inverse: q, at, size, count } = block;
  if (!invertSymmetric(v, q)) return false;
  let [a, b, c, d, e, f] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < size[k]!; i++) {
      const p = k * wide * 3 + 3 * i;
      let [x, y, z] = [0, 0, 0];
      for (let l = 0; l < count; l++) {
        for (let j = 0; j < size[l]!; j++) {
          const s = symmetricEntry(inverse, at[k]! + i, at[l]! + j);
          const o = l * wide * 3 + 3 * j;
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
  for (const [index, place] of [0, 1, 2, 4, 5, 8].entries()) out[index] = q[index]! + all[place]!;
  return true;
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
  { solved, inverse, varianceFactor }: Precision,
  points: Iterable<number>,
  take: (point: number, covariance: Float64Array) => void,
): void {
  const { network, layout, state, cameras } = solved;
  const held = heldByPoint(network);
  const block = new PointBlock();
  const out = new Float64Array(6);
  for (const point of points) {
    const kept = layout.kept.get(point);
    if (kept === undefined) {
      gatherPoint(network, layout, state, cameras, finalLoss, point, block, null);
      holdPoint(state, held.get(point), block);
      if (!eliminatedCovariance(block, inverse, out)) continue;
    } else {
      let index = 0;
      for (let i = 0; i < 3; i++)
        for (let j = i; j < 3; j++) out[index++] = symmetricEntry(inverse, kept + i, kept + j);
    }
    for (let k = 0; k < 6; k++) out[k]! *= varianceFactor;
    take(point, out);
  }
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
  { solved, inverse, varianceFactor }: Precision,
  places: readonly SightedPlace[],
): (Float64Array | null)[] {
  const marks = places.flatMap((place, point) => place.marks.map((mark) => ({ ...mark, point })));
  const measurements = sortMeasurements(places.length, {
    count: marks.length,
    point: marks.map(({ point }) => point),
    photo: marks.map(({ photo }) => photo),
    xy: marks.flatMap(({ xy }) => [...xy]),
    weight: marks.map(({ sigmaPx }) => 1 / sigmaPx ** 2),
  });
  const network: Network = { ...solved.network, measurements, held: [] };
  const state: State = { ...solved.state, points: Float64Array.from(places.flatMap(({ xyz }) => [...xyz])) };
  const block = new PointBlock();
  return places.map((_, point) => {
    gatherPoint(network, solved.layout, state, solved.cameras, finalLoss, point, block, null);
    const out = new Float64Array(6);
    if (!eliminatedCovariance(block, inverse, out)) return null;
    return out.map((value) => value * varianceFactor);
  });
}
