import { upperMedian } from '../../math/median.ts';
import type { Vec3 } from '../../math/vectors.ts';
import {
  freeIntrinsics,
  type HeldDistance,
  type HeldPoint,
  intrinsicSigmas,
  intrinsicsOf,
  type Network,
  type State,
  sortMeasurements,
  stateOf,
} from './network.ts';
import type { AdjustmentControl, AdjustmentProblem } from './problem.ts';

/** Maximum number of photos per point; further ones would add nothing. */
const longestTrack = 255;

/** A control point used in the adjustment, with its inlier observations and initial position. */
export interface UsedControl {
  readonly control: AdjustmentControl;
  readonly marks: AdjustmentControl['marks'];
  readonly guess: Vec3;
}

/**
 * Standard deviation of the smallest features' positions, relative to their size, and the part that grows with size.
 */
const [smallestSigma, sizeShare] = [0.25, 0.22];

/**
 * Standard deviations of tie point observations, pixels, by feature size relative to the smallest ones of the block. As
 * measured on simulated and real photos: constant up to three times the smallest, then growing.
 */
export function observationSigmas(scale: Float32Array): Float64Array {
  const sorted = scale.slice().sort();
  const unit = Math.max(1e-3, sorted[Math.floor(0.05 * sorted.length)] ?? 1);
  return Float64Array.from(scale, (size) => smallestSigma * unit * Math.hypot(1, (sizeShare * size) / unit));
}

/** Minimum number of observations that determine a pose. */
const minObservations = 5;
const minPositions = 3;

/** Builds the network and initial state from a problem's observations, priors and frame. */
export function buildNetwork(
  problem: AdjustmentProblem,
  used: readonly UsedControl[],
): { network: Network; state: State } {
  const { cameras, photos, points } = problem.reconstruction;
  const tied = points.length / 3;
  const state = stateOf(
    problem.reconstruction,
    used.map(({ guess }) => guess),
    problem.positionBiases?.length ?? 0,
  );
  const entries = gatherEntries(problem, used, tied);
  const measurements = sortMeasurements(tied + used.length, entries);
  const seen = new Uint32Array(photos.length);
  for (let k = 0; k < measurements.count; k++) seen[measurements.photo[k]!]!++;
  const isFixed = Uint8Array.from(seen, (count) => (count < minObservations ? 1 : 0));
  for (let k = 0; k < measurements.count; k++) {
    if (isFixed[measurements.photo[k]!]) measurements.weight[k] = 0;
  }
  const held = used.map(({ control }, index) => heldPoint(control, tied + index));
  const positions = (problem.positions ?? []).filter(({ photo }) => photo < photos.length);
  const isMeasured =
    positions.length >= minPositions ||
    held.filter(({ weight }) => weight[0] > 0 && weight[1] > 0).length >= minPositions;
  const hasShift =
    (problem.estimatePositionShift ?? false) &&
    positions.length > 0 &&
    held.some(({ weight }) => weight.every((value) => value > 0));
  if (hasShift) state.shift.set(commonShift(state, positions));
  const network: Network = {
    photoCount: photos.length,
    cameraOf: Uint32Array.from(photos, ({ camera }) => camera),
    isFisheye: cameras.map(({ model }) => model === 'fisheye'),
    free: freeIntrinsics(
      problem.freeIntrinsics,
      cameras.some(({ model }) => model === 'fisheye'),
    ),
    intrinsicGuess: Float64Array.from(cameras.flatMap(intrinsicsOf)),
    intrinsicSigma: Float64Array.from(
      cameras.flatMap(({ width, height, focal }) => intrinsicSigmas(width, height, focal)),
    ),
    measurements,
    positions,
    hasShift,
    biases: problem.positionBiases ?? [],
    turns: problem.turns ?? [],
    leverArm: problem.leverArm ?? [0, 0, 0],
    held,
    distances: distancesOf(problem, used, tied),
    isFixed,
    scaleHold: null,
  };
  return { network: isMeasured ? network : { ...network, ...fixFrame(network, state) }, state };
}

/** Median of measured − assumed positions. */
function commonShift({ centres }: State, positions: AdjustmentProblem['positions'] & object): number[] {
  return ([0, 1, 2] as const).map((axis) => {
    const values = positions.map(({ photo, xyz }) => xyz[axis] - centres[3 * photo + axis]!);
    return upperMedian(values)!;
  });
}

function gatherEntries(
  { reconstruction: { observations } }: AdjustmentProblem,
  used: readonly UsedControl[],
  tied: number,
) {
  const most = observations.count + used.reduce((sum, { marks }) => sum + marks.length, 0);
  const entries = {
    count: 0,
    point: new Uint32Array(most),
    photo: new Uint32Array(most),
    xy: new Float64Array(2 * most),
    weight: new Float64Array(most),
  };
  const add = (point: number, photo: number, x: number, y: number, sigma: number) => {
    const k = entries.count++;
    entries.point[k] = point;
    entries.photo[k] = photo;
    entries.xy[2 * k] = x;
    entries.xy[2 * k + 1] = y;
    entries.weight[k] = 1 / sigma ** 2;
  };
  const sigmas = observationSigmas(observations.scale);
  const { point, photo, xy } = observations;
  let [last, length] = [-1, 0];
  for (let k = 0; k < observations.count; k++) {
    length = point[k] === last ? length + 1 : 1;
    last = point[k]!;
    if (length <= longestTrack) add(last, photo[k]!, xy[2 * k]!, xy[2 * k + 1]!, sigmas[k]!);
  }
  for (const [index, { marks }] of used.entries()) {
    for (const mark of marks.slice(0, longestTrack)) {
      add(tied + index, mark.photo, mark.xy[0], mark.xy[1], mark.sigmaPx);
    }
  }
  return entries;
}

function heldPoint({ xyz, sigma }: AdjustmentControl, point: number): HeldPoint {
  const weightOf = (axis: 0 | 1 | 2) => (Number.isNaN(xyz[axis]) ? 0 : 1 / sigma[axis] ** 2);
  return { point, xyz, weight: [weightOf(0), weightOf(1), weightOf(2)] };
}

function distancesOf(
  { scaleBars = [] }: AdjustmentProblem,
  used: readonly UsedControl[],
  tied: number,
): HeldDistance[] {
  const indexOf = (label: string) => used.findIndex(({ control }) => control.label === label);
  return scaleBars.flatMap(({ from, to, length, sigma }) => {
    const [a, b] = [indexOf(from), indexOf(to)];
    return a < 0 || b < 0 || a === b
      ? []
      : [{ from: tied + a, to: tied + b, length, weight: 1 / sigma ** 2 }];
  });
}

/** Fixes the gauge where nothing is measured: the first photo keeps its pose, the farthest one its distance from it. */
export function fixFrame(network: Network, { centres }: State): Pick<Network, 'isFixed' | 'scaleHold'> {
  const isFixed = network.isFixed.slice();
  const first = isFixed.indexOf(0);
  if (first < 0) return { isFixed, scaleHold: null };
  isFixed[first] = 1;
  let scaleHold: Network['scaleHold'] = null;
  let farthest = 0;
  for (let photo = 0; photo < network.photoCount; photo++) {
    if (isFixed[photo]) continue;
    const d = [0, 1, 2].map((axis) => centres[3 * photo + axis]! - centres[3 * first + axis]!);
    const distance = Math.hypot(...d);
    if (distance <= farthest) continue;
    farthest = distance;
    const [x = 0, y = 0, z = 0] = d.map((value) => value / distance);
    scaleHold = { photo, direction: [x, y, z] };
  }
  return { isFixed, scaleHold: network.distances.length > 0 ? null : scaleHold };
}
