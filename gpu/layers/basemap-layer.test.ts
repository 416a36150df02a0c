import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialCamera } from '#domain/view/camera.ts';
import { defaultDisplay } from '#viewport/display.ts';
import { emptyDraws } from '../draw/draws.ts';
import { type FrameView, makeFrameView } from '../draw/frame-view.ts';
import { DrawIds } from '../picking/draw-ids.ts';
import type { LayerHost } from '../streaming/layer-host.ts';
import { LoadQueue } from '../streaming/load-queue.ts';
import { MemoryBudget } from '../streaming/memory-budget.ts';
import { BasemapLayerView } from './basemap-layer.ts';

/** From above over a place of web mercator, metres. */
function planOver(x: number, y: number): FrameView {
  const camera = { ...initialCamera, mode: '2d', target: [x, y, 0], distance: 300 } as const;
  return makeFrameView({ camera, exaggeration: 1, widthPx: 640, heightPx: 480, pixelRatio: 1, reach: 300 });
}

function createBasemap() {
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array(9)));
  const answers: Record<string, () => unknown> = {
    'view.relocateImage': () => ({ moved: null, isShiftMissing: false }),
    'view.decodeImage': () => ({
      width: 256,
      height: 256,
      rgba: new Uint8Array(256 * 256 * 4),
      isEmpty: false,
    }),
  };
  const host = {
    pool: { run: async (task: string) => answers[task]!() },
    queue: new LoadQueue(8, () => undefined),
    memory: new MemoryBudget(1e9),
    requestFrame: () => undefined,
  } as unknown as LayerHost;
  const layer = new BasemapLayerView(
    {
      id: 'basemap',
      kind: 'basemap',
      isVisible: true,
      template: '/map/{z}/{x}/{y}',
      maxZoom: 18,
      opacity: 1,
      system: { source: 'user', payload: 'EPSG:3857' },
    },
    host,
  );
  /** Whether the map is drawn at the middle of each view, once everything is loaded. */
  const mapped = async (views: readonly (FrameView | null)[]) => {
    for (let frame = 0; frame < 60; frame++) {
      layer.stream({ views });
      await vi.advanceTimersByTimeAsync(0);
    }
    return views.map((view, slot) => {
      const draws = emptyDraws();
      layer.collect({
        view: view ?? planOver(0, 0),
        slot,
        display: defaultDisplay,
        ids: new DrawIds(),
        draws,
        pointBudget: 0,
        terrainElevation: () => Number.NaN,
        terrainRevision: 0,
        isPatient: false,
      });
      return draws.basemap.some(({ origin, across, down }) => {
        const [u, v] = [0, 1].map((axis) => (view?.camera.target[axis] ?? 0) - origin[axis as 0 | 1]);
        return u! >= 0 && u! <= across[0] && v! <= 0 && v! >= down[1];
      });
    });
  };
  return { layer, host, mapped };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the basemap', () => {
  it('lies under two plans that are far from each other', async () => {
    const { mapped } = createBasemap();
    const [near, far] = [planOver(-9_100_000, 4_700_000), planOver(1_200_000, 6_100_000)];
    expect(await mapped([near, far])).toEqual([true, true]);
    expect(await mapped([far, near])).toEqual([true, true]);
  });

  it('keeps only what a plan lies in', async () => {
    const { mapped, host } = createBasemap();
    await mapped([planOver(-9_100_000, 4_700_000)]);
    const alone = host.memory.bytes;
    await mapped([planOver(-9_100_000, 4_700_000), planOver(1_200_000, 6_100_000)]);
    expect(host.memory.bytes).toBeGreaterThan(alone);
    await mapped([planOver(-9_100_000, 4_700_000)]);
    expect(host.memory.bytes).toBe(alone);
  });

  it('is not fetched for views in space', async () => {
    const { mapped, host } = createBasemap();
    expect(await mapped([null, null])).toEqual([false, false]);
    expect(host.memory.bytes).toBe(0);
  });
});
