import { type Camera, intrinsicNames } from '../camera.ts';
import { priorSigma } from './align-block.ts';
import { type Block, poseOf } from './block.ts';
import { adjustBundle } from './inner/bundle.ts';
import type { Bundle } from './inner/bundle-work.ts';
import type { SfmProblem } from './problem.ts';
import { spreadTracks } from './spread-tracks.ts';
import { updateRays } from './track-rays.ts';

/** How far a block has come: poses averaged only, growing, or complete. */
export type Phase = 'settling' | 'growing' | 'final';

export interface BlockAdjustment {
  readonly phase: Phase;
  /** How much noisier measured positions are than stated; null where they do not hold the block. */
  readonly positionNoise: number | null;
  /** Photos whose position is not to be used. */
  readonly wrongPositions: readonly number[];
  readonly maxIterations: number;
  /** Points of each photo that take part, see `spreadTracks`; the others are triangulated anew. */
  readonly perCell: number;
}

/** Where an observation's say halves, units of error. */
const lossScale: Readonly<Record<Phase, number>> = { settling: 25, growing: 6, final: 3 };

/** Steps end where the cost falls by less than this share: what is not final will be adjusted again. */
const leastGain: Readonly<Record<Phase, number>> = { settling: 1e-2, growing: 1e-3, final: 1e-5 };
/** Averaged poses want caution; later starts are near the end. */
const damping: Readonly<Record<Phase, number>> = { settling: 1e-4, growing: 1e-6, final: 1e-9 };

const [focal, cx, cy, k1, k2, k3, p1, p2] = intrinsicNames.map((_, index) => index) as [
  number, number, number, number, number, number, number, number,
]; // biome-ignore format: a list

/** Intrinsics that a block of so many photos can tell; a wrong focal length is mended early. */
function intrinsicsToFree(photos: number, phase: Phase, isFisheye: boolean): number[] {
  if (photos < 3) return [];
  if (phase !== 'final') return photos < 5 ? [focal] : photos < 10 ? [focal, k1] : [focal, k1, k2];
  if (photos < 5) return [focal, k1];
  if (photos < 8) return [focal, k1, k2];
  return isFisheye ? [focal, cx, cy, k1, k2] : [focal, cx, cy, k1, k2, k3, p1, p2];
}

/** Standard deviations of the intrinsics about their first guess: wide, so that they only decide what nothing else does. */
function intrinsicSigma(camera: Camera, index: number): number {
  if (index === focal) return 0.25 * camera.focal;
  if (index === cx || index === cy) return 0.02 * camera.width;
  return index === p1 || index === p2 ? 0.01 : 0.2;
}

interface Gathered {
  readonly bundle: Bundle;
  readonly photos: readonly number[];
  readonly cameras: readonly number[];
  readonly tracks: Uint32Array;
}

/** The counting entries of some tracks. */
function gatherObservations(block: Block, used: Uint32Array, photoIndex: Int32Array) {
  const { tracks } = block.rays;
  const start: number[] = [0];
  let count = 0;
  for (const t of used) {
    for (let k = tracks.start[t]!; k < tracks.start[t + 1]!; k++) count += block.isActive[k]!;
    start.push(count);
  }
  const photo = new Uint32Array(count);
  const xy = new Float32Array(2 * count);
  const points = new Float64Array(3 * used.length);
  let at = 0;
  used.forEach((t, p) => {
    for (let c = 0; c < 3; c++) points[3 * p + c] = block.point[3 * t + c]!;
    for (let k = tracks.start[t]!; k < tracks.start[t + 1]!; k++) {
      if (block.isActive[k] === 0) continue;
      photo[at] = photoIndex[tracks.photo[k]!]!;
      xy[2 * at] = block.rays.xy[2 * k]!;
      xy[2 * at + 1] = block.rays.xy[2 * k + 1]!;
      at++;
    }
  });
  return { start: Uint32Array.from(start), photo, xy, points };
}

function gatherBundle(problem: SfmProblem, block: Block, options: BlockAdjustment): Gathered {
  const photos = [...block.order].sort((a, b) => a - b);
  const cameras = [...new Set(photos.map((photo) => block.cameraOf[photo]!))].sort((a, b) => a - b);
  const photoIndex = new Int32Array(block.cameraOf.length).fill(-1);
  photos.forEach((photo, i) => {
    photoIndex[photo] = i;
  });
  const n = photos.length;
  const pose = new Float64Array(12 * n);
  const position = new Float64Array(3 * n);
  const positionWeight = new Float64Array(3 * n);
  const noise = options.positionNoise ?? 1;
  photos.forEach((photo, i) => {
    const { rotation, centre } = poseOf(block, photo);
    pose.set(rotation, 12 * i);
    pose.set(centre, 12 * i + 9);
    const { prior } = problem.photos[photo]!;
    if (options.positionNoise === null || !prior.position || options.wrongPositions.includes(photo)) return;
    position.set(prior.position, 3 * i);
    priorSigma(prior.sigma).forEach((sigma, c) => {
      positionWeight[3 * i + c] = 1 / (sigma * noise) ** 2;
    });
  });
  const tracks = spreadTracks(block, options.perCell);
  const { start, photo, xy, points } = gatherObservations(block, tracks, photoIndex);
  const used = cameras.map((c) => block.cameras[c]!);
  const bundle: Bundle = {
    cameras: used,
    cameraOf: Uint32Array.from(photos, (p) => cameras.indexOf(block.cameraOf[p]!)),
    pose,
    points,
    start,
    photo,
    xy,
    unitPx: Float64Array.from(photos, (p) => block.rays.unitPx[p]!),
    free: intrinsicsToFree(
      n,
      options.phase,
      used.some(({ model }) => model === 'fisheye'),
    ),
    given: cameras.map((c) => problem.cameras[c]!),
    intrinsicSigma,
    position,
    positionWeight,
    lossScale: lossScale[options.phase],
    maxIterations: options.maxIterations,
    leastGain: leastGain[options.phase],
    damping: damping[options.phase],
  };
  return { bundle, photos, cameras, tracks };
}

/** A focal length may move by this factor from its first guess; beyond, the block cannot tell it. */
const mostFocalFactor = 2.5;

/**
 * Adjusts a block where it stands: poses, points and the intrinsics that it can tell; its rays follow the cameras.
 * Which entries count is not changed; points that took no part stay where they were.
 * @returns the tracks that took part, rising; null where the result made no sense and was not taken
 */
export function adjustBlock(problem: SfmProblem, block: Block, options: BlockAdjustment): Uint32Array | null {
  const { bundle, photos, cameras, tracks } = gatherBundle(problem, block, options);
  adjustBundle(bundle);
  const isSane = bundle.cameras.every(({ focal: f }, k) => {
    const factor = f / bundle.given[k]!.focal;
    return factor < mostFocalFactor && factor > 1 / mostFocalFactor;
  });
  if (!isSane) return null;
  photos.forEach((photo, i) => {
    block.pose.set(bundle.pose.subarray(12 * i, 12 * i + 12), 12 * photo);
  });
  tracks.forEach((t, p) => {
    block.point.set(bundle.points.subarray(3 * p, 3 * p + 3), 3 * t);
  });
  cameras.forEach((c, k) => {
    block.cameras[c] = bundle.cameras[k]!;
  });
  updateRays(block.rays, block.cameras, block.cameraOf, (photo) => cameras.includes(block.cameraOf[photo]!));
  return tracks;
}
