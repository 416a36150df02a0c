import type { Observations, Reconstruction } from '../model/reconstruction.ts';
import { type Block, poseOf } from './block.ts';
import type { SfmProblem } from './problem.ts';

/** A block as plain data, with indices to write an adjusted one back. */
export interface Extract {
  readonly reconstruction: Reconstruction;
  /** Track of each point. */
  readonly track: Uint32Array;
  /** Entry of each observation. */
  readonly entry: Uint32Array;
  /** Index in the problem of each camera. */
  readonly camera: readonly number[];
}

/** Tracks with a point, and the total number of active entries. */
function usedTracks(block: Block): { track: Uint32Array; observations: number } {
  const { tracks } = block.rays;
  const used: number[] = [];
  let observations = 0;
  for (let t = 0; t < tracks.count; t++) {
    if (block.hasPoint[t] === 0) continue;
    used.push(t);
    for (let k = tracks.start[t]!; k < tracks.start[t + 1]!; k++) observations += block.isActive[k]!;
  }
  return { track: Uint32Array.from(used), observations };
}

/** Mean colour of a track's features into `out`. */
function mixColour(problem: SfmProblem, block: Block, track: number, out: Uint8Array, at: number): void {
  const { tracks } = block.rays;
  const sum = [0, 0, 0];
  let seen = 0;
  for (let k = tracks.start[track]!; k < tracks.start[track + 1]!; k++) {
    const { rgb } = problem.photos[tracks.photo[k]!]!.features;
    if (block.isActive[k] === 0 || rgb.length === 0) continue;
    for (let c = 0; c < 3; c++) sum[c]! += rgb[3 * tracks.feature[k]! + c]!;
    seen++;
  }
  for (let c = 0; c < 3; c++) out[at + c] = seen > 0 ? Math.round(sum[c]! / seen) : 128;
}

/** The current block: photos in ascending order, the cameras used, points with their observations. */
export function extractReconstruction(problem: SfmProblem, block: Block): Extract {
  const photos = [...block.order].sort((a, b) => a - b);
  const camera = [...new Set(photos.map((photo) => block.cameraOf[photo]!))].sort((a, b) => a - b);
  const cameraIndex = new Map(camera.map((c, k) => [c, k]));
  const photoIndex = new Int32Array(block.cameraOf.length).fill(-1);
  photos.forEach((photo, k) => {
    photoIndex[photo] = k;
  });
  const { track, observations: count } = usedTracks(block);
  const { tracks, xy } = block.rays;
  const points = new Float64Array(3 * track.length);
  const colours = new Uint8Array(3 * track.length);
  const entry = new Uint32Array(count);
  const observations: Observations = {
    count,
    point: new Uint32Array(count),
    photo: new Uint32Array(count),
    xy: new Float32Array(2 * count),
    scale: new Float32Array(count),
  };
  let at = 0;
  track.forEach((t, p) => {
    points.set(block.point.subarray(3 * t, 3 * t + 3), 3 * p);
    mixColour(problem, block, t, colours, 3 * p);
    for (let k = tracks.start[t]!; k < tracks.start[t + 1]!; k++) {
      if (block.isActive[k] === 0) continue;
      observations.point[at] = p;
      observations.photo[at] = photoIndex[tracks.photo[k]!]!;
      observations.xy[2 * at] = xy[2 * k]!;
      observations.xy[2 * at + 1] = xy[2 * k + 1]!;
      observations.scale[at] = problem.photos[tracks.photo[k]!]!.features.scale[tracks.feature[k]!]!;
      entry[at++] = k;
    }
  });
  return {
    reconstruction: {
      cameras: camera.map((c) => block.cameras[c]!),
      photos: photos.map((photo) => ({
        photo,
        camera: cameraIndex.get(block.cameraOf[photo]!)!,
        pose: poseOf(block, photo),
      })),
      points,
      colours,
      observations,
    },
    track,
    entry,
    camera,
  };
}
