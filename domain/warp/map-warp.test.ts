import { expect, it } from 'vitest';
import { applyPlaneMap, composePlaneMaps, type PlaneMap } from '../geometry/map-fit/plane-map.ts';
import { gridPosition, warpGrid } from './image-warp.ts';
import { mappedExtent, mappedPixel } from './map-warp.ts';

const moved: PlaneMap = [1, 0, 5000, 0, 1, 7000, 0, 0, 1];
const map = composePlaneMaps(moved, [0.09, 0.02, 0, 0.03, -0.1, 0, 6e-5, 4e-5, 1]);
const image = { map, width: 4000, height: 3000 };

it('covers the corners of a projected image with pixels of its own size', () => {
  const extent = mappedExtent(image);
  for (const [x, y] of [
    [0, 0],
    [4000, 0],
    [4000, 3000],
    [0, 3000],
    [1234, 987],
  ] as const) {
    const [east, north] = applyPlaneMap(map, x, y);
    const [u, v] = [(east - extent.west) / extent.cellSize, (extent.north - north) / extent.cellSize];
    expect(u).toBeGreaterThanOrEqual(-1e-6);
    expect(v).toBeGreaterThanOrEqual(-1e-6);
    expect(u).toBeLessThanOrEqual(extent.width);
    expect(v).toBeLessThanOrEqual(extent.height);
  }
  const [a, b] = [applyPlaneMap(map, 2000, 1500), applyPlaneMap(map, 2001, 1500)];
  expect(Math.hypot(b[0] - a[0], b[1] - a[1]) / extent.cellSize).toBeCloseTo(1, 0);
});

it('finds the pixels under an area to a twentieth of a pixel, by the division of the map', () => {
  const [east, north] = applyPlaneMap(map, 2500, 1000);
  const area = { west: east - 20, north: north + 20, cellSize: 0.08, size: 514 };
  const grid = warpGrid(image, area);
  const exact = mappedPixel(image);
  for (let v = 0.05; v < 1; v += 0.1) {
    for (let u = 0.05; u < 1; u += 0.1) {
      const [x, y] = gridPosition(grid, u, v);
      const [px, py] = exact(area.west + u * 514 * 0.08, area.north - v * 514 * 0.08);
      expect(Math.hypot(x - px, y - py)).toBeLessThan(0.1);
    }
  }
});

it('has no pixels beyond the horizon', () => {
  const pixel = mappedPixel({ ...image, map: [1, 0, 0, 0, -1, 0, -1e-4, 0, 1] });
  expect(pixel(1000, -500)[0]).toBeGreaterThan(0);
  expect(pixel(-1e6, -500)[0]).toBeNaN();
});
