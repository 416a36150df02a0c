import type { Camera } from '../model/camera.ts';
import type { Observations, Reconstruction } from '../model/reconstruction.ts';

function joined<T extends Uint8Array | Uint32Array | Float32Array | Float64Array>(
  parts: readonly T[],
  empty: T,
): T {
  let at = 0;
  for (const part of parts) {
    empty.set(part, at);
    at += part.length;
  }
  return empty;
}

const total = (parts: readonly { readonly length: number }[]) =>
  parts.reduce((sum, part) => sum + part.length, 0);

function shifted(values: Uint32Array, by: number): Uint32Array {
  return values.map((value) => value + by);
}

function joinObservations(blocks: readonly Reconstruction[]): Observations {
  let [pointsBefore, photosBefore] = [0, 0];
  const point: Uint32Array[] = [];
  const photo: Uint32Array[] = [];
  for (const { observations, points, photos } of blocks) {
    point.push(shifted(observations.point, pointsBefore));
    photo.push(shifted(observations.photo, photosBefore));
    pointsBefore += points.length / 3;
    photosBefore += photos.length;
  }
  const xy = blocks.map(({ observations }) => observations.xy);
  const scale = blocks.map(({ observations }) => observations.scale);
  return {
    count: total(point),
    point: joined(point, new Uint32Array(total(point))) as Uint32Array<ArrayBuffer>,
    photo: joined(photo, new Uint32Array(total(photo))) as Uint32Array<ArrayBuffer>,
    xy: joined<Float32Array>(xy, new Float32Array(total(xy))) as Float32Array<ArrayBuffer>,
    scale: joined<Float32Array>(scale, new Float32Array(total(scale))) as Float32Array<ArrayBuffer>,
  };
}

/** Each camera from the first block that uses it. */
function sharedCameras(blocks: readonly Reconstruction[]): Camera[] {
  return blocks[0]!.cameras.map((camera, index) => {
    const user = blocks.find(({ photos }) => photos.some((photo) => photo.camera === index));
    return user?.cameras[index] ?? camera;
  });
}

/**
 * Merges blocks of one frame and one list of cameras into one reconstruction. They share cameras but no points. Cameras
 * are taken from the first block that uses them, so the largest block goes first.
 */
export function mergeBlocks(blocks: readonly Reconstruction[]): Reconstruction {
  if (blocks.length === 1) return blocks[0]!;
  const points = blocks.map((block) => block.points);
  const colours = blocks.map((block) => block.colours);
  return {
    cameras: sharedCameras(blocks),
    photos: blocks.flatMap((block) => block.photos),
    points: joined<Float64Array>(points, new Float64Array(total(points))) as Float64Array<ArrayBuffer>,
    colours: joined<Uint8Array>(colours, new Uint8Array(total(colours))) as Uint8Array<ArrayBuffer>,
    observations: joinObservations(blocks),
  };
}
