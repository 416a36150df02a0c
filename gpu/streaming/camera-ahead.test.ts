import { describe, expect, it } from 'vitest';
import type { CameraState } from '#domain/view/camera.ts';
import { cameraAhead } from './camera-ahead.ts';

const start: CameraState = { mode: '3d', target: [0, 0, 0], distance: 100, yawRad: 0, pitchRad: 1 };

function ahead(patch: Partial<CameraState>, stepMs = 50) {
  return cameraAhead({ camera: start, atMs: 0 }, { camera: { ...start, ...patch }, atMs: stepMs }, 200);
}

describe('cameraAhead', () => {
  it('goes on as the camera went', () => {
    expect(ahead({ target: [1, 2, 0], yawRad: 0.1 })).toMatchObject({ target: [5, 10, 0], yawRad: 0.5 });
    expect(ahead({ distance: 90 })?.distance).toBeCloseTo(100 * 0.9 ** 5, 6);
  });

  it('keeps to possible cameras', () => {
    expect(ahead({ pitchRad: 1.4 })?.pitchRad).toBe(Math.PI / 2);
    expect(ahead({ distance: 10 })?.distance).toBe(2.5);
  });

  it('says nothing of a camera at rest, in a jump of modes or after a pause', () => {
    expect(ahead({})).toBeNull();
    expect(ahead({ mode: '2d', yawRad: 1 })).toBeNull();
    expect(ahead({ yawRad: 1 }, 800)).toBeNull();
  });
});
