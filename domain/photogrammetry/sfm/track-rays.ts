import { type Camera, unprojectPixel } from '../model/camera.ts';
import type { Tracks } from '../tracks/build-tracks.ts';
import { errorUnitPx, pixelsPerRadian } from '../two-view/rays.ts';
import type { SfmProblem } from './problem.ts';

/** Tracks with the rays of their entries, shared by all blocks of a problem; entry k is one observation. */
export interface TrackRays {
  readonly tracks: Tracks;
  /** Track of each entry. */
  readonly track: Uint32Array;
  /** Entries of photo i are byPhoto[photoStart[i]] … byPhoto[photoStart[i + 1] − 1], by ascending track. */
  readonly photoStart: Uint32Array;
  readonly byPhoto: Uint32Array;
  /** Measured image coordinates, pixels, length 2n. */
  readonly xy: Float32Array;
  /** Unit direction in the camera frame, length 3n, and the squared angle of a unit of error. */
  readonly ray: Float64Array;
  readonly variance: Float64Array;
  /** Pixels of a unit of error in each photo. */
  readonly unitPx: Float64Array;
}

/** Gathers the entries of all tracks; rays use the problem's cameras until `updateRays`. */
export function createTrackRays(problem: SfmProblem, tracks: Tracks): TrackRays {
  const entries = tracks.photo.length;
  const photos = problem.photos.length;
  const track = new Uint32Array(entries);
  const xy = new Float32Array(2 * entries);
  const photoStart = new Uint32Array(photos + 1);
  for (let t = 0; t < tracks.count; t++) track.fill(t, tracks.start[t], tracks.start[t + 1]);
  for (let k = 0; k < entries; k++) {
    const { features } = problem.photos[tracks.photo[k]!]!;
    xy[2 * k] = features.xy[2 * tracks.feature[k]!]!;
    xy[2 * k + 1] = features.xy[2 * tracks.feature[k]! + 1]!;
    photoStart[tracks.photo[k]! + 1]!++;
  }
  for (let i = 0; i < photos; i++) photoStart[i + 1]! += photoStart[i]!;
  const byPhoto = new Uint32Array(entries);
  const filled = photoStart.slice();
  for (let k = 0; k < entries; k++) byPhoto[filled[tracks.photo[k]!]!++] = k;
  const rays: TrackRays = {
    tracks,
    track,
    photoStart,
    byPhoto,
    xy,
    ray: new Float64Array(3 * entries),
    variance: new Float64Array(entries),
    unitPx: Float64Array.from(problem.photos, ({ features }) => errorUnitPx(features.scale)),
  };
  updateRays(rays, problem.cameras, problem.cameraOf, () => true);
  return rays;
}

/** Recomputes the rays of some photos after their cameras changed. */
export function updateRays(
  rays: TrackRays,
  cameras: readonly Camera[],
  cameraOf: readonly number[],
  isWanted: (photo: number) => boolean,
): void {
  for (let photo = 0; photo < cameraOf.length; photo++) {
    if (!isWanted(photo)) continue;
    const camera = cameras[cameraOf[photo]!]!;
    for (let j = rays.photoStart[photo]!; j < rays.photoStart[photo + 1]!; j++) {
      const k = rays.byPhoto[j]!;
      const [x, y, z] = unprojectPixel(camera, rays.xy[2 * k]!, rays.xy[2 * k + 1]!);
      rays.ray[3 * k] = x;
      rays.ray[3 * k + 1] = y;
      rays.ray[3 * k + 2] = z;
      rays.variance[k] = (rays.unitPx[photo]! / pixelsPerRadian(camera, z)) ** 2;
    }
  }
}
