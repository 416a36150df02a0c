import type { CameraState } from '#domain/view/camera.ts';
import type { ViewportStats } from '#domain/view/viewing.ts';
import { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import { openHttpSource } from '#workers/io/http-source.ts';
import { createWebPool } from '#workers/pool/web.ts';
import { type Frame, nextFrame, type Opened, type OpenOrder, putCanvas, quietFrames } from './side.ts';
import { watchPool } from './watch-pool.ts';

let viewport: GpuViewport;

/** Waits until the device is done with what it was given. */
async function deviceDone(): Promise<void> {
  await viewport.device?.queue.onSubmittedWorkDone();
}

async function settle(): Promise<void> {
  for (let quiet = 0; quiet < quietFrames; ) {
    await nextFrame();
    quiet = viewport.isBusy ? 0 : quiet + 1;
  }
}

/** Asks for a frame and times it. */
function drawFrame(request: () => void): Promise<Frame> {
  return new Promise((resolve) => {
    let started = 0;
    // Callbacks of a frame run in order, so this one begins it; a frame that was asked for before is not ours.
    requestAnimationFrame(() => {
      started = performance.now();
    });
    const stop = viewport.on('stats', ({ pointsDrawn }) => {
      if (started === 0) return request();
      stop();
      void deviceDone()
        .then(nextFrame)
        .then((next) => resolve({ ms: next - started, points: pointsDrawn }));
    });
    request();
  });
}

/** The first frame that shows points, when the device is done with it. */
function firstPicture(): Promise<number> {
  return new Promise((resolve) => {
    const stop = viewport.on('stats', ({ pointsDrawn }: ViewportStats) => {
      if (pointsDrawn === 0) return;
      stop();
      void deviceDone().then(() => resolve(performance.now()));
    });
  });
}

async function open(order: OpenOrder): Promise<Opened> {
  const started = performance.now();
  const { pool, decoding } = watchPool(createWebPool());
  const canvas = putCanvas(order);
  viewport = new GpuViewport({ pool, openSource: (address, signal) => openHttpSource(address, { signal }) });
  const failures: string[] = [];
  viewport.on('layerFailed', ({ error }) => failures.push(error.message));
  let points = 0;
  viewport.on('stats', ({ pointsDrawn }) => {
    points = pointsDrawn;
  });
  viewport.setDisplay({
    colourMode: 'rgb',
    pointSizePx: order.pointSizePx,
    pointSizeMode: 'fixed',
    hasRoundPoints: false,
    hasEdl: false,
    hasGrid: false,
    pointBudget: order.budget,
  });
  viewport.setCamera(order.camera);
  const first = firstPicture();
  viewport.addLayer({ id: 'cloud', kind: 'copc', isVisible: true, source: order.address });
  const attached = await viewport.attach(canvas);
  if (attached.status !== 'ready') throw new Error(`no picture: ${attached.reason} ${attached.detail}`);
  const firstAt = await first;
  await settle();
  await deviceDone();
  const fullMs = performance.now() - started;
  if (failures.length > 0) throw new Error(failures.join('; '));
  return { adapter: attached.adapter, firstMs: firstAt - started, fullMs, points, decoding: decoding() };
}

async function move(path: readonly CameraState[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const camera of path) frames.push(await drawFrame(() => viewport.setCamera(camera)));
  return frames;
}

async function rest(path: readonly CameraState[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const camera of path) {
    viewport.setCamera(camera);
    await settle();
    frames.push(await drawFrame(() => viewport.setDisplay({})));
  }
  return frames;
}

window.benchSide = { open, move, rest };
