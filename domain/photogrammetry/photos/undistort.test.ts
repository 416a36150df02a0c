import { describe, expect, it } from 'vitest';
import { projectRay, simpleCamera } from '../model/camera.ts';
import { undistort, undistortedCamera } from './undistort.ts';

const camera = { ...simpleCamera(160, 120, 150), cx: 83, cy: 57, k1: -0.12, k2: 0.03, p1: 0.002, p2: -0.001 };

/** An image whose red and green are smooth functions of the position. */
function createPicture() {
  const pixels = new Uint8Array(3 * 160 * 120);
  for (let y = 0; y < 120; y++) {
    for (let x = 0; x < 160; x++) pixels.set([x + 40, 2 * y, 7], 3 * (y * 160 + x));
  }
  return { width: 160, height: 120, pixels };
}

describe('undistorted pictures', () => {
  it('show at each pixel what the camera saw in its direction', () => {
    const picture = undistort(createPicture(), camera);
    const target = undistortedCamera(camera);
    for (const [x, y] of [
      [20, 30],
      [80, 60],
      [140, 100],
      [33, 90],
    ] as const) {
      const ray = [(x + 0.5 - target.cx) / target.focal, (y + 0.5 - target.cy) / target.focal, 1] as const;
      const [sx, sy] = projectRay(camera, ...ray)!;
      const at = 3 * (y * 160 + x);
      expect(Math.abs(picture.pixels[at]! - (sx - 0.5 + 40))).toBeLessThanOrEqual(0.6);
      expect(Math.abs(picture.pixels[at + 1]! - 2 * (sy - 0.5))).toBeLessThanOrEqual(0.6);
      expect(picture.pixels[at + 2]).toBe(7);
    }
  });

  it('are the same where there is nothing to undo', () => {
    const plain = createPicture();
    expect(undistort(plain, simpleCamera(160, 120, 150)).pixels).toEqual(plain.pixels);
  });
});
