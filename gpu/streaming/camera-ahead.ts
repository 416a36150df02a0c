import type { CameraState, WorldPoint } from '#domain/view/camera.ts';

/** A camera's state at a moment, ms. */
export interface CameraMoment {
  readonly camera: CameraState;
  readonly atMs: number;
}

/** Samples further apart than this do not count as motion. */
const longestStepMs = 500;
/** Maximum factor of extrapolated distances. */
const largestZoom = 4;

/**
 * Extrapolates a moving camera to `leadMs` after the later of two samples: linearly in position and angles,
 * geometrically in distance. Null where it does not move, or the samples are too far apart.
 */
export function cameraAhead(before: CameraMoment, now: CameraMoment, leadMs: number): CameraState | null {
  const stepMs = now.atMs - before.atMs;
  if (stepMs <= 0 || stepMs > longestStepMs || before.camera.mode !== now.camera.mode) return null;
  const [a, b] = [before.camera, now.camera];
  const isSame = a.distance === b.distance && a.yawRad === b.yawRad && a.pitchRad === b.pitchRad;
  if (isSame && a.target.every((value, axis) => value === b.target[axis as 0])) return null;
  const steps = leadMs / stepMs;
  const onward = (from: number, to: number) => to + (to - from) * steps;
  const zoom = Math.max(1 / largestZoom, Math.min(largestZoom, (b.distance / a.distance) ** steps));
  const target: WorldPoint = [
    onward(a.target[0], b.target[0]),
    onward(a.target[1], b.target[1]),
    onward(a.target[2], b.target[2]),
  ];
  const pitchRad = Math.max(0, Math.min(Math.PI / 2, onward(a.pitchRad, b.pitchRad)));
  return { ...b, target, distance: b.distance * zoom, yawRad: onward(a.yawRad, b.yawRad), pitchRad };
}
