import type { Camera } from '../camera.ts';
import type { Layout } from './layout.ts';
import { layOut } from './layout.ts';
import type { Network, State } from './network.ts';
import { createLoss } from './robust.ts';
import { camerasOf, residualsOf, solveNetwork } from './solve.ts';

/** A network solved, its blunders taken out by weight 0. */
export interface SolvedNetwork {
  readonly network: Network;
  readonly layout: Layout;
  readonly state: State;
  readonly cameras: readonly Camera[];
  readonly residuals: Float64Array;
  readonly iterations: number;
  readonly hasConverged: boolean;
  readonly removed: number;
  /** Robust scale of the normalised residuals: 1 where the observations are as precise as said. */
  readonly scale: number;
}

export interface RoundLimits {
  readonly iterations: number;
  readonly removeOutliers: boolean;
}

/** Median of |e| over σ for two normal components of unit variance (Rayleigh). */
const rayleighMedian = Math.sqrt(2 * Math.log(2));
/** Observations this many scales off contradict the block (one of 2,000 good ones is). */
const outlierScales = 4;
/** Tie points of fewer views say nothing. */
const leastViews = 2;
const rounds = 4;
/** A share of observations below which another round would change nothing. */
const fewShare = 5e-4;

function normalisedLengths({ measurements }: Network, residuals: Float64Array): Float64Array {
  const lengths = new Float64Array(measurements.count);
  for (let k = 0; k < measurements.count; k++) {
    lengths[k] = Math.sqrt(measurements.weight[k]!) * Math.hypot(residuals[2 * k]!, residuals[2 * k + 1]!);
  }
  return lengths;
}

function scaleOf({ measurements }: Network, lengths: Float64Array): number {
  const used = lengths.filter((length, k) => measurements.weight[k]! > 0 && !Number.isNaN(length)).sort();
  const median = used[used.length >> 1] ?? rayleighMedian;
  return Math.max(median / rayleighMedian, 1e-6);
}

/** Takes out observations that are too far off and points that then have too few views; answers how many. */
function removeOutliers({ measurements, held }: Network, lengths: Float64Array, scale: number): number {
  const { weight, start } = measurements;
  const tied = start.length - 1 - held.length;
  let removed = 0;
  for (let point = 0; point < tied; point++) {
    let views = 0;
    for (let k = start[point]!; k < start[point + 1]!; k++) {
      if (weight[k] === 0) continue;
      if (lengths[k]! < outlierScales * scale) views++;
      else {
        weight[k] = 0;
        removed++;
      }
    }
    if (views >= leastViews) continue;
    for (let k = start[point]!; k < start[point + 1]!; k++) {
      if (weight[k] === 0) continue;
      weight[k] = 0;
      removed++;
    }
  }
  return removed;
}

/**
 * Solves a network in rounds: each steps to the best state under a robust loss of the scale found, then takes out
 * what contradicts it, until next to nothing is left to take out. Weights of the network's measurements change.
 */
export function solveInRounds(
  network: Network,
  start: State,
  templates: readonly Camera[],
  limits: RoundLimits,
): SolvedNetwork {
  const layout = layOut(network);
  let state = start;
  let cameras: readonly Camera[] = camerasOf(state, templates);
  let residuals = residualsOf(network, state, cameras);
  let scale = scaleOf(network, normalisedLengths(network, residuals));
  let iterations = 0;
  let removed = 0;
  let hasConverged = false;
  for (let round = 0; round < rounds && iterations < limits.iterations; round++) {
    const loss = createLoss(round === 0 ? 'first' : 'later', scale);
    const tolerance = round === 0 ? 1e-4 : 1e-7;
    const solved = solveNetwork(network, layout, state, templates, loss, {
      iterations: limits.iterations - iterations,
      tolerance,
    });
    state = solved.state;
    iterations += solved.iterations;
    hasConverged = solved.hasConverged;
    cameras = camerasOf(state, templates);
    residuals = residualsOf(network, state, cameras);
    const lengths = normalisedLengths(network, residuals);
    const before = scale;
    scale = scaleOf(network, lengths);
    const gone = limits.removeOutliers ? removeOutliers(network, lengths, scale) : 0;
    removed += gone;
    const isSettled =
      gone <= fewShare * network.measurements.count && Math.abs(scale - before) < 0.05 * scale;
    if (round > 0 && isSettled) break;
  }
  return { network, layout, state, cameras, residuals, iterations, hasConverged, removed, scale };
}
