import type { Vec3 } from '../../math/vectors.ts';
import { runThrough } from '../adjustment/adjust-block.ts';
import type { AdjustmentKernel } from '../adjustment/adjustment-kernel.ts';
import { fixFrame } from '../adjustment/build-network.ts';
import { layOut } from '../adjustment/layout.ts';
import { intrinsicsOf, type Measurements, type Network, type State } from '../adjustment/network.ts';
import type { PositionPrior } from '../adjustment/problem.ts';
import { type Loss, plain } from '../adjustment/robust.ts';
import { camerasOf, solveNetwork } from '../adjustment/solve.ts';
import { type Camera, intrinsicNames } from '../model/camera.ts';
import { priorSigma } from './align-block.ts';
import { type Block, poseOf } from './block.ts';
import type { SfmProblem } from './problem.ts';
import { spreadTracks } from './spread-tracks.ts';
import { updateRays } from './track-rays.ts';

/** Stage of a block: poses only averaged, growing, or complete. */
export type Phase = 'settling' | 'growing' | 'final';

export interface BlockAdjustment {
  readonly phase: Phase;
  /** Ratio of the noise of measured positions to the stated one; null where they do not constrain the block. */
  readonly positionNoise: number | null;
  /** Photos whose position is not used. */
  readonly wrongPositions: readonly number[];
  readonly maxIterations: number;
  /** Points of each photo that are used, see `spreadTracks`; the others are triangulated again. */
  readonly perCell: number;
}

/** Residual at which an observation's weight is halved, units of error. */
const lossScale: Readonly<Record<Phase, number>> = { settling: 25, growing: 6, final: 3 };

/** Relative cost reduction below which iterations stop; non-final blocks are adjusted again. */
const minGain: Readonly<Record<Phase, number>> = { settling: 1e-2, growing: 1e-3, final: 1e-5 };
/** Initial damping: high for averaged poses, low for later stages close to the solution. */
const damping: Readonly<Record<Phase, number>> = { settling: 1e-4, growing: 1e-6, final: 1e-9 };

const [focal, cx, cy, k1, k2, k3, p1, p2] = intrinsicNames.map((_, index) => index) as [
  number, number, number, number, number, number, number, number,
]; // biome-ignore format: a list

/** Intrinsics that a block of this many photos can determine. Focal length is freed early. */
function intrinsicsToFree(photos: number, phase: Phase, isFisheye: boolean): number[] {
  if (photos < 3) return [];
  if (phase !== 'final') return photos < 5 ? [focal] : photos < 10 ? [focal, k1] : [focal, k1, k2];
  if (photos < 5) return [focal, k1];
  if (photos < 8) return [focal, k1, k2];
  return isFisheye ? [focal, cx, cy, k1, k2] : [focal, cx, cy, k1, k2, k3, p1, p2];
}

/** Standard deviations of the intrinsics about their initial values: wide, so that they only fix undetermined ones. */
function intrinsicSigma(camera: Camera, index: number): number {
  if (index === focal) return 0.25 * camera.focal;
  if (index === cx || index === cy) return 0.02 * camera.width;
  return index === p1 || index === p2 ? 0.01 : 0.2;
}

/** The active entries of some tracks. */
function gatherObservations(
  block: Block,
  used: Uint32Array,
  photoIndex: Int32Array,
): { measurements: Measurements; points: Float64Array<ArrayBuffer> } {
  const { tracks } = block.rays;
  const start = new Uint32Array(used.length + 1);
  let count = 0;
  used.forEach((t, p) => {
    for (let k = tracks.start[t]!; k < tracks.start[t + 1]!; k++) count += block.isActive[k]!;
    start[p + 1] = count;
  });
  const point = new Uint32Array(count);
  const weight = new Float64Array(count);
  const photo = new Uint32Array(count);
  const xy = new Float64Array(2 * count);
  const points = new Float64Array(3 * used.length);
  let at = 0;
  used.forEach((t, p) => {
    for (let c = 0; c < 3; c++) points[3 * p + c] = block.point[3 * t + c]!;
    for (let k = tracks.start[t]!; k < tracks.start[t + 1]!; k++) {
      if (block.isActive[k] === 0) continue;
      point[at] = p;
      photo[at] = photoIndex[tracks.photo[k]!]!;
      weight[at] = 1 / block.rays.unitPx[tracks.photo[k]!]! ** 2;
      xy[2 * at] = block.rays.xy[2 * k]!;
      xy[2 * at + 1] = block.rays.xy[2 * k + 1]!;
      at++;
    }
  });
  return { measurements: { count, start, point, photo, xy, weight }, points };
}

/** Cauchy's loss on observations, none on positions, as outliers are already excluded. */
function lossOf(phase: Phase): Loss {
  return { imageSquare: lossScale[phase] ** 2, positionWeight: plain.weight, positionCost: plain.cost };
}

function positionsOf(
  problem: SfmProblem,
  photos: readonly number[],
  { positionNoise: noise, wrongPositions }: BlockAdjustment,
): PositionPrior[] {
  if (noise === null) return [];
  return photos.flatMap((photo, index) => {
    const { position, sigma } = problem.photos[photo]!.prior;
    if (!position || wrongPositions.includes(photo)) return [];
    const scaled = priorSigma(sigma).map((value) => value * noise) as unknown as Vec3;
    return [{ photo: index, xyz: position, sigma: scaled }];
  });
}

interface Gathered {
  readonly network: Network;
  readonly state: State;
  readonly templates: readonly Camera[];
  readonly photos: readonly number[];
  readonly cameras: readonly number[];
  readonly tracks: Uint32Array;
}

function gather(problem: SfmProblem, block: Block, options: BlockAdjustment): Gathered {
  const photos = [...block.order].sort((a, b) => a - b);
  const cameras = [...new Set(photos.map((photo) => block.cameraOf[photo]!))].sort((a, b) => a - b);
  const photoIndex = new Int32Array(block.cameraOf.length).fill(-1);
  photos.forEach((photo, i) => {
    photoIndex[photo] = i;
  });
  const tracks = spreadTracks(block, options.perCell);
  const { measurements, points } = gatherObservations(block, tracks, photoIndex);
  const templates = cameras.map((c) => block.cameras[c]!);
  const isFisheye = templates.map(({ model }) => model === 'fisheye');
  const given = cameras.map((c) => problem.cameras[c]!);
  const poses = photos.map((photo) => poseOf(block, photo));
  const state: State = {
    rotations: Float64Array.from(poses.flatMap(({ rotation }) => [...rotation])),
    centres: Float64Array.from(poses.flatMap(({ centre }) => [...centre])),
    intrinsics: Float64Array.from(templates.flatMap(intrinsicsOf)),
    points,
    shift: new Float64Array(3),
  };
  const positions = positionsOf(problem, photos, options);
  const network: Network = {
    photoCount: photos.length,
    cameraOf: Uint32Array.from(photos, (p) => cameras.indexOf(block.cameraOf[p]!)),
    isFisheye,
    free: intrinsicsToFree(photos.length, options.phase, isFisheye.includes(true)),
    intrinsicGuess: Float64Array.from(given.flatMap(intrinsicsOf)),
    intrinsicSigma: Float64Array.from(
      given.flatMap((camera) => intrinsicNames.map((_, index) => intrinsicSigma(camera, index))),
    ),
    measurements,
    positions,
    hasShift: false,
    biases: [],
    turns: [],
    leverArm: [0, 0, 0],
    held: [],
    distances: [],
    isFixed: new Uint8Array(photos.length),
    scaleHold: null,
  };
  const isHeld = positions.length > 0;
  return {
    network: isHeld ? network : { ...network, ...fixFrame(network, state) },
    state,
    templates,
    photos,
    cameras,
    tracks,
  };
}

/** Maximum factor of a focal length from its initial value; beyond, the block cannot determine it. */
const maxFocalFactor = 2.5;

/**
 * Adjusts a block in place: poses, points and the intrinsics it can determine; rays are updated with the cameras.
 * Active entries are unchanged, and so are points that were not used.
 * @returns the tracks used, ascending; null where the result was implausible and discarded
 */
export function refineBlock(
  kernel: AdjustmentKernel,
  problem: SfmProblem,
  block: Block,
  options: BlockAdjustment,
): Uint32Array | null {
  const { network, state: start, templates, photos, cameras, tracks } = gather(problem, block, options);
  const { phase, maxIterations } = options;
  const limits = {
    iterations: maxIterations,
    tolerance: minGain[phase],
    damping: damping[phase],
    isLast: true,
  };
  const { state } = runThrough(solveNetwork(kernel, network, layOut(network), start, lossOf(phase), limits));
  const adjusted = camerasOf(state, templates);
  const isSane = adjusted.every(({ focal: f }, k) => {
    const factor = f / problem.cameras[cameras[k]!]!.focal;
    return factor < maxFocalFactor && factor > 1 / maxFocalFactor;
  });
  if (!isSane) return null;
  photos.forEach((photo, i) => {
    block.pose.set(state.rotations.subarray(9 * i, 9 * i + 9), 12 * photo);
    block.pose.set(state.centres.subarray(3 * i, 3 * i + 3), 12 * photo + 9);
  });
  tracks.forEach((t, p) => {
    block.point.set(state.points.subarray(3 * p, 3 * p + 3), 3 * t);
  });
  cameras.forEach((c, k) => {
    block.cameras[c] = adjusted[k]!;
  });
  updateRays(block.rays, block.cameras, block.cameraOf, (photo) => cameras.includes(block.cameraOf[photo]!));
  return tracks;
}
