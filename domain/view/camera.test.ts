import { describe, expect, it } from 'vitest';
import {
  type CameraState,
  fitCamera,
  initialCamera,
  projectPoint,
  unitsPerPixel,
  unprojectToElevation,
  type WorldPoint,
} from './camera.ts';

const size = { width: 800, height: 500 };
const slanted: CameraState = {
  mode: '3d',
  target: [500_000, 4_000_000, 120],
  distance: 300,
  yawRad: 0.8,
  pitchRad: 0.7,
};
const plan: CameraState = { ...slanted, mode: '2d' };
const parallel: CameraState = { ...slanted, isParallel: true };

describe('projectPoint', () => {
  it('puts the target in the middle, at the camera distance', () => {
    for (const camera of [slanted, plan, parallel]) {
      const seen = projectPoint(camera.target, camera, size, 2);
      expect(seen.x).toBeCloseTo(400, 9);
      expect(seen.y).toBeCloseTo(250, 9);
      expect(seen.depth).toBeCloseTo(300, 6);
    }
  });

  it('draws north up and east right in plan, in true scale', () => {
    const unit = unitsPerPixel(plan, size);
    const [x, y, z] = plan.target;
    const seen = projectPoint([x + 10, y + 20, z + 55], plan, size, 1);
    expect(seen.x).toBeCloseTo(400 + 10 / unit, 6);
    expect(seen.y).toBeCloseTo(250 - 20 / unit, 6);
  });

  it('looks along the bearing: what lies ahead is higher in the view and further away', () => {
    const [x, y, z] = slanted.target;
    const ahead: WorldPoint = [x + 50 * Math.sin(0.8), y + 50 * Math.cos(0.8), z];
    const seen = projectPoint(ahead, slanted, size, 1);
    expect(seen.x).toBeCloseTo(400, 6);
    expect(seen.y).toBeLessThan(250);
    expect(seen.depth).toBeGreaterThan(300);
  });
});

describe('unprojectToElevation', () => {
  it('is the inverse of projecting, whatever the exaggeration', () => {
    for (const camera of [slanted, plan, parallel]) {
      for (const exaggeration of [1, 3]) {
        const point: WorldPoint = [500_031.25, 3_999_987.5, 127.375];
        const seen = projectPoint(point, camera, size, exaggeration);
        const back = unprojectToElevation(seen.x, seen.y, point[2], camera, size, exaggeration)!;
        back.forEach((value, axis) => {
          expect(value).toBeCloseTo(point[axis]!, 5);
        });
      }
    }
  });

  it('finds places behind the eye where there is no perspective', () => {
    for (const camera of [plan, parallel]) {
      const high: WorldPoint = [500_020, 4_000_010, 900];
      const seen = projectPoint(high, camera, size, 1);
      expect(seen.depth).toBeLessThan(0);
      const back = unprojectToElevation(seen.x, seen.y, high[2], camera, size, 1)!;
      back.forEach((value, axis) => {
        expect(value).toBeCloseTo(high[axis]!, 5);
      });
    }
  });

  it('finds nothing above the horizon', () => {
    const level = { ...slanted, pitchRad: 0.05 };
    expect(unprojectToElevation(400, 10, 120, level, size, 1)).toBeNull();
  });
});

describe('fitCamera', () => {
  const bounds = { min: [0, 0, 0], max: [400, 200, 50] } as const;

  it('shows every corner, and reaches the edge within a few per cent', () => {
    for (const kind of [{ mode: '2d' }, { mode: '3d' }, { mode: '3d', isParallel: true }] as const) {
      const camera = fitCamera({ ...initialCamera, ...kind, yawRad: 2.1 }, bounds, size, 1.5);
      let reach = 0;
      for (let corner = 0; corner < 8; corner++) {
        const at = (axis: 0 | 1 | 2) => ((corner >> axis) & 1 ? bounds.max[axis] : bounds.min[axis]);
        const seen = projectPoint([at(0), at(1), at(2)], camera, size, 1.5);
        reach = Math.max(reach, Math.abs(seen.x / 400 - 1), Math.abs(seen.y / 250 - 1));
      }
      expect(reach).toBeLessThan(1);
      expect(reach).toBeGreaterThan(0.88);
    }
  });

  it('survives a box without extent', () => {
    const camera = fitCamera(initialCamera, { min: [5, 6, 7], max: [5, 6, 7] }, size, 1);
    expect(camera.distance).toBeGreaterThan(0);
    camera.target.forEach((value, axis) => {
      expect(value).toBeCloseTo(5 + axis, 6);
    });
  });
});
