import type { Camera } from '../camera.ts';
import { type Mat3, multiply, rotationFromVector } from '../pose.ts';
import { factorize, solveFactored } from './envelope.ts';
import { createSystem, type Layout } from './layout.ts';
import { linearise, stepPoints } from './linearise.ts';
import type { Network, State } from './network.ts';
import type { NormalEquations } from './normal-equations.ts';
import { evaluate, PointBlock } from './point-block.ts';
import { priorCost } from './priors.ts';
import type { Loss } from './robust.ts';

export interface Solution {
  readonly state: State;
  readonly cost: number;
  readonly iterations: number;
  readonly hasConverged: boolean;
}

/** A residual whose point does not project counts as this many standard deviations. */
const lostDeviations = 100;
const firstDamping = 1e-4;
const mostDamping = 1e12;

/** Cameras with a state's intrinsics. */
export function camerasOf(state: State, templates: readonly Camera[]): Camera[] {
  return templates.map((template, index) => {
    const [focal, cx, cy, k1, k2, k3, p1, p2] = state.intrinsics.subarray(index * 8, index * 8 + 8);
    return {
      ...template,
      focal: focal!,
      cx: cx!,
      cy: cy!,
      k1: k1!,
      k2: k2!,
      k3: k3!,
      p1: p1!,
      p2: p2!,
    };
  });
}

/** Residuals of all observations, xy each, pixels; NaN where a point does not project. */
export function residualsOf(network: Network, state: State, cameras: readonly Camera[]): Float64Array {
  const { count } = network.measurements;
  const all = new Float64Array(2 * count);
  const block = new PointBlock();
  const e = new Float64Array(2);
  for (let k = 0; k < count; k++) {
    const isSeen = evaluate(network, state, cameras, k, block, e);
    all[2 * k] = isSeen ? e[0]! : Number.NaN;
    all[2 * k + 1] = isSeen ? e[1]! : Number.NaN;
  }
  return all;
}

/** Robust cost of a state: observations and everything known beside them. */
export function costOf(
  network: Network,
  layout: Layout,
  state: State,
  cameras: readonly Camera[],
  loss: Loss,
): number {
  const { weight, count } = network.measurements;
  const residuals = residualsOf(network, state, cameras);
  let cost = priorCost(network, layout, state, loss);
  for (let k = 0; k < count; k++) {
    if (weight[k] === 0) continue;
    const square = weight[k]! * (residuals[2 * k]! ** 2 + residuals[2 * k + 1]! ** 2);
    cost += loss.cost(Number.isNaN(square) ? lostDeviations ** 2 : square);
  }
  return cost;
}

/** A state after a step of the reduced unknowns (rotations turn about the camera's axes) and of the points. */
export function stepState(
  network: Network,
  layout: Layout,
  state: State,
  step: Float64Array,
  points: Float64Array,
): State {
  const next: State = {
    rotations: state.rotations.slice(),
    centres: state.centres.slice(),
    intrinsics: state.intrinsics.slice(),
    points: state.points.slice(),
    shift: state.shift.slice(),
  };
  for (let photo = 0; photo < network.photoCount; photo++) {
    const at = layout.pose[photo]!;
    if (at < 0) continue;
    const turn = rotationFromVector([step[at]!, step[at + 1]!, step[at + 2]!]);
    const before = state.rotations.subarray(photo * 9, photo * 9 + 9) as unknown as Mat3;
    next.rotations.set(multiply(turn, before), photo * 9);
    for (let axis = 0; axis < 3; axis++) next.centres[photo * 3 + axis]! += step[at + 3 + axis]!;
  }
  for (const [camera, first] of layout.camera.entries()) {
    if (first < 0) continue;
    for (const [index, parameter] of network.free.entries()) {
      next.intrinsics[camera * 8 + parameter]! += step[first + index]!;
    }
  }
  if (layout.shift >= 0) for (let axis = 0; axis < 3; axis++) next.shift[axis]! += step[layout.shift + axis]!;
  for (let k = 0; k < points.length; k++) next.points[k]! += points[k]!;
  return next;
}

/**
 * Levenberg–Marquardt (K. Levenberg, 1944; D. Marquardt, 1963; damping by the ratio of gained to promised cost,
 * H. B. Nielsen, 1999) with iteratively reweighted robust loss. Pauses before every step, so that the caller may stop.
 * @param tolerance relative gain of cost below which it has converged
 */
export function* solveNetwork(
  network: Network,
  layout: Layout,
  start: State,
  templates: readonly Camera[],
  loss: Loss,
  limits: { readonly iterations: number; readonly tolerance: number },
): Generator<void, Solution> {
  const normal: NormalEquations = {
    system: createSystem(layout),
    right: new Float64Array(layout.size),
    diagonal: new Float64Array(layout.size),
  };
  const block = new PointBlock();
  let state = start;
  let cameras = camerasOf(state, templates);
  let cost = costOf(network, layout, state, cameras, loss);
  let damping = firstDamping;
  let growth = 2;
  let iterations = 0;
  while (iterations < limits.iterations && damping < mostDamping) {
    iterations++;
    yield;
    linearise(network, layout, state, cameras, loss, damping, normal, block);
    const gradient = normal.right.slice();
    const isSolved = factorize(normal.system);
    if (isSolved) solveFactored(normal.system, normal.right);
    const points = isSolved
      ? stepPoints(network, layout, state, cameras, loss, damping, normal.right, block)
      : null;
    const next = points && stepState(network, layout, state, normal.right, points);
    const nextCameras = next && camerasOf(next, templates);
    const nextCost = next && nextCameras ? costOf(network, layout, next, nextCameras, loss) : Number.NaN;
    const promised = promisedGain(normal, gradient, damping);
    const gain = cost - nextCost;
    if (next && nextCameras && gain >= 0) {
      const isDone = gain <= limits.tolerance * Math.max(cost, 1e-12);
      damping = Math.max(1e-12, damping * Math.max(1 / 10, 1 - (2 * Math.min(1, gain / promised) - 1) ** 3));
      growth = 2;
      state = next;
      cameras = nextCameras;
      cost = nextCost;
      if (isDone) return { state, cost, iterations, hasConverged: true };
    } else {
      damping *= growth;
      growth *= 2;
    }
  }
  return { state, cost, iterations, hasConverged: damping >= mostDamping };
}

/** What the linear model promises of the reduced unknowns: stepᵀ(λ D step + right). */
function promisedGain(
  { right: step, diagonal }: NormalEquations,
  gradient: Float64Array,
  damping: number,
): number {
  let sum = 0;
  for (let k = 0; k < step.length; k++) sum += step[k]! * (damping * diagonal[k]! * step[k]! + gradient[k]!);
  return Math.max(sum, 1e-300);
}
