import { expect, it } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import { createSurface } from '#tests/support/editor.ts';
import type { SurfaceAccess } from '../ports/surface.ts';
import { groundHeights } from './ground-heights.ts';

const { signal } = new AbortController();
const slope = (x: number, y: number) => 100 + 0.1 * x - 0.05 * y;
const places = Array.from({ length: 60 }, (_, i) => [3 * i - 80.5, 40.25 - i, Number.NaN]).flat();

/** A surface that thins what is larger than the limit, as rasters with overviews do; counts its readings. */
function thinning(): SurfaceAccess & { readonly sizes: number[] } {
  const surface = createSurface(slope);
  const sizes: number[] = [];
  return {
    ...surface,
    sizes,
    async readWindow(rect, limit, stop) {
      const read = await surface.readWindow(rect, limit, stop);
      const { width, height } = read.grid;
      sizes.push(width * height);
      if (width * height <= limit) return read;
      const values = new Float32Array(read.grid.values.length).fill(-1);
      return { ...read, grid: { ...read.grid, values, cellSize: 4 } };
    },
  };
}

it.each([4_000_000, 400, 1])('are those of the surface’s own cells, with %i cells at once', async (limit) => {
  const surface = thinning();
  const heights = await groundHeights(surface, places, signal, undefined, limit);
  for (let i = 0; i < heights.length; i++) {
    expect(heights[i]).toBeCloseTo(slope(places[3 * i]!, places[3 * i + 1]!), 4);
  }
  if (limit > 1) expect(surface.sizes.at(-1)).toBeLessThanOrEqual(limit);
});

it('are missing off the surface', async () => {
  const surface = createSurface(slope);
  const bounded: SurfaceAccess = {
    ...surface,
    readWindow: async (rect, limit, stop) => {
      if (rect.minX > 1000)
        throw new AppError('geometry.no-overlap', { surface: 'Ground', other: 'the-shape' });
      return await surface.readWindow(rect, limit, stop);
    },
  };
  expect([...(await groundHeights(bounded, [5000, 0, 0], signal))]).toEqual([Number.NaN]);
  expect((await groundHeights(bounded, [10, 20, 0], signal))[0]).toBeCloseTo(slope(10, 20), 4);
});
