import type { Mat3, Vec3 } from '../pose.ts';
import type { Reconstruction } from '../reconstruction.ts';
import { buildNetwork, type UsedControl } from './build-network.ts';
import { positionResidual } from './priors.ts';
import type { AdjustmentProblem, AdjustmentResult } from './problem.ts';
import { type SolvedNetwork, solveInRounds } from './rounds.ts';

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
>;

/** Adjusts a block with the control that is known to be good. */
export function adjustBlock(
  problem: AdjustmentProblem,
  used: readonly UsedControl[],
): { block: BlockResult; solved: SolvedNetwork } {
  const { network, state } = buildNetwork(problem, used);
  const solved = solveInRounds(network, state, problem.reconstruction.cameras, {
    iterations: problem.maxIterations ?? defaultIterations,
    removeOutliers: problem.removeOutliers ?? true,
  });
  return { block: describe(problem, solved), solved };
}

function describe({ reconstruction, positions = [] }: AdjustmentProblem, solved: SolvedNetwork): BlockResult {
  const { network, layout, state, residuals, cameras } = solved;
  const { weight, count } = network.measurements;
  const tied = reconstruction.points.length / 3;
  const lengths: number[] = [];
  let squares = 0;
  let rows = 0;
  for (let k = 0; k < count; k++) {
    const length = Math.hypot(residuals[2 * k]!, residuals[2 * k + 1]!);
    if (weight[k] === 0 || Number.isNaN(length)) continue;
    squares += weight[k]! * length * length;
    rows += 2;
    if (network.measurements.point[k]! < tied) lengths.push(length);
  }
  const placed = positions.map((prior) => ({ prior, ...positionResidual(network, state, prior) }));
  for (const { square } of placed) {
    squares += Math.min(square, positionOutlier ** 2);
    rows += 3;
  }
  const unknowns = layout.size + 3 * countPoints(solved);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const square = lengths.reduce((sum, length) => sum + length * length, 0) / Math.max(1, lengths.length);
  return {
    reconstruction: rebuild(reconstruction, solved, cameras),
    rmsPx: Math.sqrt(square),
    meanPx: mean,
    iterations: solved.iterations,
    hasConverged: solved.hasConverged,
    varianceFactor: rows > unknowns ? squares / (rows - unknowns) : 1,
    removedObservations: solved.removed,
    positionResiduals: placed.map(({ prior, residual, square: length }) => ({
      photo: prior.photo,
      residual: residual.map((value) => -value) as unknown as Vec3,
      isOutlier: length > positionOutlier ** 2,
    })),
    positionShift: network.hasShift ? ([...state.shift] as unknown as Vec3) : null,
  };
}

function countPoints({ network }: SolvedNetwork): number {
  const { start, weight } = network.measurements;
  let points = 0;
  for (let point = 0; point + 1 < start.length; point++) {
    if (weight.subarray(start[point]!, start[point + 1]!).some((value) => value > 0)) points++;
  }
  return points;
}

/** The reconstruction at the solved state, without what was taken out. */
function rebuild(
  before: Reconstruction,
  { network, state }: SolvedNetwork,
  cameras: Reconstruction['cameras'],
): Reconstruction {
  const tied = before.points.length / 3;
  const { observations } = before;
  const index = new Int32Array(tied).fill(-1);
  const keep: number[] = [];
  let points = 0;
  const isKept = keptObservations(before, network);
  for (let k = 0; k < observations.count; k++) {
    if (!isKept[k]) continue;
    const point = observations.point[k]!;
    if (index[point] === -1) index[point] = points++;
    keep.push(k);
  }
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
      point: Uint32Array.from(keep, (k) => index[observations.point[k]!]!),
      photo: Uint32Array.from(keep, (k) => observations.photo[k]!),
      xy: Float32Array.from(keep.flatMap((k) => [observations.xy[2 * k]!, observations.xy[2 * k + 1]!])),
      scale: Float32Array.from(keep, (k) => observations.scale[k]!),
    },
  };
}

/** Which observations of the reconstruction still count; both lists are sorted by point in the same order. */
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
