import { type Mat3, multiply, rotationFromVector } from '../../math/rotations.ts';
import type { Camera } from '../model/camera.ts';
import type { AdjustmentKernel, Linearised, NormalSystem } from './adjustment-kernel.ts';
import type { Layout } from './layout.ts';
import type { Network, State } from './network.ts';
import { addPriors, priorCost } from './priors.ts';
import type { Loss } from './robust.ts';

export interface Solution {
  readonly state: State;
  readonly cost: number;
  readonly iterations: number;
  /** Damping of the next step. */
  readonly damping: number;
  readonly hasConverged: boolean;
}

const maxDamping = 1e12;

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

/** Robust cost of a state: observations and priors. */
export function costOf(
  system: NormalSystem,
  network: Network,
  layout: Layout,
  state: State,
  loss: Loss,
): number {
  return priorCost(network, layout, state, loss) + system.cost(state, loss);
}

/** The state after a step of the reduced unknowns (rotations about the camera's axes) and of the points. */
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
  for (const [bias, at] of layout.bias.entries()) {
    for (let axis = 0; axis < 3; axis++) next.shift[3 + 3 * bias + axis]! += step[at + axis]!;
  }
  for (let k = 0; k < points.length; k++) next.points[k]! += points[k]!;
  return next;
}

/** Step control and convergence criteria. */
export interface StepLimits {
  readonly iterations: number;
  /** Relative cost reduction below which it has converged. */
  readonly tolerance: number;
  /** Damping of the first step, as a fraction of the diagonal. */
  readonly damping: number;
  /** Whether a small cost reduction counts as convergence only with negligible damping. */
  readonly isLast: boolean;
}

/** Damping that is negligible. */
const freeDamping = 1e-8;
const minDamping = 1e-9;
/** Ratio of actual to predicted reduction that indicates strong nonlinearity. */
const curvedRatio = 0.2;

/**
 * Levenberg–Marquardt (K. Levenberg, 1944; D. Marquardt, 1963; damping by the ratio of actual to predicted cost
 * reduction, H. B. Nielsen, 1999) with iteratively reweighted robust loss. Where the problem is strongly nonlinear,
 * points are refined alone after each step of the photos. Pauses before every step, so that the caller may stop.
 */
export function* solveNetwork(
  kernel: AdjustmentKernel,
  network: Network,
  layout: Layout,
  start: State,
  loss: Loss,
  limits: StepLimits,
): Generator<void, Solution> {
  const system = kernel.open(network, layout);
  let state = start;
  let cost = costOf(system, network, layout, state, loss);
  let { damping } = limits;
  let growth = 2;
  let iterations = 0;
  let isCurved = true;
  while (iterations < limits.iterations && damping < maxDamping) {
    iterations++;
    yield;
    const linearised = system.linearise(state, loss, damping, (normal) =>
      addPriors(network, layout, state, loss, normal),
    );
    const step: Float64Array | null = system.factorize() ? system.solve(linearised.right) : null;
    const next: State | null =
      step && takeStep(system, network, layout, state, loss, damping, step, isCurved);
    const nextCost: number = next ? costOf(system, network, layout, next, loss) : Number.NaN;
    const gain: number = cost - nextCost;
    if (step && next && gain >= 0) {
      const ratio: number = gain / promisedGain(linearised, step, damping);
      const isSmall = gain <= limits.tolerance * Math.max(cost, 1e-12);
      const isDone = isSmall && (!limits.isLast || damping <= freeDamping);
      isCurved = Math.abs(ratio - 1) > curvedRatio;
      damping *= isSmall ? 1e-2 : Math.max(1 / 5, 1 - (2 * Math.min(1, ratio) - 1) ** 3);
      damping = Math.max(minDamping, damping);
      growth = 2;
      state = next;
      cost = nextCost;
      if (isDone) return { state, cost, iterations, damping, hasConverged: true };
    } else {
      isCurved = true;
      damping *= growth;
      growth *= 2;
    }
  }
  return { state, cost, iterations, damping, hasConverged: damping >= maxDamping };
}

/** The state after a step of the reduced unknowns. */
function takeStep(
  system: NormalSystem,
  network: Network,
  layout: Layout,
  state: State,
  loss: Loss,
  damping: number,
  step: Float64Array,
  isCurved: boolean,
): State {
  const points = system.stepPoints(state, loss, damping, step);
  const next = stepState(network, layout, state, step, points);
  if (!isCurved) return next;
  const still = new Float64Array(layout.size);
  return stepState(network, layout, next, still, system.stepPoints(next, loss, 0, still));
}

/** Cost reduction predicted by the linear model: of the points, and of the reduced unknowns stepᵀ(λ D step + right). */
function promisedGain(
  { right, diagonal, pointGain }: Linearised,
  step: Float64Array,
  damping: number,
): number {
  let sum = 0;
  for (let k = 0; k < step.length; k++) sum += step[k]! * (damping * diagonal[k]! * step[k]! + right[k]!);
  return pointGain + Math.max(sum, 1e-300);
}
