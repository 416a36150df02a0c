import { symmetricIndex } from '../../math/symmetric-index.ts';
import { dotProduct } from '../../math/vectors.ts';
import { blockStride, type GatheredPoint, type NormalSystem } from './adjustment-kernel.ts';
import type { Precision } from './precision.ts';
import { addPriors } from './priors.ts';
import { finalLoss } from './robust.ts';

/** Dependence of an eliminated point's coordinate on the other unknowns: −W V⁻¹ e, a column of the reduced system. */
function columnOf({ products, inverse, at, size, count }: GatheredPoint, axis: number, length: number) {
  const q = [0, 1, 2].map((other) => inverse[symmetricIndex(axis, other)]!);
  const column = new Float64Array(length);
  for (let block = 0; block < count; block++) {
    for (let i = 0; i < size[block]!; i++) {
      const p = block * blockStride + 3 * i;
      column[at[block]! + i]! -= q[0]! * products[p]! + q[1]! * products[p + 1]! + q[2]! * products[p + 2]!;
    }
  }
  return column;
}

interface Column {
  /**
   * Solution of its part of the reduced system, and the point's own inverse, xx xy xz yy yz zz; null for kept points.
   */
  readonly right: Float64Array;
  readonly own: Float64Array | null;
}

function columnsOf({ solved: { network, layout, state } }: Precision, system: NormalSystem): Column[] | null {
  const gather = system.gather(state, finalLoss);
  const columns: Column[] = [];
  for (const { point } of network.held) {
    const kept = layout.kept.get(point);
    const gathered = kept === undefined ? gather(point) : null;
    if (kept === undefined && !gathered) return null;
    for (const axis of [0, 1, 2]) {
      const right = gathered ? columnOf(gathered, axis, layout.size) : new Float64Array(layout.size);
      if (kept !== undefined) right[kept + axis] = 1;
      columns.push({ right, own: gathered?.inverse ?? null });
    }
  }
  return columns;
}

/**
 * Joint covariance of all constrained points of a solved network (K. Kraus, Photogrammetry, 2007, B 3.5: blocks of the
 * inverse of the normal equations), as exact as `forPointCovariances` for single points.
 * @returns 3n × 3n numbers, row-major, xyz per point in the order of the network's constrained points, m²; null where a
 * point is undetermined
 */
export function heldCovariance(precision: Precision): Float64Array | null {
  const { kernel, solved, varianceFactor, ridge } = precision;
  const { network, layout, state } = solved;
  const system = kernel.open(network, layout);
  system.linearise(state, finalLoss, ridge, (normal) => addPriors(network, layout, state, finalLoss, normal));
  if (!system.factorize()) return null;
  const columns = columnsOf(precision, system);
  if (!columns) return null;
  const n = columns.length;
  const covariance = new Float64Array(n * n);
  for (const [i, { right, own }] of columns.entries()) {
    const answer = system.solve(right);
    for (const [j, other] of columns.entries()) {
      const isSamePoint = Math.floor(i / 3) === Math.floor(j / 3);
      const ownPart = own && isSamePoint ? own[symmetricIndex(i % 3, j % 3)]! : 0;
      covariance[i * n + j] = varianceFactor * (dotProduct(answer, other.right) + ownPart);
    }
  }
  return covariance;
}
