import { type Mat3, multiply, rotationVector, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { NormalEquations } from './adjustment-kernel.ts';
import type { Layout } from './layout.ts';
import type { HeldDistance, Network, State } from './network.ts';
import type { PositionPrior, TurnPrior } from './problem.ts';
import type { Loss } from './robust.ts';

/** Weight that fixes an unmeasured scale, relative to the photo's own block of the system. */
const holdWeight = 1e8;
/** Standard deviation of the constant shift of all positions, metres: geoid heights and datum differences. */
const shiftSigma = 200;

/** Residual of a position: measured − (antenna + shift + bias), metres, and its weighted square. */
export function positionResidual(
  { leverArm }: Pick<Network, 'leverArm'>,
  state: State,
  prior: PositionPrior,
): { residual: [number, number, number]; square: number } {
  const r = prior.photo * 9;
  const c = prior.photo * 3;
  const m = state.rotations;
  const residual: [number, number, number] = [0, 0, 0];
  let square = 0;
  for (const axis of [0, 1, 2] as const) {
    const arm = m[r + axis]! * leverArm[0] + m[r + 3 + axis]! * leverArm[1] + m[r + 6 + axis]! * leverArm[2];
    const bias = prior.bias === undefined ? 0 : state.shift[3 + 3 * prior.bias + axis]!;
    residual[axis] = prior.xyz[axis] - state.centres[c + axis]! - arm - state.shift[axis]! - bias;
    square += (residual[axis] / prior.sigma[axis]) ** 2;
  }
  return { residual, square };
}

function addPosition(
  network: Network,
  layout: Layout,
  state: State,
  loss: Loss,
  prior: PositionPrior,
  normal: NormalEquations,
): void {
  const at = layout.pose[prior.photo]!;
  const { residual, square } = positionResidual(network, state, prior);
  const robust = loss.positionWeight(square);
  const [lx, ly, lz] = network.leverArm;
  const m = state.rotations;
  const r = prior.photo * 9;
  for (const axis of [0, 1, 2] as const) {
    const weight = robust / prior.sigma[axis] ** 2;
    const [a, b, c] = [m[r + axis]!, m[r + 3 + axis]!, m[r + 6 + axis]!];
    const row = [b * lz - c * ly, c * lx - a * lz, a * ly - b * lx, 0, 0, 0];
    row[3 + axis] = 1;
    if (at >= 0) {
      for (let i = 0; i < 6; i++) {
        normal.addRight(at + i, weight * row[i]! * residual[axis]);
        for (let j = 0; j <= i; j++) normal.add(at + i, at + j, weight * row[i]! * row[j]!);
      }
    }
    const moved = [
      ...(layout.shift >= 0 ? [layout.shift + axis] : []),
      ...(prior.bias === undefined ? [] : [layout.bias[prior.bias]! + axis]),
    ];
    for (const [k, shift] of moved.entries()) {
      normal.addRight(shift, weight * residual[axis]);
      for (const other of moved.slice(0, k + 1)) normal.add(shift, other, weight);
      if (at < 0) continue;
      for (let j = 0; j < 6; j++) normal.add(shift, at + j, weight * row[j]!);
    }
  }
}

/** Residual rotation about the camera's axes from a photo to its prior. */
function turnResidual(state: State, { photo, rotation }: TurnPrior): Vec3 {
  const now = state.rotations.subarray(9 * photo, 9 * photo + 9) as unknown as Mat3;
  return rotationVector(multiply(rotation, transpose(now)));
}

function addTurn(layout: Layout, state: State, prior: TurnPrior, normal: NormalEquations): void {
  const at = layout.pose[prior.photo]!;
  if (at < 0) return;
  const weight = 1 / prior.sigma ** 2;
  for (const [axis, value] of turnResidual(state, prior).entries()) {
    normal.add(at + axis, at + axis, weight);
    normal.addRight(at + axis, weight * value);
  }
}

function addBiases({ biases }: Network, layout: Layout, state: State, normal: NormalEquations): void {
  for (const [bias, sigma] of biases.entries()) {
    for (const axis of [0, 1, 2] as const) {
      const at = layout.bias[bias]! + axis;
      normal.add(at, at, 1 / sigma[axis] ** 2);
      normal.addRight(at, -state.shift[3 + 3 * bias + axis]! / sigma[axis] ** 2);
    }
  }
}

/** Residual of a distance: measured − computed, and the direction from its first point to its second. */
function distanceResidual(state: State, { from, to, length }: HeldDistance) {
  const d = [0, 1, 2].map((axis) => state.points[3 * to + axis]! - state.points[3 * from + axis]!);
  const now = Math.hypot(...d);
  return { residual: length - now, direction: d.map((value) => value / Math.max(now, 1e-9)) };
}

function addDistance(layout: Layout, state: State, held: HeldDistance, normal: NormalEquations): void {
  const [from, to] = [layout.kept.get(held.from)!, layout.kept.get(held.to)!];
  const { residual, direction } = distanceResidual(state, held);
  const entries = direction.flatMap((d, axis) => [
    { at: from + axis, value: -d },
    { at: to + axis, value: d },
  ]);
  for (const a of entries) {
    normal.addRight(a.at, held.weight * a.value * residual);
    for (const b of entries) {
      if (b.at <= a.at) normal.add(a.at, b.at, held.weight * a.value * b.value);
    }
  }
}

/** Adds all priors: positions, intrinsics, distances and the gauge constraints. */
export function addPriors(
  network: Network,
  layout: Layout,
  state: State,
  loss: Loss,
  normal: NormalEquations,
): void {
  for (const prior of network.positions) addPosition(network, layout, state, loss, prior, normal);
  for (const distance of network.distances) addDistance(layout, state, distance, normal);
  for (const [camera, first] of layout.camera.entries()) {
    if (first < 0) continue;
    for (const [index, parameter] of network.free.entries()) {
      const at = camera * 8 + parameter;
      const weight = 1 / network.intrinsicSigma[at]! ** 2;
      normal.add(first + index, first + index, weight);
      normal.addRight(first + index, weight * (network.intrinsicGuess[at]! - state.intrinsics[at]!));
    }
  }
  if (layout.shift >= 0) {
    for (let axis = 0; axis < 3; axis++) {
      const at = layout.shift + axis;
      normal.add(at, at, 1 / shiftSigma ** 2);
      normal.addRight(at, -state.shift[axis]! / shiftSigma ** 2);
    }
  }
  for (const turn of network.turns) addTurn(layout, state, turn, normal);
  addBiases(network, layout, state, normal);
  holdScale(network, layout, normal);
}

function holdScale({ scaleHold }: Network, layout: Layout, normal: NormalEquations): void {
  if (!scaleHold) return;
  const at = layout.pose[scaleHold.photo]! + 3;
  const { direction } = scaleHold;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j <= i; j++) {
      normal.add(at + i, at + j, holdWeight * direction[i]! * direction[j]!);
    }
  }
}

/** The cost of the priors at a state. */
export function priorCost(network: Network, layout: Layout, state: State, loss: Loss): number {
  let cost = 0;
  for (const prior of network.positions)
    cost += loss.positionCost(positionResidual(network, state, prior).square);
  for (const held of network.held) {
    for (const axis of [0, 1, 2] as const) {
      if (held.weight[axis] === 0) continue;
      cost += held.weight[axis] * (held.xyz[axis] - state.points[3 * held.point + axis]!) ** 2;
    }
  }
  for (const distance of network.distances) {
    cost += distance.weight * distanceResidual(state, distance).residual ** 2;
  }
  for (const [camera, first] of layout.camera.entries()) {
    if (first < 0) continue;
    for (const parameter of network.free) {
      const at = camera * 8 + parameter;
      cost += ((network.intrinsicGuess[at]! - state.intrinsics[at]!) / network.intrinsicSigma[at]!) ** 2;
    }
  }
  if (layout.shift >= 0) {
    for (const value of state.shift.subarray(0, 3)) cost += (value / shiftSigma) ** 2;
  }
  for (const [bias, sigma] of network.biases.entries()) {
    for (const axis of [0, 1, 2] as const) cost += (state.shift[3 + 3 * bias + axis]! / sigma[axis]) ** 2;
  }
  for (const turn of network.turns) cost += (Math.hypot(...turnResidual(state, turn)) / turn.sigma) ** 2;
  return cost;
}
