import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '#domain/errors/app-error.ts';
import { initialCamera } from '#domain/view/camera.ts';
import { defaultDisplay } from '#viewport/display.ts';
import type { HungPhoto } from '#viewport/scene.ts';
import { emptyDraws } from '../draw/draws.ts';
import { makeFrameView } from '../draw/frame-view.ts';
import { DrawIds } from '../picking/draw-ids.ts';
import type { LayerHost } from '../streaming/layer-host.ts';
import { LoadQueue } from '../streaming/load-queue.ts';
import { MemoryBudget } from '../streaming/memory-budget.ts';
import { PhotoLayerView } from './photo-layer.ts';

/** Photos of 20 by 15 m along a line to the north, 7 m apart, 50 m up. */
const photos: HungPhoto[] = Array.from({ length: 60 }, (_, index) => {
  const [y, z] = [7 * index, 50];
  const corners = Float64Array.from([-10, y + 7.5, z, 10, y + 7.5, z, 10, y - 7.5, z, -10, y - 7.5, z]);
  return { id: `photo-${index}`, address: `/${index}.jpg`, corners };
});

/** From the south over the line of photos. */
function viewOf(mode: '2d' | '3d', distance = 200) {
  const camera = { ...initialCamera, mode, target: [0, 0, 50], distance, pitchRad: 0.5, yawRad: 0 } as const;
  return makeFrameView({
    camera,
    exaggeration: 1,
    widthPx: 1600,
    heightPx: 1200,
    pixelRatio: 1,
    reach: 2000,
  });
}

function createBench(memoryBytes = 1e9) {
  const asked: string[] = [];
  const failing = new Set<string>();
  const failures: AppError[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return failing.has(address) ? new Response(null, { status: 500 }) : new Response(new Uint8Array(9));
  });
  const host = {
    pool: { run: async () => ({ width: 4, height: 3, rgba: new Uint8Array(48), isEmpty: false }) },
    queue: new LoadQueue(4, () => undefined),
    memory: new MemoryBudget(memoryBytes),
    requestFrame: () => undefined,
    reportFailure: (_: string, error: AppError) => failures.push(error),
  } as unknown as LayerHost;
  const layer = new PhotoLayerView({ id: 'stations', kind: 'photos', isVisible: true, photos }, host);
  /** Draws frames until nothing is loading; returns the names of the photos in the last. */
  const drawn = async (view: ReturnType<typeof viewOf>) => {
    for (let i = 0; i < 40; i++) {
      layer.stream({ views: [view] });
      host.memory.trim();
      await vi.advanceTimersByTimeAsync(0);
    }
    layer.stream({ views: [view] });
    const draws = emptyDraws();
    layer.collect({
      view,
      slot: 0,
      display: defaultDisplay,
      ids: new DrawIds(),
      draws,
      pointBudget: 0,
      terrainElevation: () => Number.NaN,
      terrainRevision: 0,
      isPatient: false,
    });
    return draws.overlays.flatMap((draw) => (draw.type === 'photo' ? [draw.texture.label] : []));
  };
  return { layer, host, asked, failing, failures, drawn };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('photos hung in space', () => {
  it('are those nearest to the eye, a bounded number of them, each fetched once', async () => {
    const { asked, drawn } = createBench();
    const names = await drawn(viewOf('3d'));
    expect(names).toHaveLength(32);
    expect(new Set(names)).toEqual(new Set(photos.slice(0, 32).map(({ id }) => `photo ${id}`)));
    expect(asked).toHaveLength(32);
    await drawn(viewOf('3d'));
    expect(asked).toHaveLength(32);
  });

  it('are left out where they are too small to be recognised, and in plans', async () => {
    const { asked, drawn } = createBench();
    expect(await drawn(viewOf('3d', 20_000))).toEqual([]);
    expect(await drawn(viewOf('2d'))).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('leave the memory when they have to', async () => {
    const { host, drawn } = createBench(20 * 96);
    await drawn(viewOf('3d'));
    expect(host.memory.bytes).toBe(32 * 96);
    await drawn(viewOf('2d'));
    expect(host.memory.bytes).toBeLessThanOrEqual(20 * 96);
  });

  it('are tried again when they fail, and told of at the third time', async () => {
    const { asked, failing, failures, drawn } = createBench();
    failing.add('/0.jpg');
    const tries = () => asked.filter((address) => address === '/0.jpg').length;
    for (const [wait, count, told] of [
      [0, 1, 0],
      [1000, 2, 0],
      [4000, 3, 1],
      [30_000, 4, 1],
    ] as const) {
      await vi.advanceTimersByTimeAsync(wait);
      expect(await drawn(viewOf('3d'))).toHaveLength(31);
      expect([tries(), failures.length]).toEqual([count, told]);
    }
    failing.clear();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await drawn(viewOf('3d'))).toHaveLength(32);
  });

  it('answer a pick by their names', async () => {
    const { layer, drawn } = createBench();
    await drawn(viewOf('3d'));
    const hit = {
      drawId: 1,
      element: 0,
      pointer: [0, 0],
      distancePx: 2,
      surface: [1, 2, 50],
      isExact: true,
    } as const;
    expect(await layer.resolvePick(hit, 'photo-7')).toMatchObject({
      kind: 'feature',
      layerId: 'stations',
      featureId: 'photo-7',
      part: 'fill',
      position: [1, 2, 50],
    });
    expect(await layer.resolvePick(hit, 'photo-99')).toBeNull();
  });
});
