import { describe, expect, it } from 'vitest';
import {
  type CameraState,
  cameraFrame,
  projectPoint,
  unprojectToElevation,
  type WorldPoint,
} from '#domain/view/camera.ts';
import { createRandom } from '#tests/support/point-sets.ts';
import { dragCamera, flyCamera, retargetCamera, turnCamera, zoomCamera } from './camera-moves.ts';

const size = { width: 900, height: 600 };
const camera: CameraState = {
  mode: '3d',
  target: [500_000, 4_000_000, 100],
  distance: 200,
  yawRad: 0.7,
  pitchRad: 0.8,
};

const random = createRandom(4);
const between = (low: number, high: number) => low + (high - low) * random();
const placeInView = (): [number, number] => [between(0, size.width), between(0, size.height)];

/** Cameras of both modes from near to far, flat to steep, with places of the image and a number from 0 to 1. */
const cases = Array.from({ length: 400 }, (_, index) => ({
  camera: {
    mode: index % 3 === 0 ? '2d' : '3d',
    isParallel: index % 3 === 1,
    target: camera.target,
    distance: 5 * 1000 ** random(),
    yawRad: between(0, 6.28),
    pitchRad: between(-0.3, Math.PI / 2),
  } satisfies CameraState,
  place: placeInView(),
  other: placeInView(),
  share: random(),
}));

/** The point of an elevation visible at a place; null above the horizon or beyond the grab distance. */
function seenAt(
  camera: CameraState,
  place: readonly [number, number],
  z: number,
  exaggeration: number,
): WorldPoint | null {
  const point = unprojectToElevation(...place, z, camera, size, exaggeration);
  return point && projectPoint(point, camera, size, exaggeration).depth < 1e5 ? point : null;
}

describe('camera moves', () => {
  it('pan: the grabbed point is under the pointer, whatever the view', () => {
    for (const { camera, place, other, share } of cases) {
      const high = 1 + 4 * share;
      const grabbed = seenAt(camera, place, 90, high);
      if (grabbed === null) continue;
      const seen = projectPoint(grabbed, dragCamera(camera, grabbed, ...other, size, high), size, high);
      expect(Math.hypot(seen.x - other[0], seen.y - other[1])).toBeLessThan(0.1);
    }
  });

  it('zoom: the point it is about stays where it is', () => {
    for (const { camera, place, share } of cases) {
      const about = seenAt(camera, place, 112, 1.5);
      if (about === null) continue;
      const moved = zoomCamera(camera, 0.2 + 5 * share, about);
      const seen = projectPoint(about, moved, size, 1.5);
      expect(Math.hypot(seen.x - place[0], seen.y - place[1])).toBeLessThan(0.1);
      expect(moved.distance).toBeCloseTo(camera.distance / (0.2 + 5 * share), 9);
    }
  });

  it('orbit: the point it turns about stays where it is and as far away', () => {
    for (const { camera, place, share } of cases) {
      const start: CameraState = { ...camera, mode: '3d' };
      const pivot = seenAt(start, place, 80, 2);
      if (pivot === null) continue;
      const turned = turnCamera(start, pivot, { yawRad: 4 * share - 2, pitchRad: share - 0.5 }, 2);
      const seen = projectPoint(pivot, turned, size, 2);
      expect(Math.hypot(seen.x - place[0], seen.y - place[1])).toBeLessThan(0.1);
      expect(seen.depth).toBeCloseTo(projectPoint(pivot, start, size, 2).depth, 4);
    }
  });

  it('orbit: keeps a target it turns about, never goes past straight down', () => {
    const turned = turnCamera(camera, camera.target, { yawRad: 0.4, pitchRad: 30 }, 1);
    turned.target.forEach((value, axis) => {
      expect(value).toBeCloseTo(camera.target[axis]!, 6);
    });
    expect(turned.pitchRad).toBe(Math.PI / 2);
    expect(turned.yawRad).toBeCloseTo(camera.yawRad + 0.4, 12);
  });

  it('fly: forwards along the view direction by shares of the distance', () => {
    const moved = flyCamera(camera, { forward: 0.5, right: 0, up: 0 }, 2);
    const { eye, forward } = cameraFrame(camera, 2);
    const after = cameraFrame(moved, 2).eye;
    after.forEach((value, axis) => {
      expect(value).toBeCloseTo(eye[axis]! + forward[axis]! * 100, 6);
    });
    expect(flyCamera(camera, { forward: 0, right: 0, up: 1 }, 2).target[2]).toBeCloseTo(200, 9);
  });

  it('retarget: the image does not change', () => {
    for (const seen of [camera, { ...camera, isParallel: true }]) {
      const moved = retargetCamera(seen, 350, 2);
      const point: WorldPoint = [500_010, 4_000_005, 90];
      const before = projectPoint(point, seen, size, 2);
      const after = projectPoint(point, moved, size, 2);
      expect(after.x).toBeCloseTo(before.x, 5);
      expect(after.y).toBeCloseTo(before.y, 5);
      if (!seen.isParallel) expect(after.depth).toBeCloseTo(before.depth, 5);
    }
  });
});
