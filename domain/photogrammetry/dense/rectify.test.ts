import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { type Camera, projectRay, simpleCamera, unprojectPixel } from '../model/camera.ts';
import { type Pose, rotationFromAttitude, toCamera } from '../model/pose.ts';
import { onLeftPlane, onRightPlane, rectifyPair, type StereoView, scaleCamera } from './rectify.ts';

const plain = simpleCamera(800, 600, 700);
const lenses: readonly [string, Camera][] = [
  [
    'a perspective lens',
    { ...plain, cx: 410, cy: 290, k1: -0.05, k2: 0.02, k3: -0.004, p1: 0.001, p2: -0.0007 },
  ],
  [
    'a fisheye',
    { ...plain, model: 'fisheye', focal: 520, cx: 395, cy: 305, k1: 0.03, k2: -0.006, k3: 0.001 },
  ],
];
const poseAt = (centre: Vec3, yaw = 0, pitch = -90, roll = 0): Pose => ({
  rotation: rotationFromAttitude(yaw, pitch, roll),
  centre,
});

describe('rectification', () => {
  it.each(lenses)('puts places of the scene into the same row: %s', (_, camera) => {
    const left: StereoView = { camera, pose: poseAt([3, -2, 60], 12, -84, 3) };
    const right: StereoView = { camera, pose: poseAt([15, 4, 63], 15, -88, -4) };
    const pair = rectifyPair(left, right, [50, 75])!;
    const random = createRandom(8);
    let checked = 0;
    for (let k = 0; k < 500; k++) {
      const place: Vec3 = [random.between(-20, 40), random.between(-25, 25), random.between(-5, 5)];
      const [inLeft, inRight] = [left, right].map((view) =>
        projectRay(view.camera, ...toCamera(view.pose, place)),
      );
      if (!inLeft || !inRight) continue;
      const ray = rotate(transpose(left.pose.rotation), unprojectPixel(camera, ...inLeft));
      const onPlane = new Float64Array(3);
      expect(onLeftPlane(pair, ...ray, onPlane)).toBe(true);
      const [u, v] = onPlane as unknown as [number, number];
      const [rightU, rightV] = onRightPlane(pair, right.pose, place);
      expect(Math.abs(v - rightV)).toBeLessThan(1e-6);
      const from = left.pose.centre;
      const depth = rotate(pair.rotation, [place[0] - from[0], place[1] - from[1], place[2] - from[2]])[2];
      expect(u - rightU).toBeCloseTo((pair.focal * pair.baseline) / depth - pair.shift, 6);
      const back = (matrix: typeof pair.toLeft, x: number) =>
        projectRay(camera, ...rotate(matrix, [(x - pair.cu) / pair.focal, (v - pair.cv) / pair.focal, 1]))!;
      const [x, y] = back(pair.toLeft, u);
      const [p, q] = back(pair.toRight, rightU - pair.shift);
      expect(Math.hypot(x - inLeft[0], y - inLeft[1])).toBeLessThan(1e-6);
      expect(Math.hypot(p - inRight[0], q - inRight[1])).toBeLessThan(1e-6);
      checked++;
    }
    expect(checked).toBeGreaterThan(200);
  });

  it('lets disparities of the scene begin near 0 and stay within the stated number', () => {
    const view = (centre: Vec3) => ({ camera: plain, pose: poseAt(centre) });
    const pair = rectifyPair(view([0, 0, 60]), view([14, 0, 60]), [50, 65])!;
    for (const depth of [50, 57, 65]) {
      const disparity = (pair.focal * pair.baseline) / depth - pair.shift;
      expect(disparity).toBeGreaterThanOrEqual(0);
      expect(disparity).toBeLessThan(pair.disparities);
    }
    expect(pair.disparities).toBeLessThan(60);
  });

  it('refuses pairs without a baseline, along the view, or without overlap', () => {
    const left = { camera: plain, pose: poseAt([0, 0, 60]) };
    const with_ = (pose: Pose) => rectifyPair(left, { camera: plain, pose }, [50, 70]);
    expect(with_(poseAt([0, 0, 60]))).toBeNull();
    expect(with_(poseAt([0, 0, 90]))).toBeNull();
    expect(with_(poseAt([300, 0, 60]))).toBeNull();
    expect(with_(poseAt([12, 0, 60], 0, 80))).toBeNull();
  });

  it('scales a camera with its photo', () => {
    const small = scaleCamera(plain, 400, 300);
    const [x, y] = projectRay(plain, 0.2, -0.1, 1)!;
    const [u, v] = projectRay(small, 0.2, -0.1, 1)!;
    expect([u, v]).toEqual([x / 2, y / 2]);
  });
});
