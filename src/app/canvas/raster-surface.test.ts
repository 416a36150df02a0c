import { describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { createRasterSurface } from './raster-surface.ts';

const [width, height] = [240, 160];
const { signal } = new AbortController();

/** The surface of a raster with the height of a function at its pixels, in the coordinates of the system. */
async function surfaceOf(
  [x0, a, b, y0, c, d]: GeoTransform,
  heightAt: (x: number, y: number) => number,
  nodata: number | null = null,
) {
  const samples = Float32Array.from({ length: width * height }, (_, i) => {
    const [column, row] = [(i % width) + 0.5, Math.floor(i / width) + 0.5];
    return heightAt(x0 + a * column + b * row, y0 + c * column + d * row);
  });
  const spec = {
    width,
    height,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    geotransform: [x0, a, b, y0, c, d],
    geoKeys: null,
    nodata,
    tileSize: 64,
  } as const;
  const { bytes } = await writeCog(spec, { samples });
  const raster = {
    name: 'DEM',
    openSource: async () => memorySource('dem.tif', bytes),
    readAccuracy: async () => null,
    zFactor: 1,
  };
  return createRasterSurface(raster, createLocalPool());
}

/** A cone of radius 20 and height 10 on ground at 50. */
const cone = (x: number, y: number) => 50 + Math.max(0, 10 - Math.hypot(x - 1060, y - 1990) / 2);
const around = { minX: 1035, minY: 1965, maxX: 1085, maxY: 2015 };

describe('an elevation raster of the canvas', () => {
  const [cos, sin] = [Math.cos(0.4), Math.sin(0.4)];
  const placements: Readonly<Record<string, GeoTransform>> = {
    'square and north up': [1000, 0.5, 0, 2040, 0, -0.5],
    oblong: [1000, 0.6, 0, 2040, 0, -0.7],
    rotated: [980, 0.6 * cos, 0.6 * sin, 1990, 0.6 * sin, -0.6 * cos],
    'rotated and oblong': [980, 0.7 * cos, 0.6 * sin, 1990, 0.7 * sin, -0.6 * cos],
  };
  for (const [name, geotransform] of Object.entries(placements)) {
    it(`has the same volume where its cells are ${name}`, async () => {
      const surface = await surfaceOf(geotransform, cone);
      const { grid } = await surface.readWindow(around, 1e6, signal);
      const cells = [...grid.values].filter((z) => !Number.isNaN(z));
      const volume = cells.reduce((sum, z) => sum + z - 50, 0) * grid.cellSize ** 2;
      expect(volume / ((Math.PI * 400 * 10) / 3)).toBeCloseTo(1, 2);
    });
  }

  it('asks about heights that mark missing cells and that nothing declares', async () => {
    const holed = (x: number, y: number) => (x < 1040 ? -9999 : cone(x, y));
    const place: GeoTransform = [1000, 0.5, 0, 2040, 0, -0.5];
    const undeclared = await surfaceOf(place, holed);
    await expect(undeclared.readWindow(around, 1e6, signal)).rejects.toMatchObject({
      code: 'raster.nodata-unclear',
      params: { file: 'DEM', value: -9999 },
    });
    const declared = await surfaceOf(place, holed, -9999);
    const { grid } = await declared.readWindow(around, 1e6, signal);
    expect(grid.values.some(Number.isNaN)).toBe(true);
  });
});
