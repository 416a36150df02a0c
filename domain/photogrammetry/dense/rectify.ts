import { type Mat3, multiply, rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { cross, dot, minus, scaled } from '../../math/vectors.ts';
import { type Camera, projectRay, unprojectPixel } from '../model/camera.ts';
import type { Pose } from '../model/pose.ts';

/** A photo at its matching resolution, with the camera scaled accordingly. */
export interface StereoView {
  readonly camera: Camera;
  readonly pose: Pose;
}

/**
 * Two image planes parallel to the baseline on which a scene point has the same row: left column − right column = focal
 * · baseline / depth − shift, in pixels, the depth along the planes' normal in metres.
 */
export interface RectifiedPair {
  readonly width: number;
  readonly height: number;
  /** Focal length of both planes and principal point of the left one, pixels; pixel centres at halves. */
  readonly focal: number;
  readonly cu: number;
  readonly cv: number;
  /** Subtracted from all disparities, so that the smallest possible one is about 0. */
  readonly shift: number;
  /** Number of integer disparities that cover the scene's depths. */
  readonly disparities: number;
  /** Metres. */
  readonly baseline: number;
  /** World to the planes' frame. */
  readonly rotation: Mat3;
  /** From the planes' frame to each camera's. */
  readonly toLeft: Mat3;
  readonly toRight: Mat3;
}

/** The camera of a photo resized to width × height. */
export function scaleCamera(camera: Camera, width: number, height: number): Camera {
  const scale = width / camera.width;
  return {
    ...camera,
    width,
    height,
    focal: camera.focal * scale,
    cx: camera.cx * scale,
    cy: camera.cy * (height / camera.height),
  };
}

const edgeSteps = 8;
/** Maximum ratio of a rectified plane's pixels to the photo's; beyond it, planes are cropped to narrower views. */
const largestGrowth = 2.5;
const marginPx = 4;
/**
 * Slopes from the planes' axis at which they are cropped, widest first: a plane cannot hold the edge of a fisheye
 * image.
 */
const widestSlopes = [2, 1.4, 1] as const;

interface Box {
  minU: number;
  maxU: number;
  minV: number;
  maxV: number;
}

/** Bounds of a photo's edge on a plane of the given frame, in focal lengths, clamped to a slope. */
function rimOf({ camera }: StereoView, fromCamera: Mat3, widest: number): Box {
  const box: Box = { minU: Infinity, maxU: -Infinity, minV: Infinity, maxV: -Infinity };
  const slope = (side: number, depth: number) =>
    depth > 0 ? Math.min(widest, Math.max(-widest, side / depth)) : Math.sign(side) * widest;
  for (let step = 0; step <= edgeSteps; step++) {
    const [x, y] = [(camera.width * step) / edgeSteps, (camera.height * step) / edgeSteps];
    for (const [px, py] of [
      [x, 0],
      [x, camera.height],
      [0, y],
      [camera.width, y],
    ] as const) {
      const [a, b, c] = rotate(fromCamera, unprojectPixel(camera, px, py));
      box.minU = Math.min(box.minU, slope(a, c));
      box.maxU = Math.max(box.maxU, slope(a, c));
      box.minV = Math.min(box.minV, slope(b, c));
      box.maxV = Math.max(box.maxV, slope(b, c));
    }
  }
  return box;
}

/**
 * The planes' frame: x along the baseline, z as close to both view directions as possible (A. Fusiello et al., 2000).
 */
function frameOf(left: Pose, right: Pose): { rotation: Mat3; baseline: number } | null {
  const between = minus(right.centre, left.centre);
  const baseline = Math.hypot(...between);
  if (!(baseline > 0)) return null;
  const x = scaled(between, 1 / baseline);
  const view = [0, 1, 2].map((k) => left.rotation[6 + k]! + right.rotation[6 + k]!) as unknown as Vec3;
  const across = minus(view, scaled(x, dot(view, x)));
  const length = Math.hypot(...across);
  if (length < 0.3) return null;
  const z = scaled(across, 1 / length);
  return { rotation: [...x, ...cross(z, x), ...z] as unknown as Mat3, baseline };
}

/** The window of both planes that contains points at disparities from least to most, pixels. */
function windowOf(left: Box, right: Box, focal: number, least: number, most: number) {
  const minU = Math.max(left.minU * focal, right.minU * focal + least);
  const maxU = Math.min(left.maxU * focal, right.maxU * focal + most);
  const minV = Math.max(left.minV, right.minV) * focal;
  const maxV = Math.min(left.maxV, right.maxV) * focal;
  return { minU, minV, width: Math.ceil(maxU - minU), height: Math.ceil(maxV - minV) };
}

/**
 * Rectifies a pair for matching. Null where the views overlap too little, look along their baseline, or diverge too
 * much. Views too wide for a plane are cropped around their centre.
 * @param depths nearest and farthest depth of the scene from the left photo, metres, along its view
 */
export function rectifyPair(
  left: StereoView,
  right: StereoView,
  depths: readonly [near: number, far: number],
): RectifiedPair | null {
  const frame = frameOf(left.pose, right.pose);
  if (!frame) return null;
  const { rotation, baseline } = frame;
  const toLeft = multiply(left.pose.rotation, transpose(rotation));
  const toRight = multiply(right.pose.rotation, transpose(rotation));
  const focal = left.camera.focal;
  const [near, far] = depths;
  const [least, most] = [(focal * baseline) / far, (focal * baseline) / near];
  const shift = Math.floor(least) - marginPx;
  const largest = largestGrowth * left.camera.width * left.camera.height;
  for (const widest of widestSlopes) {
    const leftRim = rimOf(left, transpose(toLeft), widest);
    const rightRim = rimOf(right, transpose(toRight), widest);
    const { minU, minV, width, height } = windowOf(leftRim, rightRim, focal, least, most);
    if (width < 32 || height < 32) return null;
    if (width * height > largest) continue;
    const disparities = Math.ceil(most - shift) + marginPx;
    const place = { width, height, focal, cu: -minU, cv: -minV };
    return { ...place, shift, disparities, baseline, rotation, toLeft, toRight };
  }
  return null;
}

/**
 * Projects a world direction onto the left plane.
 * @param place receives its pixel (u, v) and its depth per unit length
 * @returns false behind the plane
 */
export function onLeftPlane(
  { rotation, focal, cu, cv }: RectifiedPair,
  x: number,
  y: number,
  z: number,
  place: Float64Array,
): boolean {
  const depth = rotation[6] * x + rotation[7] * y + rotation[8] * z;
  if (!(depth > 1e-6)) return false;
  place[0] = cu + (focal * (rotation[0] * x + rotation[1] * y + rotation[2] * z)) / depth;
  place[1] = cv + (focal * (rotation[3] * x + rotation[4] * y + rotation[5] * z)) / depth;
  place[2] = depth;
  return true;
}

/** Column of a position on the right plane; for tests of the geometry. */
export function onRightPlane(pair: RectifiedPair, right: Pose, place: Vec3): readonly [u: number, v: number] {
  const [x, y, z] = rotate(pair.rotation, minus(place, right.centre));
  return [pair.cu + pair.shift + (pair.focal * x) / z, pair.cv + (pair.focal * y) / z];
}

/** Projects a position into a photo; null outside the image. */
export function imageIn({ camera, pose }: StereoView, place: Vec3): readonly [number, number] | null {
  const seen = projectRay(camera, ...rotate(pose.rotation, minus(place, pose.centre)));
  return seen && seen[0] >= 0 && seen[1] >= 0 && seen[0] < camera.width && seen[1] < camera.height
    ? seen
    : null;
}
