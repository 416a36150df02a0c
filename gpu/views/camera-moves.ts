import {
  type CameraState,
  cameraFrame,
  type ScreenSize,
  unitsPerPixel,
  type WorldPoint,
} from '#domain/view/camera.ts';

const steepest = Math.PI / 2;
const shallowest = (-20 * Math.PI) / 180;
/** Below this slope of the sight, dragging up and down moves the picture up and down instead of over the ground. */
const slantPan = (15 * Math.PI) / 180;

/** The camera after the picture was dragged by CSS pixels: what was under the pointer stays under it. */
export function panCamera(
  camera: CameraState,
  dx: number,
  dy: number,
  size: ScreenSize,
  exaggeration: number,
): CameraState {
  const { right, up } = cameraFrame(camera, exaggeration);
  const unit = unitsPerPixel(camera, size);
  const [x, y, z] = camera.target;
  const pitch = camera.mode === '2d' ? steepest : camera.pitchRad;
  if (pitch < slantPan) {
    return {
      ...camera,
      target: [
        x - (right[0] * dx - up[0] * dy) * unit,
        y - (right[1] * dx - up[1] * dy) * unit,
        z + (up[2] * dy * unit) / exaggeration,
      ],
    };
  }
  const yaw = camera.mode === '2d' ? 0 : camera.yawRad;
  const along = (dy * unit) / Math.sin(pitch);
  return {
    ...camera,
    target: [
      x - right[0] * dx * unit + Math.sin(yaw) * along,
      y - right[1] * dx * unit + Math.cos(yaw) * along,
      z,
    ],
  };
}

/** The camera turned about its target by a drag of CSS pixels; the picture's width is half a turn. */
export function orbitCamera(camera: CameraState, dx: number, dy: number, size: ScreenSize): CameraState {
  const perPixel = Math.PI / Math.max(300, Math.min(size.width, size.height) * 1.4);
  const yaw = camera.yawRad + dx * perPixel;
  const pitch = Math.min(steepest, Math.max(shallowest, camera.pitchRad + dy * perPixel));
  return { ...camera, yawRad: yaw - 2 * Math.PI * Math.floor(yaw / (2 * Math.PI)), pitchRad: pitch };
}

/** The camera brought nearer by a factor, about a world point that stays where it is in the picture. */
export function zoomCamera(camera: CameraState, factor: number, about: WorldPoint): CameraState {
  const distance = Math.min(1e8, Math.max(0.02, camera.distance / factor));
  const share = distance / camera.distance;
  const toward = (axis: 0 | 1 | 2) => about[axis] + (camera.target[axis] - about[axis]) * share;
  return { ...camera, distance, target: [toward(0), toward(1), toward(2)] };
}

/** The same view with its target moved along the line of sight to a depth in front of the eye. */
export function retargetCamera(camera: CameraState, depth: number, exaggeration: number): CameraState {
  const { eye, forward } = cameraFrame(camera, exaggeration);
  return {
    ...camera,
    distance: depth,
    target: [
      eye[0] + forward[0] * depth,
      eye[1] + forward[1] * depth,
      (eye[2] + forward[2] * depth) / exaggeration,
    ],
  };
}
