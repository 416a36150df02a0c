import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CameraController } from './camera-controller.ts';

const restDelayMs = 200;

/** A camera whose frames the test draws. */
function createCamera() {
  const host = {
    size: { width: 800, height: 600 },
    hasCanvas: true,
    exaggeration: 1,
    restDelayMs,
    isDrawing: false,
    frames: 0,
    sceneBounds: () => null,
    pick: async () => null,
    requestFrame() {
      host.frames++;
    },
    moved() {},
  };
  return { host, camera: new CameraController(host) };
}

describe('CameraController', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('comes to rest a while after its last move, and has that drawn', () => {
    const { host, camera } = createCamera();
    camera.set({ distance: 10 });
    expect([camera.isMoving, host.frames]).toEqual([true, 1]);
    vi.advanceTimersByTime(restDelayMs - 1);
    expect(camera.isMoving).toBe(true);
    vi.advanceTimersByTime(1);
    expect([camera.isMoving, host.frames]).toEqual([false, 2]);
  });

  it('is in motion as long as a device draws the last move', () => {
    const { host, camera } = createCamera();
    camera.set({ distance: 10 });
    host.isDrawing = true;
    vi.advanceTimersByTime(3 * restDelayMs);
    expect([camera.isMoving, host.frames]).toEqual([true, 1]);
    host.isDrawing = false;
    vi.advanceTimersByTime(restDelayMs);
    expect([camera.isMoving, host.frames]).toEqual([false, 2]);
  });
});
