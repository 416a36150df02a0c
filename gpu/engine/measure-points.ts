import { wordsPerPoint } from '#domain/view/pack-points.ts';
import { defaultDisplay, type PointPath, pointPaths } from '#viewport/display.ts';
import type { PointTimes } from '#viewport/viewport-types.ts';
import { emptyDraws, type FrameDraws } from '../draw/draws.ts';
import type { FrameLook } from '../draw/frame-uniforms.ts';
import { type FrameView, makeFrameView } from '../draw/frame-view.ts';
import { DeviceBuffer } from '../resources/device-data.ts';
import type { Engine } from './engine.ts';

/** Number of points and image size of the measurement: enough to compare both paths in a few frames. */
const sample = { software: 20_000, card: 400_000, widthPx: 320, heightPx: 200, rounds: 3 } as const;

/** The view of offscreen measurements, around a cube of 2 units. */
function sampleView(widthPx: number, heightPx: number): FrameView {
  const camera = { mode: '3d', target: [0, 0, 0], distance: 4, yawRad: 0.6, pitchRad: 0.6 } as const;
  return makeFrameView({ camera, exaggeration: 1, widthPx, heightPx, pixelRatio: 1, reach: 2 });
}

/** An offscreen image; the caller destroys it. */
function sampleOutput({ ledger, outputFormat }: Engine, widthPx: number, heightPx: number): GPUTexture {
  const { RENDER_ATTACHMENT } = GPUTextureUsage;
  return ledger.texture('frame sample', outputFormat, [widthPx, heightPx], RENDER_ATTACHMENT);
}

/**
 * Draws an empty image of one pixel: devices finish compiling a pipeline at its first draw, which must not delay the
 * first points.
 */
export function warmUp(engine: Engine, look: FrameLook): void {
  const output = sampleOutput(engine, 1, 1);
  engine.render(emptyDraws(), sampleView(1, 1), look, output, 'sample');
  engine.freeTargets('sample');
  engine.ledger.destroy(output);
}

/** Points throughout a cube of 2 units: a linear congruential sequence (Numerical Recipes, 3rd ed., 7.1). */
function samplePoints(count: number): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(count * wordsPerPoint);
  let state = 1;
  for (let i = 0; i < words.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words[i] = state;
  }
  return words;
}

/** The path changes only to one that takes at most this share of the time: measurements on a busy machine are rough. */
const clearShare = 0.7;

/** The path to draw points with, from the current one and the measured times. */
export function fasterPath(usual: PointPath, times: PointTimes): PointPath {
  const other = pointPaths.find((path) => path !== usual) ?? usual;
  return times[other] < times[usual] * clearShare ? other : usual;
}

function sampleDraws(buffer: DeviceBuffer, count: number): FrameDraws {
  const step = 2 ** -20;
  return {
    ...emptyDraws(),
    points: [
      {
        drawId: 1,
        buffer,
        flight: null,
        count,
        origin: [0, 0, 0],
        scale: [step, step, step],
        hasRgb: true,
        hasClassification: false,
        hasReturns: false,
        hasTime: false,
        timeBase: 0,
        spacings: Array.from({ length: 8 }, () => 0.01),
        middle: [0, 0, 0],
      },
    ],
  };
}

/**
 * Times both paths of drawing points on the engine's device; all other settings come from `look`. Rejects where the
 * device is lost meanwhile.
 */
export async function measurePointPaths(engine: Engine, look: FrameLook): Promise<PointTimes> {
  const { ledger, opened } = engine;
  const count = opened.isSoftware ? sample.software : sample.card;
  const buffer = new DeviceBuffer('points sample', GPUBufferUsage.STORAGE, samplePoints(count));
  const { widthPx, heightPx } = sample;
  const output = sampleOutput(engine, widthPx, heightPx);
  const view = sampleView(widthPx, heightPx);
  const draws = sampleDraws(buffer, count);
  const times: Record<PointPath, number> = { compute: Infinity, triangles: Infinity };
  try {
    // The first round creates the pipelines and does not count.
    for (let round = 0; round <= sample.rounds; round++) {
      for (const path of pointPaths) {
        const display = { ...defaultDisplay, colourMode: 'rgb', hasEdl: false, pointDrawing: path } as const;
        const started = performance.now();
        // Full images, with pipelines created synchronously.
        engine.render(draws, view, { ...look, display, isDeterministic: true }, output, 'sample');
        await opened.device.queue.onSubmittedWorkDone();
        if (round > 0) times[path] = Math.min(times[path], performance.now() - started);
      }
    }
    return times;
  } finally {
    engine.freeTargets('sample');
    ledger.destroy(output);
    buffer.release();
  }
}
