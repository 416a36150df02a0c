import type { Camera } from '../camera.ts';
import { type Mat3, multiply, rotationFromVector } from '../pose.ts';
import { factorize, solveFactored } from './envelope.ts';
import { createSystem, type Layout } from './layout.ts';
import { linearise, stepPoints } from './linearise.ts';
import type { Network, State } from './network.ts';
import type { NormalEquations } from './normal-equations.ts';
import { PointBlock, residualAt } from './point-block.ts';
import { priorCost } from './priors.ts';
import type { Loss } from './robust.ts';

export interface Solution {
  readonly state: State;
  readonly cost: number;
  readonly iterations: number;
  /** Damping of the next step. */
  readonly damping: number;
  readonly hasConverged: boolean;
}

/** A residual whose point does not project counts as this many standard deviations. */
const lostDeviations = 100;
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
  const e = new Float64Array(2);
  for (let k = 0; k < count; k++) {
    const isSeen = residualAt(network, state, cameras, k, e);
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
  const e = new Float64Array(2);
  let cost = priorCost(network, layout, state, loss);
  for (let k = 0; k < count; k++) {
    const w = weight[k]!;
    if (w === 0) continue;
    const isSeen = residualAt(network, state, cameras, k, e);
    cost += loss.cost(isSeen ? w * (e[0]! * e[0]! + e[1]! * e[1]!) : lostDeviations ** 2);
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

/** How a solution steps and when it ends. */
export interface StepLimits {
  readonly iterations: number;
  /** Relative gain of cost below which it has converged. */
  readonly tolerance: number;
  /** Share of the diagonal that the first step is damped by. */
  readonly damping: number;
  /** Whether a small gain counts only where hardly any damping held the step back. */
  readonly isLast: boolean;
}

/** Damping that holds no step back that matters. */
const freeDamping = 1e-8;
const leastDamping = 1e-9;
/** A gain so far from the promised one shows that the problem is curved. */
const curvedRatio = 0.2;

/**
 * Levenberg–Marquardt (K. Levenberg, 1944; D. Marquardt, 1963; damping by the ratio of gained to promised cost,
 * H. B. Nielsen, 1999) with iteratively reweighted robust loss. Where the problem is curved, points follow each step of
 * the photos once more on their own. Pauses before every step, so that the caller may stop.
 */
export function* solveNetwork(
  network: Network,
  layout: Layout,
  start: State,
  templates: readonly Camera[],
  loss: Loss,
  limits: StepLimits,
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
  let { damping } = limits;
  let growth = 2;
  let iterations = 0;
  let isCurved = true;
  while (iterations < limits.iterations && damping < mostDamping) {
    iterations++;
    yield;
    const pointGain = linearise(network, layout, state, cameras, loss, damping, normal, block);
    const gradient = normal.right.slice();
    const next: Stepped | null = factorize(normal.system)
      ? solveStep(network, layout, state, templates, loss, damping, normal, block, isCurved)
      : null;
    const nextCost: number = next ? costOf(network, layout, next.state, next.cameras, loss) : Number.NaN;
    const promised = pointGain + promisedGain(normal, gradient, damping);
    const gain: number = cost - nextCost;
    if (next && gain >= 0) {
      const ratio: number = gain / promised;
      const isSmall = gain <= limits.tolerance * Math.max(cost, 1e-12);
      const isDone = isSmall && (!limits.isLast || damping <= freeDamping);
      isCurved = Math.abs(ratio - 1) > curvedRatio;
      damping *= isSmall ? 1e-2 : Math.max(1 / 5, 1 - (2 * Math.min(1, ratio) - 1) ** 3);
      damping = Math.max(leastDamping, damping);
      growth = 2;
      state = next.state;
      cameras = next.cameras;
      cost = nextCost;
      if (isDone) return { state, cost, iterations, damping, hasConverged: true };
    } else {
      isCurved = true;
      damping *= growth;
      growth *= 2;
    }
  }
  return { state, cost, iterations, damping, hasConverged: damping >= mostDamping };
}

interface Stepped {
  readonly state: State;
  readonly cameras: Camera[];
}

/** The state after the step of a factored system; `normal.right` becomes the step. */
function solveStep(
  network: Network,
  layout: Layout,
  state: State,
  templates: readonly Camera[],
  loss: Loss,
  damping: number,
  normal: NormalEquations,
  block: PointBlock,
  isCurved: boolean,
): Stepped {
  solveFactored(normal.system, normal.right);
  const before = camerasOf(state, templates);
  const points = stepPoints(network, layout, state, before, loss, damping, normal.right, block);
  const next = stepState(network, layout, state, normal.right, points);
  const cameras = camerasOf(next, templates);
  if (!isCurved) return { state: next, cameras };
  const still = new Float64Array(layout.size);
  const own = stepPoints(network, layout, next, cameras, loss, 0, still, block);
  return { state: stepState(network, layout, next, still, own), cameras };
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
