import type { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import { type Frame, nextFrame, quietFrames } from './side.ts';

/** Waits until nothing is loading or left to draw. */
export async function settle(viewport: GpuViewport): Promise<void> {
  for (let quiet = 0; quiet < quietFrames; ) {
    await nextFrame();
    quiet = viewport.isBusy ? 0 : quiet + 1;
  }
}

/** Waits until the device is done with what it was given. */
export async function deviceDone(viewport: GpuViewport): Promise<void> {
  await viewport.device?.queue.onSubmittedWorkDone();
}

/** Asks for a frame and times it. */
export function drawFrame(viewport: GpuViewport, request: () => void): Promise<Frame> {
  return new Promise((resolve) => {
    let started = 0;
    // Callbacks of a frame run in request, so this one begins it; a frame that was asked for before is not ours.
    requestAnimationFrame(() => {
      started = performance.now();
    });
    const stop = viewport.on('stats', ({ pointsDrawn }) => {
      if (started === 0) return request();
      stop();
      void deviceDone(viewport)
        .then(nextFrame)
        .then((next) => resolve({ ms: next - started, points: pointsDrawn }));
    });
    request();
  });
}
