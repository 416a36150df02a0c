import { upperMedian } from '../../math/median.ts';
import type { Camera } from '../model/camera.ts';
import type { AdjustmentKernel } from './adjustment-kernel.ts';
import { correlationOf } from './correlation.ts';
import type { Layout } from './layout.ts';
import { layOut } from './layout.ts';
import type { Network, State } from './network.ts';
import { createLoss, finalLoss, type Loss } from './robust.ts';
import { camerasOf, type StepLimits, solveNetwork } from './solve.ts';

/** A solved network; its outliers have weight 0. */
export interface SolvedNetwork {
  readonly network: Network;
  readonly layout: Layout;
  readonly state: State;
  readonly cameras: readonly Camera[];
  readonly residuals: Float64Array;
  readonly iterations: number;
  readonly hasConverged: boolean;
  readonly removed: number;
  /** Estimated over assumed standard deviation of tie points. */
  readonly factor: number;
  /** Variance inflation from the correlation of neighbouring tie points; included in `factor`. */
  readonly inflation: number;
}

export interface RoundLimits {
  readonly iterations: number;
  readonly removeOutliers: boolean;
}

/** Median of |e| over σ for two normal components of unit variance (Rayleigh). */
const rayleighMedian = Math.sqrt(2 * Math.log(2));
/** Outlier limit in robust scales: inliers almost never exceed it, and real errors have long tails. */
const outlierScales = 7;
/** Minimum number of views of a tie point. */
const minViews = 2;
const rounds = 4;
/** Minimum number of final iterations after outlier removal. */
const minLastSteps = 25;
const firstDamping = 1e-4;
/** Fraction of removed observations below which another round would change nothing. */
const fewShare = 5e-4;
/** Limits of reweighting: minimum redundancy, and factors of standard deviations. */
const minRedundancy = 0.05;
const minFactor = 1e-3;

function normalisedLengths({ measurements }: Network, residuals: Float64Array): Float64Array {
  const lengths = new Float64Array(measurements.count);
  for (let k = 0; k < measurements.count; k++) {
    lengths[k] = Math.sqrt(measurements.weight[k]!) * Math.hypot(residuals[2 * k]!, residuals[2 * k + 1]!);
  }
  return lengths;
}

/** Robust scale of the normalised residuals of tie points: 1 where they match their weights. */
function scaleOf({ measurements: { weight, start }, held }: Network, lengths: Float64Array): number {
  const end = start[start.length - 1 - held.length]!;
  const used = lengths.subarray(0, end).filter((length, k) => weight[k]! > 0 && !Number.isNaN(length));
  const median = upperMedian(used) ?? rayleighMedian;
  return Math.max(median / rayleighMedian, 1e-6);
}

/** Removes outlying observations and points that then have too few views; returns their number. */
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
    if (views >= minViews) continue;
    for (let k = start[point]!; k < start[point + 1]!; k++) {
      if (weight[k] === 0) continue;
      weight[k] = 0;
      removed++;
    }
  }
  return removed;
}

/** Number of points still observed. */
export function countPoints({ measurements: { start, weight } }: Network): number {
  let points = 0;
  for (let point = 0; point + 1 < start.length; point++) {
    for (let k = start[point]!; k < start[point + 1]!; k++) {
      if (weight[k] === 0) continue;
      points++;
      break;
    }
  }
  return points;
}

/**
 * Sets the weights of tie points from their residuals (variance components, F. R. Helmert, 1907). Weights of control,
 * its observations and positions are unchanged, so the groups are balanced.
 * @param end observations before this one are of tie points
 * @param inflation variance inflation from their correlation
 * @returns the factor applied to the standard deviations
 */
function reweigh(
  { measurements }: Network,
  lengths: Float64Array,
  unknowns: number,
  end: number,
  inflation: number,
): number {
  const { weight } = measurements;
  let rows = 0;
  let squares = 0;
  for (let k = 0; k < end; k++) {
    if (weight[k] === 0 || Number.isNaN(lengths[k])) continue;
    rows += 2;
    squares += lengths[k]! ** 2;
  }
  const freedom = Math.max(minRedundancy * rows, rows - unknowns, 1);
  const factor = Math.max(minFactor, Math.sqrt((inflation * squares) / freedom));
  for (let k = 0; k < end; k++) weight[k]! /= factor * factor;
  return factor;
}

/**
 * Solves a network in rounds: each minimises a robust loss of the estimated scale, then removes outliers, until almost
 * none are found. The final iterations are plain least squares. Weights of the network's measurements change. Pauses
 * before every step.
 */
export function* solveInRounds(
  kernel: AdjustmentKernel,
  network: Network,
  start: State,
  templates: readonly Camera[],
  limits: RoundLimits,
): Generator<void, SolvedNetwork> {
  const layout = layOut(network);
  let state = start;
  let cameras: readonly Camera[] = camerasOf(state, templates);
  let residuals = kernel.open(network, layout).residuals(state);
  let scale = scaleOf(network, normalisedLengths(network, residuals));
  const { start: firstOf } = network.measurements;
  const end = firstOf[firstOf.length - 1 - network.held.length]!;
  let factor = 1;
  let inflation = 1;
  let iterations = 0;
  let removed = 0;
  let hasConverged = false;
  let damping = firstDamping;
  const step = function* (loss: Loss, limit: Pick<StepLimits, 'iterations' | 'tolerance' | 'isLast'>) {
    const solved = yield* solveNetwork(kernel, network, layout, state, loss, { ...limit, damping });
    state = solved.state;
    iterations += solved.iterations;
    damping = Math.min(firstDamping, 10 * solved.damping);
    hasConverged = solved.hasConverged;
    cameras = camerasOf(state, templates);
    residuals = kernel.open(network, layout).residuals(state);
  };
  for (let round = 0; round < rounds && iterations < limits.iterations; round++) {
    const loss = createLoss(round === 0 ? 'first' : 'later', scale);
    const tolerance = round === 0 ? 1e-3 : 1e-4;
    yield* step(loss, { iterations: limits.iterations - iterations, tolerance, isLast: false });
    const lengths = normalisedLengths(network, residuals);
    const before = scale;
    scale = scaleOf(network, lengths);
    const gone = limits.removeOutliers ? removeOutliers(network, lengths, scale) : 0;
    removed += gone;
    const isSettled =
      gone <= fewShare * network.measurements.count && Math.abs(scale - before) < 0.05 * scale;
    inflation = correlationOf(network, cameras, residuals, end);
    const unknowns = layout.size + 3 * countPoints(network);
    const change = reweigh(network, lengths, unknowns, end, inflation);
    factor *= change;
    scale /= change;
    if (round > 0 && isSettled) break;
  }
  const most = Math.max(minLastSteps, limits.iterations - iterations);
  yield* step(limits.removeOutliers ? finalLoss : createLoss('later', scale), {
    iterations: most,
    tolerance: 1e-7,
    isLast: true,
  });
  return { network, layout, state, cameras, residuals, iterations, hasConverged, removed, factor, inflation };
}
