import type { Camera } from '../camera.ts';
import { entryAt } from './envelope.ts';
import type { Layout } from './layout.ts';
import type { Network, State } from './network.ts';
import type { NormalEquations } from './normal-equations.ts';
import {
  dampPoint,
  gatherPoint,
  heldByPoint,
  holdPoint,
  invertSymmetric,
  type PointBlock,
  wide,
} from './point-block.ts';
import { addPriors } from './priors.ts';
import type { Loss } from './robust.ts';

const poseSize = 6;

/** Y = W V⁻¹ of all blocks of the point. */
function multiplyByInverse(block: PointBlock): void {
  const { w, y, inverse: q, count, size } = block;
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < size[k]!; i++) {
      const at = k * wide * 3 + 3 * i;
      const a = w[at]!;
      const b = w[at + 1]!;
      const c = w[at + 2]!;
      y[at] = a * q[0]! + b * q[1]! + c * q[2]!;
      y[at + 1] = a * q[1]! + b * q[3]! + c * q[4]!;
      y[at + 2] = a * q[2]! + b * q[4]! + c * q[5]!;
    }
  }
}

function eliminatePoint(block: PointBlock, { system, right }: NormalEquations): void {
  multiplyByInverse(block);
  const { values, start, first } = system;
  const { w, y, at, size, count, g } = block;
  const g0 = g[0]!;
  const g1 = g[1]!;
  const g2 = g[2]!;
  for (let k = 0; k < count; k++) {
    const own = at[k]!;
    const rows = size[k]!;
    let from = k * wide * 3;
    for (let i = 0; i < rows; i++, from += 3) {
      const row = own + i;
      const y0 = y[from]!;
      const y1 = y[from + 1]!;
      const y2 = y[from + 2]!;
      right[row]! -= y0 * g0 + y1 * g1 + y2 * g2;
      const base = start[row]! - first[row]!;
      for (let l = 0; l < count; l++) {
        const column = at[l]!;
        if (column > own) continue;
        let o = l * wide * 3;
        const place = base + column;
        if (column < own && size[l] === poseSize) {
          values[place]! -= y0 * w[o]! + y1 * w[o + 1]! + y2 * w[o + 2]!;
          values[place + 1]! -= y0 * w[o + 3]! + y1 * w[o + 4]! + y2 * w[o + 5]!;
          values[place + 2]! -= y0 * w[o + 6]! + y1 * w[o + 7]! + y2 * w[o + 8]!;
          values[place + 3]! -= y0 * w[o + 9]! + y1 * w[o + 10]! + y2 * w[o + 11]!;
          values[place + 4]! -= y0 * w[o + 12]! + y1 * w[o + 13]! + y2 * w[o + 14]!;
          values[place + 5]! -= y0 * w[o + 15]! + y1 * w[o + 16]! + y2 * w[o + 17]!;
          continue;
        }
        const last = column === own ? i + 1 : size[l]!;
        for (let j = 0; j < last; j++, o += 3) {
          values[place + j]! -= y0 * w[o]! + y1 * w[o + 1]! + y2 * w[o + 2]!;
        }
      }
    }
  }
}

/** Adds a point that stays in the reduced system, since a measured distance ties it to another one. */
function keepPoint(
  { w, v, g, at, size, count }: PointBlock,
  kept: number,
  { system, right, diagonal }: NormalEquations,
): void {
  const rows = [[v[0]!], [v[1]!, v[3]!], [v[2]!, v[4]!, v[5]!]];
  for (const [axis, row] of rows.entries()) {
    right[kept + axis]! += g[axis]!;
    diagonal[kept + axis]! += row[axis]!;
    for (const [column, value] of row.entries()) {
      system.values[entryAt(system, kept + axis, kept + column)]! += value;
    }
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < size[k]!; i++) {
        system.values[entryAt(system, kept + axis, at[k]! + i)]! += w[k * wide * 3 + 3 * i + axis]!;
      }
    }
  }
}

/**
 * Normal equations at a state with the points eliminated (D. C. Brown, 1958; B. Triggs et al., "Bundle adjustment – a
 * modern synthesis", 2000, section 6), damped by a share of their diagonal (D. Marquardt, 1963).
 * Points that the photos do not fix take no part.
 * @returns what the points would gain if they moved alone: their part of what a step promises
 */
export function linearise(
  network: Network,
  layout: Layout,
  state: State,
  cameras: readonly Camera[],
  loss: Loss,
  damping: number,
  normal: NormalEquations,
  block: PointBlock,
): number {
  const { system, right, diagonal } = normal;
  let pointGain = 0;
  system.values.fill(0);
  right.fill(0);
  diagonal.fill(0);
  addPriors(network, layout, state, loss, normal);
  for (let row = 0; row < layout.size; row++) diagonal[row] = system.values[entryAt(system, row, row)]!;
  const priorOf = heldByPoint(network);
  const pointCount = network.measurements.start.length - 1;
  for (let point = 0; point < pointCount; point++) {
    gatherPoint(network, layout, state, cameras, loss, point, block, normal);
    holdPoint(state, priorOf.get(point), block);
    const kept = layout.kept.get(point);
    if (kept !== undefined) {
      keepPoint(block, kept, normal);
      continue;
    }
    dampPoint(block.v, damping);
    if (!invertSymmetric(block.v, block.inverse)) continue;
    pointGain += ownGain(block);
    eliminatePoint(block, normal);
  }
  for (let row = 0; row < layout.size; row++) {
    const at = entryAt(system, row, row);
    system.values[at]! += damping * diagonal[row]! + 1e-12 * diagonal[row]!;
  }
  return pointGain;
}

/** What moving the point alone would gain: gᵀ V⁻¹ g. */
function ownGain({ g, inverse: q }: PointBlock): number {
  const a = g[0]!;
  const b = g[1]!;
  const c = g[2]!;
  return a * (q[0]! * a + 2 * (q[1]! * b + q[2]! * c)) + b * (q[3]! * b + 2 * q[4]! * c) + q[5]! * c * c;
}

/** The steps of the points that belong to a step of the other unknowns (back substitution), xyz each. */
export function stepPoints(
  network: Network,
  layout: Layout,
  state: State,
  cameras: readonly Camera[],
  loss: Loss,
  damping: number,
  step: Float64Array,
  block: PointBlock,
): Float64Array {
  const pointCount = network.measurements.start.length - 1;
  const steps = new Float64Array(pointCount * 3);
  const priorOf = heldByPoint(network);
  for (let point = 0; point < pointCount; point++) {
    const kept = layout.kept.get(point);
    if (kept !== undefined) {
      steps.set(step.subarray(kept, kept + 3), 3 * point);
      continue;
    }
    gatherPoint(network, layout, state, cameras, loss, point, block, null);
    holdPoint(state, priorOf.get(point), block);
    dampPoint(block.v, damping);
    if (!invertSymmetric(block.v, block.inverse)) continue;
    const { g, w, at, size, count, inverse: q } = block;
    let a = g[0]!;
    let b = g[1]!;
    let c = g[2]!;
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < size[k]!; i++) {
        const from = k * wide * 3 + 3 * i;
        const value = step[at[k]! + i]!;
        a -= w[from]! * value;
        b -= w[from + 1]! * value;
        c -= w[from + 2]! * value;
      }
    }
    steps[3 * point] = q[0]! * a + q[1]! * b + q[2]! * c;
    steps[3 * point + 1] = q[1]! * a + q[3]! * b + q[4]! * c;
    steps[3 * point + 2] = q[2]! * a + q[4]! * b + q[5]! * c;
  }
  return steps;
}
