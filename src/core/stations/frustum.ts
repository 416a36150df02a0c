import { upperMedian } from '#domain/math/median.ts';
import { rotate, transpose } from '#domain/math/rotations.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import type { Pose } from '#domain/photogrammetry/model/pose.ts';
import type { StationCamera, StationPhoto } from './station-block.ts';

/** Photos whose nearest neighbours are searched; they represent the others. */
const sampledPhotos = 200;

/** Width of a frustum's image as a fraction of the distance between photos. */
const widthShare = 0.5;

const distance = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/**
 * Median distance from a photo to the one nearest to it, metres; 10 for a single photo. Of large blocks a sample of
 * 200 photos is measured, each against all.
 */
export function photoSpacing(photos: readonly StationPhoto[]): number {
  const step = Math.max(1, Math.floor(photos.length / sampledPhotos));
  const distances: number[] = [];
  for (let at = 0; at < photos.length; at += step) {
    let nearest = Number.POSITIVE_INFINITY;
    photos.forEach(({ centre }, index) => {
      if (index !== at) nearest = Math.min(nearest, distance(centre, photos[at]!.centre));
    });
    if (nearest > 0 && Number.isFinite(nearest)) distances.push(nearest);
  }
  return upperMedian(distances) ?? 10;
}

/** Direction of a pixel in the camera frame, length 1: pinhole, or equidistant for fisheye. */
function rayThrough({ model, focal, cx, cy }: StationCamera, u: number, v: number): Vec3 {
  const [x, y] = [(u - cx) / focal, (v - cy) / focal];
  const radius = Math.hypot(x, y);
  if (model === 'fisheye') {
    const side = radius === 0 ? 1 : Math.sin(radius) / radius;
    return [x * side, y * side, Math.cos(radius)];
  }
  const length = Math.hypot(radius, 1);
  return [x / length, y / length, 1 / length];
}

/** One polyline over the eight edges of a pyramid: 0 is its tip, 1 to 4 the corners; one edge is drawn twice. */
const stroke = [3, 0, 1, 2, 0, 4, 1, 2, 3, 4] as const;

/**
 * Tip of a photo's pyramid and the corners of its image, left top, right top, right bottom and left bottom, for an
 * image `widthM` wide: the local frame, metres.
 */
function frustumPlaces({ rotation, centre }: Pose, camera: StationCamera, widthM: number): Vec3[] {
  const { width, height, focal } = camera;
  const back = transpose(rotation);
  const reach = (widthM * Math.hypot(focal, width / 2, height / 2)) / width;
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const;
  const places: Vec3[] = [centre];
  for (const [u, v] of corners) {
    const [x, y, z] = rotate(back, rayThrough(camera, u, v));
    places.push([centre[0] + reach * x, centre[1] + reach * y, centre[2] + reach * z]);
  }
  return places;
}

/** The pyramid of a photo as one line in the local frame, xyz of 10 vertices, metres. See `frustumPlaces`. */
export function frustumLine(pose: Pose, camera: StationCamera, widthM: number): Float64Array<ArrayBuffer> {
  const places = frustumPlaces(pose, camera, widthM);
  return Float64Array.from(stroke.flatMap((vertex) => places[vertex]!));
}

/** Corners of the image in a photo's pyramid, xyz of 4 vertices. See `frustumPlaces`. */
export function frustumImage(pose: Pose, camera: StationCamera, widthM: number): Float64Array<ArrayBuffer> {
  return Float64Array.from(frustumPlaces(pose, camera, widthM).slice(1).flat());
}

/** Width that the images of a block's frusta are drawn with, metres. */
export const frustumWidth = (photos: readonly StationPhoto[]): number => widthShare * photoSpacing(photos);
