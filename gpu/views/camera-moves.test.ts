import { describe, expect, it } from 'vitest';
import {
  type CameraState,
  projectPoint,
  unprojectToElevation,
  type WorldPoint,
} from '#domain/view/camera.ts';
import { orbitCamera, panCamera, retargetCamera, zoomCamera } from './camera-moves.ts';

const size = { width: 900, height: 600 };
const camera: CameraState = {
  mode: '3d',
  target: [500_000, 4_000_000, 100],
  distance: 200,
  yawRad: 0.7,
  pitchRad: 0.8,
};
const plan: CameraState = { ...camera, mode: '2d' };

describe('camera moves', () => {
  it('pan: what is under the pointer follows it', () => {
    for (const start of [plan, camera]) {
      const grabbed = unprojectToElevation(450, 300, 100, start, size, 1)!;
      const seen = projectPoint(grabbed, panCamera(start, 37, -21, size, 1), size, 1);
      expect(seen.x).toBeCloseTo(487, start.mode === '2d' ? 6 : -1);
      expect(seen.y).toBeCloseTo(279, start.mode === '2d' ? 6 : -1);
    }
  });

  it('zoom: the point it is about stays where it is', () => {
    for (const start of [plan, camera]) {
      const about: WorldPoint = [500_030, 4_000_020, 112];
      const before = projectPoint(about, start, size, 1.5);
      const after = projectPoint(about, zoomCamera(start, 3, about), size, 1.5);
      expect(after.x).toBeCloseTo(before.x, 5);
      expect(after.y).toBeCloseTo(before.y, 5);
      expect(after.depth).toBeLessThan(before.depth);
    }
  });

  it('orbit: keeps the target, never goes past straight down', () => {
    const turned = orbitCamera(camera, 100, 1e6, size);
    expect(turned.target).toEqual(camera.target);
    expect(turned.pitchRad).toBe(Math.PI / 2);
    expect(turned.yawRad).toBeGreaterThan(camera.yawRad);
  });

  it('retarget: the picture does not change', () => {
    const moved = retargetCamera(camera, 350, 2);
    const point: WorldPoint = [500_010, 4_000_005, 90];
    const before = projectPoint(point, camera, size, 2);
    const after = projectPoint(point, moved, size, 2);
    expect(after.x).toBeCloseTo(before.x, 5);
    expect(after.y).toBeCloseTo(before.y, 5);
    expect(after.depth).toBeCloseTo(before.depth, 5);
  });
});
