import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../math/vectors.ts';
import { printMarkFrame } from '../control/mark-frame.ts';
import { projectRay, simpleCamera } from '../model/camera.ts';
import { rotationFromAttitude, toCamera } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { findMarkFrame } from './find-mark-frame.ts';

const camera = simpleCamera(1200, 800, 1000);
const block: Reconstruction = {
  cameras: [camera],
  photos: [-30, -15, 0, 15, 30].map((x, photo) => ({
    photo,
    camera: 0,
    pose: { rotation: rotationFromAttitude(10 * photo, -88, 1), centre: [x, (photo % 2) * 12, 100] as Vec3 },
  })),
  points: new Float64Array(0),
  colours: new Uint8Array(0),
  observations: {
    count: 0,
    point: new Uint32Array(0),
    photo: new Uint32Array(0),
    xy: new Float32Array(0),
    scale: new Float32Array(0),
  },
};
const targets: Vec3[] = [
  [-8, 3, 0],
  [9, -5, 1],
  [2, 10, -1],
];

type Place = readonly [number, number];

const marks = (measured: (place: Place) => Place) =>
  targets.map((at) =>
    block.photos.map(({ photo, pose }) => ({
      photo,
      xy: measured(projectRay(camera, ...toCamera(pose, at))!),
      sigmaPx: 1,
    })),
  );

describe('the frame of marks', () => {
  it.each<[string, (place: Place) => Place]>([
    ['swapped', ([x, y]) => [y, x]],
    ['turned-90', ([x, y]) => [800 - y, x]],
    ['turned-180', ([x, y]) => [1200 - x, 800 - y]],
    ['turned-270', ([x, y]) => [y, 1200 - x]],
    ['scaled-2.5', ([x, y]) => [x / 2.5, y / 2.5]],
  ])('is found where marks are %s', (text, measured) => {
    const found = findMarkFrame(block, marks(measured));
    expect(found && printMarkFrame(found.frame)).toBe(text);
    expect(found?.residualPx).toBeLessThan(0.5);
    expect(found?.asGivenPx).toBeGreaterThan(12);
  });

  it('is left alone where marks meet, where nothing explains them, and where they are too few', () => {
    expect(
      findMarkFrame(
        block,
        marks((place) => place),
      ),
    ).toBeNull();
    const scattered = marks(([x, y]) => [(x * 7919 + y * 104729) % 1200, (x * 31 + y * 6151) % 800]);
    expect(findMarkFrame(block, scattered)).toBeNull();
    expect(findMarkFrame(block, marks(([x, y]) => [y, x]).slice(0, 1))).toBeNull();
  });
});
