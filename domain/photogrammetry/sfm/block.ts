import { upperMedian } from '../../math/median.ts';
import type { Mat3 } from '../../math/rotations.ts';
import type { Camera } from '../model/camera.ts';
import type { Pose } from '../model/pose.ts';
import {
  createBundle,
  type RayBundle,
  raySquared,
  triangulateRobustly,
  widestCosine,
} from '../triangulation/triangulate.ts';
import type { TrackRays } from './track-rays.ts';

/** A reconstruction in progress: poses of photos and points of tracks, in one frame. */
export interface Block {
  readonly rays: TrackRays;
  /** Cameras of the whole problem, as adjusted so far. */
  cameras: Camera[];
  readonly cameraOf: readonly number[];
  /** Rotation (world to camera) row-major and centre of each photo, length 12n. */
  readonly pose: Float64Array;
  readonly isRegistered: Uint8Array;
  /** Registered photos in the order of registration. */
  order: number[];
  /** xyz of each track's point, and whether there is one. */
  readonly point: Float64Array;
  readonly hasPoint: Uint8Array;
  /** Whether an entry of a track agrees with its point. */
  readonly isActive: Uint8Array;
  /** Number of tracks with a point that each photo observes, whether registered or not. */
  readonly visible: Uint32Array;
  /** Rays of one track, with capacity for the longest track. */
  readonly bundle: RayBundle;
  /** Entry of each ray in `bundle`. */
  readonly bundleEntry: Uint32Array;
}

export function createBlock(rays: TrackRays, cameras: readonly Camera[], cameraOf: readonly number[]): Block {
  const { tracks } = rays;
  let longest = 2;
  for (let t = 0; t < tracks.count; t++) longest = Math.max(longest, tracks.start[t + 1]! - tracks.start[t]!);
  const photos = cameraOf.length;
  return {
    rays,
    cameras: [...cameras],
    cameraOf,
    pose: new Float64Array(12 * photos),
    isRegistered: new Uint8Array(photos),
    order: [],
    point: new Float64Array(3 * tracks.count),
    hasPoint: new Uint8Array(tracks.count),
    isActive: new Uint8Array(tracks.photo.length),
    visible: new Uint32Array(photos),
    bundle: createBundle(longest),
    bundleEntry: new Uint32Array(longest),
  };
}

export function setPose(block: Block, photo: number, { rotation, centre }: Pose): void {
  block.pose.set(rotation, 12 * photo);
  block.pose.set(centre, 12 * photo + 9);
}

export function poseOf(block: Block, photo: number): Pose {
  const at = 12 * photo;
  return {
    rotation: Array.from(block.pose.subarray(at, at + 9)) as unknown as Mat3,
    centre: [block.pose[at + 9]!, block.pose[at + 10]!, block.pose[at + 11]!],
  };
}

/** Registers a photo. */
export function registerPhoto(block: Block, photo: number, pose: Pose): void {
  setPose(block, photo, pose);
  if (block.isRegistered[photo] === 1) return;
  block.isRegistered[photo] = 1;
  block.order.push(photo);
}

/** Deregisters a photo; its entries become inactive. */
export function dropPhoto(block: Block, photo: number): void {
  block.isRegistered[photo] = 0;
  block.order = block.order.filter((other) => other !== photo);
  const { photoStart, byPhoto } = block.rays;
  for (let j = photoStart[photo]!; j < photoStart[photo + 1]!; j++) block.isActive[byPhoto[j]!] = 0;
}

function addToBundle(block: Block, entry: number): void {
  const { rays, pose, bundle } = block;
  const p = 12 * rays.tracks.photo[entry]!;
  const k = bundle.count++;
  const x = rays.ray[3 * entry]!;
  const y = rays.ray[3 * entry + 1]!;
  const z = rays.ray[3 * entry + 2]!;
  for (let c = 0; c < 3; c++) {
    bundle.direction[3 * k + c] = pose[p + c]! * x + pose[p + 3 + c]! * y + pose[p + 6 + c]! * z;
    bundle.centre[3 * k + c] = pose[p + 9 + c]!;
  }
  bundle.variance[k] = rays.variance[entry]!;
  block.bundleEntry[k] = entry;
}

/** Fills the bundle with the rays of a track's entries in registered photos. */
function gather(block: Block, track: number): void {
  const { tracks } = block.rays;
  block.bundle.count = 0;
  for (let k = tracks.start[track]!; k < tracks.start[track + 1]!; k++) {
    if (block.isRegistered[tracks.photo[k]!] === 1) addToBundle(block, k);
  }
}

function setPoint(block: Block, track: number, has: boolean): void {
  if ((block.hasPoint[track] === 1) === has) return;
  block.hasPoint[track] = has ? 1 : 0;
  const { tracks } = block.rays;
  for (let k = tracks.start[track]!; k < tracks.start[track + 1]!; k++) {
    block.visible[tracks.photo[k]!]! += has ? 1 : -1;
    if (!has) block.isActive[k] = 0;
  }
}

/** Maximum squared residual of an observation, units of its error, and minimum triangulation angle, radians. */
export interface PointLimits {
  readonly squared: number;
  readonly minAngle: number;
}

const place = new Float64Array(3);

/**
 * Triangulates a track's point again from all registered photos that see it. @returns the number of inliers, 0 for no
 * point
 */
export function triangulateTrack(block: Block, track: number, limits: PointLimits): number {
  gather(block, track);
  const { bundle } = block;
  const agreeing = triangulateRobustly(bundle, limits.squared, limits.minAngle, place);
  if (agreeing < 2) {
    setPoint(block, track, false);
    return 0;
  }
  for (let k = 0; k < bundle.count; k++) block.isActive[block.bundleEntry[k]!] = bundle.isUsed[k]!;
  block.point.set(place, 3 * track);
  setPoint(block, track, true);
  return agreeing;
}

/**
 * Classifies every entry of a track against its current point: those within the limit are active. The point is removed
 * where fewer than two are left or their angle is too small.
 */
export function assessTrack(block: Block, track: number, limits: PointLimits): number {
  gather(block, track);
  const { bundle, point } = block;
  let agreeing = 0;
  for (let k = 0; k < bundle.count; k++) {
    const square = raySquared(bundle, k, point[3 * track]!, point[3 * track + 1]!, point[3 * track + 2]!);
    const isNear = square <= limits.squared;
    bundle.isUsed[k] = isNear ? 1 : 0;
    block.isActive[block.bundleEntry[k]!] = isNear ? 1 : 0;
    if (isNear) agreeing++;
  }
  if (agreeing >= 2 && widestCosine(bundle) <= Math.cos(limits.minAngle)) return agreeing;
  setPoint(block, track, false);
  return 0;
}

/** Triangulates the given tracks without a point and reassesses the others, so that points extend to new photos. */
export function completeTracks(block: Block, tracks: Iterable<number>, limits: PointLimits): void {
  for (const track of tracks) {
    if (block.hasPoint[track] === 1) assessTrack(block, track, limits);
    if (block.hasPoint[track] === 0) triangulateTrack(block, track, limits);
  }
}

/** Tracks that a photo's entries belong to. */
export function* tracksOfPhoto(block: Block, photo: number): Generator<number> {
  const { photoStart, byPhoto, track } = block.rays;
  for (let j = photoStart[photo]!; j < photoStart[photo + 1]!; j++) yield track[byPhoto[j]!]!;
}

/**
 * Triangulates all tracks again, except those whose point is known to fit the current poses; these are reassessed.
 * @param settled tracks in ascending order
 */
export function completeAllTracks(block: Block, limits: PointLimits, settled: ArrayLike<number>): void {
  let next = 0;
  for (let track = 0; track < block.rays.tracks.count; track++) {
    const isSettled = settled[next] === track;
    if (isSettled) next++;
    const kept = isSettled && block.hasPoint[track] === 1 ? assessTrack(block, track, limits) : 0;
    if (kept === 0) triangulateTrack(block, track, limits);
  }
}

/** Number of active entries of a photo. */
export function countActive(block: Block, photo: number): number {
  const { photoStart, byPhoto } = block.rays;
  let count = 0;
  for (let j = photoStart[photo]!; j < photoStart[photo + 1]!; j++) count += block.isActive[byPhoto[j]!]!;
  return count;
}

/** Total number of active entries. */
export function countObservations(block: Block): number {
  let count = 0;
  for (let k = 0; k < block.isActive.length; k++) count += block.isActive[k]!;
  return count;
}

/** Median squared residual of the active entries, units of error. */
export function medianSquare(block: Block): number {
  const { tracks } = block.rays;
  const { bundle, point } = block;
  const squares: number[] = [];
  for (let t = 0; t < tracks.count; t++) {
    if (block.hasPoint[t] === 0) continue;
    gather(block, t);
    for (let k = 0; k < bundle.count; k++) {
      if (block.isActive[block.bundleEntry[k]!] === 0) continue;
      squares.push(raySquared(bundle, k, point[3 * t]!, point[3 * t + 1]!, point[3 * t + 2]!));
    }
  }
  return upperMedian(squares) ?? 0;
}
