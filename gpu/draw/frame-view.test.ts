import { describe, expect, it } from 'vitest';
import { type CameraState, projectPoint, type WorldPoint } from '#domain/view/camera.ts';
import { surfacePoint } from '../picking/pick-scene.ts';
import { distanceToBox, isBoxVisible, makeFrameView, splitFromEye } from './frame-view.ts';

const image = { exaggeration: 1.5, widthPx: 900, heightPx: 600, pixelRatio: 1.5, reach: 400 };
const size = { width: 600, height: 400 };
const camera3d: CameraState = {
  mode: '3d',
  target: [5_000_000.25, 5_234_000.5, 310],
  distance: 240,
  yawRad: 1.1,
  pitchRad: 0.6,
};
const cameras = [camera3d, { ...camera3d, mode: '2d' as const }, { ...camera3d, isParallel: true }];
const near: WorldPoint = [5_000_021.5, 5_233_990.25, 318.75];

function clipOf(
  camera: CameraState,
  point: WorldPoint,
  window?: { x: number; y: number; width: number; height: number },
) {
  const view = makeFrameView({ camera, ...image, ...(window ? { window } : {}) });
  const { high, low } = splitFromEye(view, point);
  const eye = high.map((value, i) => value + low[i]!);
  const m = view.clipFromEye;
  const row = (r: number) => m[r]! * eye[0]! + m[4 + r]! * eye[1]! + m[8 + r]! * eye[2]! + m[12 + r]!;
  return { view, x: row(0) / row(3), y: row(1) / row(3), depth: row(2) / row(3) };
}

describe('makeFrameView', () => {
  it('projects as the camera does', () => {
    for (const camera of cameras) {
      const clip = clipOf(camera, near);
      const seen = projectPoint(near, camera, size, image.exaggeration);
      expect(((clip.x + 1) / 2) * 600).toBeCloseTo(seen.x, 6);
      expect(((1 - clip.y) / 2) * 400).toBeCloseTo(seen.y, 6);
    }
  });

  it('renders a window as that part of the whole image', () => {
    const window = { x: 420, y: 130, width: 24, height: 18 };
    for (const camera of cameras) {
      const whole = clipOf(camera, near);
      const part = clipOf(camera, near, window);
      expect(window.x + ((part.x + 1) / 2) * window.width).toBeCloseTo(((whole.x + 1) / 2) * 900, 5);
      expect(window.y + ((1 - part.y) / 2) * window.height).toBeCloseTo(((1 - whole.y) / 2) * 600, 5);
      expect(part.depth).toBeCloseTo(whole.depth, 12);
    }
  });

  it('gives nearer things greater depth, and depth leads back to the point', () => {
    for (const camera of cameras) {
      const { view, depth } = clipOf(camera, near);
      const higher = clipOf(camera, [near[0], near[1], near[2] + 5]);
      expect(higher.depth).toBeGreaterThan(depth);
      const seen = projectPoint(near, camera, size, image.exaggeration);
      const back = surfacePoint(view, depth, seen.x, seen.y)!;
      back.forEach((value, axis) => {
        expect(value).toBeCloseTo(near[axis]!, 5);
      });
    }
  });
});

describe('splitFromEye', () => {
  it('keeps a tenth of a micrometre at five million metres', () => {
    const view = makeFrameView({ camera: camera3d, ...image });
    const { high, low } = splitFromEye(view, near);
    near.forEach((value, axis) => {
      const exact = value * (axis === 2 ? 1.5 : 1) - view.axes.eye[axis as 0]!;
      expect(Math.abs(Math.fround(high[axis]!) + Math.fround(low[axis]!) - exact)).toBeLessThan(1e-7);
    });
  });
});

describe('isBoxVisible', () => {
  it('tells what is in the image from what is beside, behind or around it', () => {
    const around = (center: WorldPoint, half: number): [WorldPoint, WorldPoint] => [
      [center[0] - half, center[1] - half, center[2] - half],
      [center[0] + half, center[1] + half, center[2] + half],
    ];
    for (const camera of cameras) {
      const view = makeFrameView({ camera, ...image });
      const [x, y, z] = camera.target;
      expect(isBoxVisible(view, ...around(camera.target, 1))).toBe(true);
      expect(isBoxVisible(view, ...around(camera.target, 1e5))).toBe(true);
      expect(isBoxVisible(view, ...around([x + 3000, y - 1500, z], 10))).toBe(false);
    }
    const view = makeFrameView({ camera: camera3d, ...image });
    const behind: WorldPoint = [
      view.axes.eye[0] - view.axes.forward[0] * 50,
      view.axes.eye[1] - view.axes.forward[1] * 50,
      (view.axes.eye[2] - view.axes.forward[2] * 50) / 1.5,
    ];
    expect(isBoxVisible(view, ...around(behind, 5))).toBe(false);
  });

  it('measures distances from the eye, and the near plane from within', () => {
    const view = makeFrameView({ camera: camera3d, ...image });
    const [ex, ey, ez] = view.axes.eye;
    expect(distanceToBox(view, [ex + 10, ey - 1, ez / 1.5 - 1], [ex + 20, ey + 1, ez / 1.5 + 1])).toBeCloseTo(
      10,
      6,
    );
    expect(distanceToBox(view, [ex - 1, ey - 1, ez / 1.5 - 1], [ex + 1, ey + 1, ez / 1.5 + 1])).toBe(
      view.near,
    );
  });
});
