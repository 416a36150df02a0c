import { describe, expect, it, vi } from 'vitest';
import { initialCamera } from '#domain/view/camera.ts';
import { makeFrameView } from '../draw/frame-view.ts';
import type { DemSource } from './dem-source.ts';
import type { LayerHost } from './layer-host.ts';
import { LoadQueue } from './load-queue.ts';
import { nearWindow, ReferenceSurface } from './reference-surface.ts';

/** 16,384² cells of half a unit, in levels. */
function createDem(): DemSource {
  const levels = Array.from({ length: 6 }, (_, i) => {
    const count = 16_384 / 2 ** i;
    return { width: count, height: count, cellWidth: 0.5 * 2 ** i, cellHeight: 0.5 * 2 ** i };
  });
  return { levels, west: 1000, north: 9192, declared: null, read: async () => new Float32Array(0) };
}

const wholeLevel = 3;

function lookAt(x: number, y: number, distance: number) {
  const camera = { ...initialCamera, mode: '2d', target: [x, y, 100], distance } as const;
  return makeFrameView({ camera, exaggeration: 1, widthPx: 800, heightPx: 600, pixelRatio: 1, reach: 100 });
}

describe('nearWindow', () => {
  it('covers the image at cells of about its pixels', () => {
    for (const distance of [100, 500, 1500]) {
      const view = lookAt(5000, 5000, distance);
      const { level, window } = nearWindow(createDem(), wholeLevel, view)!;
      const cell = createDem().levels[level]!.cellWidth;
      expect(cell).toBeLessThanOrEqual(Math.max(0.5, view.pixelSpan));
      const [west, north] = [1000 + window.x * cell, 9192 - window.y * cell];
      expect(west).toBeLessThan(5000 - 400 * view.pixelSpan);
      expect(west + window.width * cell).toBeGreaterThan(5000 + 400 * view.pixelSpan);
      expect(north).toBeGreaterThan(5000 + 300 * view.pixelSpan);
      expect(north - window.height * cell).toBeLessThan(5000 - 300 * view.pixelSpan);
      expect(Math.max(window.width, window.height)).toBeLessThanOrEqual(3072);
    }
  });

  it('asks for nothing new after a small move', () => {
    const [before, after] = [5000, 5001].map((x) =>
      nearWindow(createDem(), wholeLevel, lookAt(x, 5000, 500)),
    );
    expect(after).toEqual(before);
  });

  it('is not needed where the whole is as fine, nor beyond the raster', () => {
    expect(nearWindow(createDem(), wholeLevel, lookAt(5000, 5000, 20_000))).toBeNull();
    expect(nearWindow(createDem(), wholeLevel, lookAt(-90_000, 5000, 500))).toBeNull();
  });
});

describe('a reference surface', () => {
  it('is read finely round what each view looks at, and once where they look at the same', async () => {
    const dem = createDem();
    const read = vi.spyOn(dem, 'read').mockImplementation(async () => Float32Array.of(1));
    const host = { queue: new LoadQueue(4, () => undefined), requestFrame: () => undefined };
    const surface = new ReferenceSurface('ground', dem, host as unknown as LayerHost);
    const follow = async (...views: ReturnType<typeof lookAt>[]) => {
      surface.follow(views);
      await vi.waitFor(() => expect(host.queue.pending).toBe(0));
      surface.follow(views);
      return views.map((_, view) => surface.piecesIn(view).near);
    };
    const [left, right] = await follow(lookAt(2000, 3000, 300), lookAt(8000, 7000, 300));
    expect(left!.west).toBeLessThan(2000);
    expect(right!.west).toBeGreaterThan(left!.west + 2000);
    const before = read.mock.calls.length;
    const [first, second] = await follow(lookAt(2000, 3000, 300), lookAt(2000, 3000, 300));
    expect([first, second]).toEqual([left, left]);
    expect(read.mock.calls.length).toBe(before);
    surface.release();
  });
});
