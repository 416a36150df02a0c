import { clamp } from '#domain/math/clamp.ts';
import {
  type CameraState,
  cameraFrame,
  isOrthographic,
  projectPoint,
  type ScreenSize,
  screenRay,
  unprojectToElevation,
  type WorldPoint,
} from '#domain/view/camera.ts';

const fullTurn = 2 * Math.PI;
const steepest = Math.PI / 2;
const shallowest = (-20 * Math.PI) / 180;
/** Below this slope of the picking ray, dragging moves the camera across the view direction instead of over the ground. */
const slantPan = (15 * Math.PI) / 180;

/**
 * The camera moved, without turning, so that a grabbed world point falls on a place of the image (CSS pixels), to
 * rounding. It keeps its height; where the ray there is near the horizon, it moves across the view direction.
 */
export function dragCamera(
  camera: CameraState,
  grabbed: WorldPoint,
  x: number,
  y: number,
  size: ScreenSize,
  exaggeration: number,
): CameraState {
  const place =
    levelPlace(camera, grabbed, x, y, size, exaggeration) ??
    placeAcross(camera, grabbed, x, y, size, exaggeration);
  if (place === null) return camera;
  const moved = (axis: 0 | 1 | 2) => camera.target[axis] + grabbed[axis] - place[axis];
  return { ...camera, target: [moved(0), moved(1), moved(2)] };
}

/** The place at a point's elevation that is seen at a place of the image; null where the ray is too flat for it. */
function levelPlace(
  camera: CameraState,
  point: WorldPoint,
  x: number,
  y: number,
  size: ScreenSize,
  exaggeration: number,
): WorldPoint | null {
  const { direction } = screenRay(x, y, camera, size, exaggeration);
  if (-direction[2] < Math.sin(slantPan)) return null;
  return unprojectToElevation(x, y, point[2], camera, size, exaggeration);
}

/** The place as far in front of the eye as a point that is seen at a place of the image; null for points behind. */
function placeAcross(
  camera: CameraState,
  point: WorldPoint,
  x: number,
  y: number,
  size: ScreenSize,
  exaggeration: number,
): WorldPoint | null {
  const { depth } = projectPoint(point, camera, size, exaggeration);
  if (depth <= 0 && !isOrthographic(camera)) return null;
  const { forward } = cameraFrame(camera, exaggeration);
  const { origin, direction } = screenRay(x, y, camera, size, exaggeration);
  const ahead = direction[0] * forward[0] + direction[1] * forward[1] + direction[2] * forward[2];
  const at = (axis: 0 | 1 | 2) => origin[axis] + (direction[axis] * depth) / ahead;
  return [at(0), at(1), at(2) / exaggeration];
}

/**
 * The camera turned about a world point, which stays where it is in the image, by angles: `yawRad` turns the view direction
 * clockwise seen from above, `pitchRad` tilts it down.
 */
export function turnCamera(
  camera: CameraState,
  pivot: WorldPoint,
  turn: { readonly yawRad: number; readonly pitchRad: number },
  exaggeration: number,
): CameraState {
  const yaw = camera.yawRad + turn.yawRad;
  const pitch = clamp(camera.pitchRad + turn.pitchRad, shallowest, steepest);
  const turned = { ...camera, yawRad: yaw - fullTurn * Math.floor(yaw / fullTurn), pitchRad: pitch };
  const before = cameraFrame(camera, exaggeration);
  const after = cameraFrame(turned, exaggeration);
  const away = [
    pivot[0] - before.eye[0],
    pivot[1] - before.eye[1],
    pivot[2] * exaggeration - before.eye[2],
  ] as const;
  const along = (axis: WorldPoint) => away[0] * axis[0] + away[1] * axis[1] + away[2] * axis[2];
  const across = along(before.right);
  const up = along(before.up);
  const ahead = along(before.forward) - camera.distance;
  // From the target to the pivot, along the axes of the turned camera as along those of the first.
  const offset = (i: 0 | 1 | 2) => after.right[i] * across + after.up[i] * up + after.forward[i] * ahead;
  return {
    ...turned,
    target: [pivot[0] - offset(0), pivot[1] - offset(1), pivot[2] - offset(2) / exaggeration],
  };
}

/** Angles of a drag by CSS pixels; the image's width is about half a turn. */
export function turnOfDrag(dx: number, dy: number, size: ScreenSize): { yawRad: number; pitchRad: number } {
  const perPixel = Math.PI / Math.max(300, Math.min(size.width, size.height) * 1.4);
  return { yawRad: dx * perPixel, pitchRad: dy * perPixel };
}

/**
 * The camera flown by shares of its distance: forwards along the view direction, to the right, and straight up.
 * The angles stay, as does the distance to the target, which moves along.
 */
export function flyCamera(
  camera: CameraState,
  move: { readonly forward: number; readonly right: number; readonly up: number },
  exaggeration: number,
): CameraState {
  const { right, forward } = cameraFrame(camera, exaggeration);
  const along = (axis: 0 | 1 | 2) =>
    (forward[axis] * move.forward + right[axis] * move.right + (axis === 2 ? move.up : 0)) * camera.distance;
  const [x, y, z] = camera.target;
  return { ...camera, target: [x + along(0), y + along(1), z + along(2) / exaggeration] };
}

/** The camera brought nearer by a factor, about a world point that stays where it is in the image. */
export function zoomCamera(camera: CameraState, factor: number, about: WorldPoint): CameraState {
  const distance = clamp(camera.distance / factor, 0.02, 1e8);
  const share = distance / camera.distance;
  const toward = (axis: 0 | 1 | 2) => about[axis] + (camera.target[axis] - about[axis]) * share;
  return { ...camera, distance, target: [toward(0), toward(1), toward(2)] };
}

/**
 * The same view with its target moved along the line of sight to a depth in front of the eye. Without perspective
 * the distance, which is the scale, stays.
 */
export function retargetCamera(camera: CameraState, depth: number, exaggeration: number): CameraState {
  const { eye, forward } = cameraFrame(camera, exaggeration);
  return {
    ...camera,
    distance: isOrthographic(camera) ? camera.distance : depth,
    target: [
      eye[0] + forward[0] * depth,
      eye[1] + forward[1] * depth,
      (eye[2] + forward[2] * depth) / exaggeration,
    ],
  };
}
