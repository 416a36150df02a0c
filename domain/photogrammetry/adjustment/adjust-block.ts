import type { Mat3 } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import type { AdjustmentKernel } from './adjustment-kernel.ts';
import { buildNetwork, type UsedControl } from './build-network.ts';
import { positionResidual } from './priors.ts';
import type { AdjustmentProblem, AdjustmentResult } from './problem.ts';
import { countPoints, type SolvedNetwork, solveInRounds } from './rounds.ts';

const defaultIterations = 40;
/** Normalised lengths of position residuals beyond which a position contradicts the block. */
const positionOutlier = 5;

/** The adjusted part of a result that needs no control. */
export type BlockResult = Pick<
  AdjustmentResult,
  | 'reconstruction'
  | 'rmsPx'
  | 'meanPx'
  | 'iterations'
  | 'hasConverged'
  | 'varianceFactor'
  | 'removedObservations'
  | 'positionResiduals'
  | 'positionShift'
  | 'positionBiases'
>;

/** An adjusted block and the solution behind it. */
export interface AdjustedBlock {
  readonly block: BlockResult;
  readonly solved: SolvedNetwork;
}

/** Adjusts a block with the control that is known to be good. Pauses before every step. */
export function* adjustBlockInSteps(
  kernel: AdjustmentKernel,
  problem: AdjustmentProblem,
  used: readonly UsedControl[],
): Generator<void, AdjustedBlock> {
  const { network, state } = buildNetwork(problem, used);
  const solved = yield* solveInRounds(kernel, network, state, problem.reconstruction.cameras, {
    iterations: problem.maxIterations ?? defaultIterations,
    removeOutliers: problem.removeOutliers ?? true,
  });
  return { block: describe(problem, solved), solved };
}

/** Runs a generator without pauses and returns its result. */
export function runThrough<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
  }
}

/** Adjusts a block with the control that is known to be good. */
export function adjustBlock(
  kernel: AdjustmentKernel,
  problem: AdjustmentProblem,
  used: readonly UsedControl[],
): AdjustedBlock {
  return runThrough(adjustBlockInSteps(kernel, problem, used));
}

const shiftAt = (shift: Float64Array, at: number) => [...shift.subarray(at, at + 3)] as unknown as Vec3;

function describe({ reconstruction, positions = [] }: AdjustmentProblem, solved: SolvedNetwork): BlockResult {
  const { network, layout, state, residuals, cameras } = solved;
  const { weight, count } = network.measurements;
  const tied = reconstruction.points.length / 3;
  let squares = 0;
  let rows = 0;
  let [seen, sum, sumSquares] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    const length = Math.hypot(residuals[2 * k]!, residuals[2 * k + 1]!);
    if (weight[k] === 0 || Number.isNaN(length)) continue;
    const isTied = network.measurements.point[k]! < tied;
    squares += (isTied ? solved.inflation : 1) * weight[k]! * length * length;
    rows += 2;
    if (!isTied) continue;
    seen++;
    sum += length;
    sumSquares += length * length;
  }
  const placed = positions.map((prior) => ({ prior, ...positionResidual(network, state, prior) }));
  for (const { prior, square } of placed) {
    squares += Math.min(square, positionOutlier ** 2);
    rows += prior.hasHeight === false ? 2 : 3;
  }
  for (const { point, xyz, weight: known } of network.held) {
    for (const axis of [0, 1, 2] as const) {
      if (known[axis] === 0) continue;
      squares += known[axis] * (xyz[axis] - state.points[3 * point + axis]!) ** 2;
      rows++;
    }
  }
  const unknowns = layout.size + 3 * countPoints(network);
  return {
    reconstruction: rebuild(reconstruction, solved, cameras),
    rmsPx: Math.sqrt(sumSquares / Math.max(1, seen)),
    meanPx: sum / Math.max(1, seen),
    iterations: solved.iterations,
    hasConverged: solved.hasConverged,
    varianceFactor: rows > unknowns ? squares / (rows - unknowns) : 1,
    removedObservations: solved.removed,
    positionResiduals: placed.map(({ prior, residual, square: length }) => ({
      photo: prior.photo,
      residual: [-residual[0], -residual[1], prior.hasHeight === false ? Number.NaN : -residual[2]],
      isOutlier: length > positionOutlier ** 2,
    })),
    positionShift: network.hasShift ? shiftAt(state.shift, 0) : null,
    positionBiases: network.biases.map((_, index) => shiftAt(state.shift, 3 + 3 * index)),
  };
}

/** The reconstruction at the solved state, without the rejected observations and points. */
function rebuild(
  before: Reconstruction,
  { network, state }: SolvedNetwork,
  cameras: Reconstruction['cameras'],
): Reconstruction {
  const tied = before.points.length / 3;
  const { observations } = before;
  const index = new Int32Array(tied).fill(-1);
  let points = 0;
  const isKept = keptObservations(before, network);
  for (let k = 0; k < observations.count; k++) {
    if (!isKept[k]) continue;
    const point = observations.point[k]!;
    if (index[point] === -1) index[point] = points++;
  }
  const keep = new Uint32Array(isKept.reduce((sum, one) => sum + one, 0));
  for (let k = 0, at = 0; k < observations.count; k++) if (isKept[k]) keep[at++] = k;
  const xyz = new Float64Array(points * 3);
  const colours = new Uint8Array(points * 3);
  for (let point = 0; point < tied; point++) {
    const to = index[point]!;
    if (to < 0) continue;
    xyz.set(state.points.subarray(point * 3, point * 3 + 3), to * 3);
    colours.set(before.colours.subarray(point * 3, point * 3 + 3), to * 3);
  }
  return {
    cameras,
    photos: before.photos.map((one, i) => ({
      ...one,
      pose: {
        rotation: [...state.rotations.subarray(i * 9, i * 9 + 9)] as unknown as Mat3,
        centre: [...state.centres.subarray(i * 3, i * 3 + 3)] as unknown as Vec3,
      },
    })),
    points: xyz,
    colours,
    observations: {
      count: keep.length,
      point: keep.map((k) => index[observations.point[k]!]!),
      photo: keep.map((k) => observations.photo[k]!),
      xy: keptPlaces(observations.xy, keep),
      scale: Float32Array.from(keep, (k) => observations.scale[k]!),
    },
  };
}

function keptPlaces(xy: Float32Array, keep: Uint32Array): Float32Array<ArrayBuffer> {
  const places = new Float32Array(2 * keep.length);
  for (const [to, from] of keep.entries()) {
    places[2 * to] = xy[2 * from]!;
    places[2 * to + 1] = xy[2 * from + 1]!;
  }
  return places;
}

/** Which observations of the reconstruction are still used; both lists are sorted by point in the same order. */
function keptObservations(
  { observations, points }: Reconstruction,
  { measurements }: SolvedNetwork['network'],
): Uint8Array {
  const isKept = new Uint8Array(observations.count);
  const tied = points.length / 3;
  const next = measurements.start.slice();
  for (let k = 0; k < observations.count; k++) {
    const point = observations.point[k]!;
    if (point >= tied) continue;
    const at = next[point]!;
    if (at >= measurements.start[point + 1]!) continue;
    next[point]!++;
    isKept[k] = measurements.weight[at]! > 0 ? 1 : 0;
  }
  return isKept;
}
