import type { Bounds3 } from '../math/bounds.ts';
import { maxOf, minOf } from '../math/extremes.ts';
import { dot } from '../math/vectors.ts';
/** A point in the project's CRS: x, y in the horizontal unit, z in the vertical unit; float64. */
export type WorldPoint = readonly [x: number, y: number, z: number];

/** `2d` looks straight down, north up, without perspective; `3d` is an orbit. */
export type CameraMode = '2d' | '3d';

/**
 * The one camera of both modes. `2d` ignores the two angles but keeps them, so that switching back to `3d` restores
 * them. `distance` determines the scale in both, so that switching keeps the scale at the target.
 */
export interface CameraState {
  readonly mode: CameraMode;
  /** Orbit centre, at the centre of the view. */
  readonly target: WorldPoint;
  /** From the eye to the target, horizontal units. */
  readonly distance: number;
  /** Compass bearing of the view direction, clockwise from north, radians. */
  readonly yawRad: number;
  /** Angle of the view direction below the horizon, radians: π/2 looks straight down. */
  readonly pitchRad: number;
  /** True: parallel projection in `3d`. Default: perspective. */
  readonly isParallel?: boolean;
}

/** Size of the view in CSS pixels. */
export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/**
 * A point in the view: CSS pixels from its left and top edge, and depth along the view direction (horizontal units;
 * negative is behind the eye).
 */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** A ray in display space (world with z times the vertical exaggeration); `direction` has length 1. */
export interface Ray {
  readonly origin: WorldPoint;
  readonly direction: WorldPoint;
  /** True: objects behind the origin are visible too, since a parallel projection has its eye at infinity. */
  readonly isEndless: boolean;
}

/** Vertical field of view of the perspective. */
export const fieldOfViewRad = (40 * Math.PI) / 180;

/** Camera axes and position in display space (world with z times the vertical exaggeration). */
export interface CameraFrame {
  readonly eye: WorldPoint;
  readonly right: WorldPoint;
  readonly up: WorldPoint;
  readonly forward: WorldPoint;
  /** Half the view's height at the target, horizontal units. */
  readonly halfHeight: number;
}

/** The initial camera of a viewport. */
export const initialCamera: CameraState = {
  mode: '3d',
  target: [0, 0, 0],
  distance: 500,
  yawRad: 0,
  pitchRad: (45 * Math.PI) / 180,
  isParallel: false,
};

/** Whether a camera has a parallel projection. */
export function isOrthographic({ mode, isParallel }: CameraState): boolean {
  return mode === '2d' || isParallel === true;
}

/** Camera axes of a state. `exaggeration` multiplies z. */
export function cameraFrame(camera: CameraState, exaggeration: number): CameraFrame {
  const yaw = camera.mode === '2d' ? 0 : camera.yawRad;
  const pitch = camera.mode === '2d' ? Math.PI / 2 : camera.pitchRad;
  const sinYaw = Math.sin(yaw);
  const cosYaw = Math.cos(yaw);
  const sinPitch = camera.mode === '2d' ? 1 : Math.sin(pitch);
  const cosPitch = camera.mode === '2d' ? 0 : Math.cos(pitch);
  const forward: WorldPoint = [sinYaw * cosPitch, cosYaw * cosPitch, -sinPitch];
  const [x, y, z] = camera.target;
  return {
    eye: [
      x - forward[0] * camera.distance,
      y - forward[1] * camera.distance,
      z * exaggeration - forward[2] * camera.distance,
    ],
    right: [cosYaw, -sinYaw, 0],
    up: [sinYaw * sinPitch, cosYaw * sinPitch, cosPitch],
    forward,
    halfHeight: camera.distance * Math.tan(fieldOfViewRad / 2),
  };
}

/** Projects a world point into the view. */
export function projectPoint(
  point: WorldPoint,
  camera: CameraState,
  size: ScreenSize,
  exaggeration: number,
): ScreenPoint {
  const frame = cameraFrame(camera, exaggeration);
  const fromEye: WorldPoint = [
    point[0] - frame.eye[0],
    point[1] - frame.eye[1],
    point[2] * exaggeration - frame.eye[2],
  ];
  const depth = dot(fromEye, frame.forward);
  const shrink = isOrthographic(camera) ? 1 : camera.distance / depth;
  const pixelsPerUnit = (size.height / 2 / frame.halfHeight) * shrink;
  return {
    x: size.width / 2 + dot(fromEye, frame.right) * pixelsPerUnit,
    y: size.height / 2 - dot(fromEye, frame.up) * pixelsPerUnit,
    depth,
  };
}

/** The picking ray through a point of the view (CSS pixels), in display space. */
export function screenRay(
  x: number,
  y: number,
  camera: CameraState,
  size: ScreenSize,
  exaggeration: number,
): Ray {
  const frame = cameraFrame(camera, exaggeration);
  const unit = (2 * frame.halfHeight) / size.height;
  const a = (x - size.width / 2) * unit;
  const b = (size.height / 2 - y) * unit;
  const offset = (i: 0 | 1 | 2) => frame.right[i] * a + frame.up[i] * b;
  if (isOrthographic(camera)) {
    return {
      origin: [frame.eye[0] + offset(0), frame.eye[1] + offset(1), frame.eye[2] + offset(2)],
      direction: frame.forward,
      isEndless: true,
    };
  }
  const along = (i: 0 | 1 | 2) => frame.forward[i] * camera.distance + offset(i);
  const direction: WorldPoint = [along(0), along(1), along(2)];
  const length = Math.hypot(...direction);
  return {
    origin: frame.eye,
    direction: [direction[0] / length, direction[1] / length, direction[2] / length],
    isEndless: false,
  };
}

/**
 * Intersection of a ray with the horizontal plane at a world elevation, world coordinates; null where there is none.
 */
export function meetElevation(ray: Ray, z: number, exaggeration: number): WorldPoint | null {
  const t = (z * exaggeration - ray.origin[2]) / ray.direction[2];
  if (!Number.isFinite(t) || (t <= 0 && !ray.isEndless)) return null;
  return [ray.origin[0] + ray.direction[0] * t, ray.origin[1] + ray.direction[1] * t, z];
}

/** The world point of elevation `z` at a point of the view; null where the ray misses that plane. */
export function unprojectToElevation(
  x: number,
  y: number,
  z: number,
  camera: CameraState,
  size: ScreenSize,
  exaggeration: number,
): WorldPoint | null {
  return meetElevation(screenRay(x, y, camera, size, exaggeration), z, exaggeration);
}

/** World units per CSS pixel at the target. */
export function unitsPerPixel(camera: CameraState, size: ScreenSize): number {
  return (2 * camera.distance * Math.tan(fieldOfViewRad / 2)) / size.height;
}

/** Margin factor of `fitCamera`, relative to the box. */
const fitMargin = 1.08;
/** Number of iterations that centre the box in the view; each leaves a fraction of the offset. */
const fitRounds = 6;

/** The eight corners of a box. */
export function cornersOf({ min, max }: Bounds3): WorldPoint[] {
  return Array.from({ length: 8 }, (_, corner) => {
    const at = (axis: 0 | 1 | 2) => ((corner >> axis) & 1 ? max[axis] : min[axis]);
    return [at(0), at(1), at(2)];
  });
}

/** Shortest distance from which all corners around the target fit the view. */
function fittingDistance(
  camera: CameraState,
  corners: readonly WorldPoint[],
  size: ScreenSize,
  exaggeration: number,
): number {
  const frame = cameraFrame({ ...camera, distance: 1 }, exaggeration);
  const tangent = Math.tan(fieldOfViewRad / 2);
  const aspect = size.width / Math.max(1, size.height);
  const [x, y, z] = camera.target;
  let distance = 1e-3;
  for (const corner of corners) {
    const place: WorldPoint = [corner[0] - x, corner[1] - y, (corner[2] - z) * exaggeration];
    const across = Math.max(Math.abs(dot(place, frame.right)) / aspect, Math.abs(dot(place, frame.up)));
    const nearer = isOrthographic(camera) ? 0 : dot(place, frame.forward);
    distance = Math.max(distance, (across * fitMargin) / tangent - nearer);
  }
  return distance;
}

/** The same camera, moved so that a box fills the view with a margin and is centred; angles and mode are unchanged. */
export function fitCamera(
  camera: CameraState,
  bounds: Bounds3,
  size: ScreenSize,
  exaggeration: number,
): CameraState {
  const { min, max } = bounds;
  const corners = cornersOf(bounds);
  let fitted: CameraState = {
    ...camera,
    target: [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2],
  };
  for (let round = 0; ; round++) {
    fitted = { ...fitted, distance: fittingDistance(fitted, corners, size, exaggeration) };
    if (round === fitRounds || isOrthographic(camera)) return fitted;
    // Perspective enlarges the near side, so the projected box is centred.
    const seen = corners.map((corner) => projectPoint(corner, fitted, size, exaggeration));
    const middle = (values: number[]) => (minOf(values) + maxOf(values)) / 2;
    const unit = unitsPerPixel(fitted, size);
    const across = (middle(seen.map(({ x }) => x)) - size.width / 2) * unit;
    const along = (size.height / 2 - middle(seen.map(({ y }) => y))) * unit;
    const { right, up } = cameraFrame(fitted, exaggeration);
    const moved = (axis: 0 | 1 | 2) => right[axis] * across + up[axis] * along;
    const [x, y, z] = fitted.target;
    fitted = { ...fitted, target: [x + moved(0), y + moved(1), z + moved(2) / exaggeration] };
  }
}
