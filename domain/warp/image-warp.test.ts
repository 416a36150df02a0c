import { describe, expect, it } from 'vitest';
import { readCrs } from '../crs/read-crs.ts';
import { createTransform } from '../crs/transform.ts';
import type { GeoTransform } from '../geometry/plane/affine.ts';
import { applyGeoTransform, invertGeoTransform } from '../geometry/plane/affine.ts';
import {
  gridPosition,
  maxWarpError,
  type Relocation,
  relocatedExtent,
  warpGrid,
  warpImage,
} from './image-warp.ts';

async function relocation(geotransform: GeoTransform, from: string, to: string): Promise<Relocation> {
  const end = async (payload: string) => {
    const { definition } = await readCrs([{ source: 'user', payload }]);
    return { horizontal: definition!.horizontal, vertical: null };
  };
  return { from: await end(from), to: await end(to), geotransform, width: 4000, height: 3000 };
}

const upright: GeoTransform = [970_000, 0.05, 0, 5_250_000, 0, -0.05];

describe('relocatedExtent', () => {
  it('is nothing where the systems are the same', async () => {
    expect(relocatedExtent(await relocation(upright, 'EPSG:32611', 'EPSG:32611'))).toBeNull();
  });

  it('covers the picture with pixels of about its size', async () => {
    const moved = await relocation(upright, 'EPSG:32611', 'EPSG:32612');
    const extent = relocatedExtent(moved)!;
    expect(extent.cellSize).toBeGreaterThan(0.0495);
    expect(extent.cellSize).toBeLessThan(0.0505);
    const transform = createTransform(moved.from, moved.to);
    for (const [column, row] of [
      [0, 0],
      [4000, 0],
      [2000, 0],
      [4000, 3000],
      [0, 3000],
      [4000, 1500],
    ] as const) {
      const [x, y] = transform.point([...applyGeoTransform(upright, column, row)]);
      const at = [(x! - extent.west) / extent.cellSize, (extent.north - y!) / extent.cellSize] as const;
      expect(at[0]).toBeGreaterThanOrEqual(0);
      expect(at[1]).toBeGreaterThanOrEqual(0);
      expect(at[0]).toBeLessThanOrEqual(extent.width);
      expect(at[1]).toBeLessThanOrEqual(extent.height);
    }
  });
});

describe('warpGrid', () => {
  it.each([
    ['a tile at full resolution', 0.05],
    ['an area of kilometres', 40],
  ])('errs less than allowed anywhere on %s', async (_name, cellSize) => {
    const moved = await relocation(upright, 'EPSG:32611', 'EPSG:4326');
    const place = createTransform(moved.from, moved.to).point([upright[0], upright[3]]);
    const degrees = cellSize / 111_000;
    const area = { west: place[0]!, north: place[1]!, cellSize: degrees, size: 514 };
    const grid = warpGrid(moved, area);
    const back = createTransform(moved.to, moved.from);
    const toPixel = invertGeoTransform(upright)!;
    const pixelsPerTexel = cellSize / 0.05;
    for (let i = 0; i < 400; i++) {
      const [u, v] = [((i * 0.618_034) % 1) * 0.999, ((i * 0.414_214) % 1) * 0.999];
      const [x, y] = back.point([area.west + u * 514 * degrees, area.north - v * 514 * degrees]);
      const exact = applyGeoTransform(toPixel, x!, y!);
      const found = gridPosition(grid, u, v);
      const error = Math.hypot(found[0] - exact[0], found[1] - exact[1]) / pixelsPerTexel;
      expect(error).toBeLessThan(maxWarpError * 2);
    }
  });
});

describe('warpImage', () => {
  it('samples bilinear between pixel centres and takes opacity from the nearest', () => {
    // Two pixels, red 0 and 200; the area covers the inner three quarters of each.
    const rgba = Uint8Array.of(0, 0, 0, 255, 200, 0, 0, 255);
    const pixels = { width: 2, height: 1, rgba, origin: [10, 5], scale: [1, 1] } as const;
    const nodes = Float64Array.of(10.25, 5, 11.75, 5, 10.25, 6, 11.75, 6);
    const { rgba: out } = warpImage(pixels, { cells: 1, nodes }, 3);
    expect([...out.subarray(12, 24).filter((_, i) => i % 4 === 0)]).toEqual([0, 100, 200]);
    const holed = { ...pixels, rgba: Uint8Array.of(0, 0, 0, 0, 200, 0, 0, 255) };
    const half = warpImage(holed, { cells: 1, nodes }, 3).rgba.subarray(12, 24);
    expect([...half]).toEqual([0, 0, 0, 0, 200, 0, 0, 255, 200, 0, 0, 255]);
  });
});
