import type { CameraState } from '#domain/view/camera.ts';
import { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import type { ViewportStats } from '#viewport/viewport-types.ts';
import { openHttpSource } from '#workers/io/http-source.ts';
import { createWebPool } from '#workers/pool/web.ts';
import { deviceDone, drawFrame, settle } from './frames.ts';
import { type Frame, type Opened, type OpenRequest, putCanvas } from './side.ts';
import { watchPool } from './watch-pool.ts';

let viewport: GpuViewport;

/** The first frame that shows points, when the device is done with it. */
function firstImage(): Promise<number> {
  return new Promise((resolve) => {
    const stop = viewport.on('stats', ({ pointsDrawn }: ViewportStats) => {
      if (pointsDrawn === 0) return;
      stop();
      void deviceDone(viewport).then(() => resolve(performance.now()));
    });
  });
}

async function open(request: OpenRequest): Promise<Opened> {
  const started = performance.now();
  const { pool, decoding } = watchPool(createWebPool());
  const canvas = putCanvas(request);
  viewport = new GpuViewport({ pool, openSource: (address, signal) => openHttpSource(address, { signal }) });
  const failures: string[] = [];
  viewport.on('layerFailed', ({ error }) => failures.push(error.message));
  let points = 0;
  viewport.on('stats', ({ pointsDrawn }) => {
    points = pointsDrawn;
  });
  viewport.setDisplay({
    colourMode: 'rgb',
    pointSizePx: request.pointSizePx,
    pointSizeMode: 'fixed',
    hasRoundPoints: false,
    hasEdl: false,
    hasGrid: false,
    pointBudget: request.budget,
  });
  viewport.setCamera(request.camera);
  const first = firstImage();
  viewport.addLayer({ id: 'cloud', kind: 'copc', isVisible: true, source: request.address });
  const attached = await viewport.attach(canvas);
  if (attached.status !== 'ready') throw new Error(`no picture: ${attached.reason} ${attached.detail}`);
  const firstAt = await first;
  await settle(viewport);
  await deviceDone(viewport);
  const fullMs = performance.now() - started;
  if (failures.length > 0) throw new Error(failures.join('; '));
  return { adapter: attached.adapter, firstMs: firstAt - started, fullMs, points, decoding: decoding() };
}

async function move(path: readonly CameraState[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const camera of path) frames.push(await drawFrame(viewport, () => viewport.setCamera(camera)));
  return frames;
}

async function rest(path: readonly CameraState[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const camera of path) {
    viewport.setCamera(camera);
    await settle(viewport);
    frames.push(await drawFrame(viewport, () => viewport.setDisplay({})));
  }
  return frames;
}

window.benchSide = { open, move, rest };
