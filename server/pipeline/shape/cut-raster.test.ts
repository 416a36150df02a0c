import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProductPurpose } from '#domain/drawing/feature.ts';
import type { Shape } from '#domain/drawing/shapes.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import type { Position } from '#domain/geometry/position.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { scratchFolder } from '#tests/support/gdal-tools.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { cutRaster } from './cut-raster.ts';

const folder = scratchFolder();
const [west, north, cell] = [1000, 2000, 0.5];

/** 40 by 30 pixels; heights encode their column and row, and the first column has none. */
const heights: Partial<CogSpec> & Pick<CogSpec, 'bands' | 'sampleType' | 'colour' | 'nodata'> = {
  bands: 1,
  sampleType: 'float32',
  colour: 'gray',
  nodata: -9999,
};
const heightAt = (x: number, y: number) => (x === 0 ? -9999 : 100 * y + x);

async function cut(
  facts: typeof heights,
  value: (x: number, y: number, band: number) => number,
  shapes: readonly Shape[],
  purposes: readonly ProductPurpose[] = ['crop-bounds', 'flatten'],
) {
  const size = { width: 40, height: 30 };
  const samples = facts.sampleType === 'uint8' ? new Uint8Array(1200 * facts.bands) : new Float32Array(1200);
  samples.forEach((_, i) => {
    const pixel = Math.floor(i / facts.bands);
    samples[i] = value(pixel % 40, Math.floor(pixel / 40), i % facts.bands);
  });
  const geotransform = [west, cell, 0, north, 0, -cell] as const;
  const spec: CogSpec = { ...size, ...facts, geotransform, geoKeys: null, tileSize: 16 };
  const path = join(folder, 'in.tif');
  writeFileSync(path, (await writeCog(spec, { samples })).bytes);
  const source = await openFileSource(path);
  const out = join(folder, 'out.tif');
  const request = { shapes, purposes, sourceCrs: '', name: 'dem', pool: createLocalPool() };
  await cutRaster(source, out, request).finally(() => source.close());
  const made = await openFileSource(out);
  const raster = await openRaster(made);
  const { width, height } = raster.info;
  const read = await raster.readWindow(0, { x: 0, y: 0, width, height });
  await made.close();
  return { geotransform: raster.info.geotransform, ...read };
}

/** A polygon whose corners are given in pixels from the raster's first corner, with heights. */
function shape(purpose: ProductPurpose, ...rings: [x: number, y: number, z?: number][][]): Shape {
  const place = ([x, y, z = 0]: [number, number, number?]): Position => [
    west + x * cell,
    north - y * cell,
    z,
  ];
  return { purpose, name: purpose, region: rings.map((ring) => ring.map(place)) };
}

const box = (x0: number, y0: number, x1: number, y1: number, z = 0): [number, number, number][] => [
  [x0, y0, z],
  [x1, y0, z],
  [x1, y1, z],
  [x0, y1, z],
];

describe('a raster cut by a drawing', () => {
  it('keeps the pixels whose centres lie inside, on the same grid, and ends with them', async () => {
    const made = await cut(heights, heightAt, [shape('crop-bounds', box(4.4, 3.6, 20.6, 9.4))]);
    expect(made).toMatchObject({ width: 17, height: 5 });
    expect(made.geotransform).toEqual([west + 4 * cell, cell, 0, north - 4 * cell, 0, -cell]);
    const expected = Array.from({ length: 85 }, (_, i) => heightAt(4 + (i % 17), 4 + Math.floor(i / 17)));
    expect([...(made.bands[0] as Float32Array)]).toEqual(expected);
  });

  it('leaves holes out, takes several polygons together, and keeps missing pixels missing', async () => {
    const ring = shape('crop-bounds', box(0, 0, 10, 10), box(2, 2, 8, 8));
    const made = await cut(heights, heightAt, [ring, shape('crop-bounds', box(30, 20, 34, 22))]);
    expect(made).toMatchObject({ width: 34, height: 22 });
    const at = (x: number, y: number) => (made.bands[0] as Float32Array)[y * 34 + x];
    expect([at(1, 1), at(2, 2), at(7, 7), at(8, 8), at(30, 20), at(29, 20)]).toEqual([
      101, -9999, -9999, 808, 2030, -9999,
    ]);
    expect(at(0, 5)).toBe(-9999);
  });

  it('is flattened to the surface of the polygon’s own corners, missing pixels too', async () => {
    const level = shape('flatten', box(0, 5, 6, 9, 7.5));
    const slope = shape('flatten', [
      [20, 10, 50],
      [30, 10, 60],
      [30, 20, 80],
      [20, 20, 70],
    ]);
    const made = await cut(heights, heightAt, [level, slope]);
    const at = (x: number, y: number) => (made.bands[0] as Float32Array)[y * 40 + x];
    expect([at(0, 5), at(5, 8), at(6, 8), at(0, 4)]).toEqual([7.5, 7.5, 806, -9999]);
    // 50 at the corner, one more per column and two per row: at pixel centres.
    expect([at(20, 10), at(29, 10), at(24, 16), at(30, 16)]).toEqual([51.5, 60.5, 67.5, 1630]);
  });

  it('has the later of two flatten areas on top, and is cut after it was flattened', async () => {
    const shapes = [
      shape('flatten', box(5, 5, 15, 15, 1)),
      shape('flatten', box(10, 5, 20, 15, 2)),
      shape('crop-bounds', box(8, 8, 12, 9)),
    ];
    const made = await cut(heights, heightAt, shapes);
    expect([...(made.bands[0] as Float32Array)]).toEqual([1, 1, 2, 2]);
  });

  it('gets a mask where a picture had none, and keeps its opacity where it had one', async () => {
    const colour = (x: number, y: number, band: number) => (band === 3 ? 255 : x + y + band + 1);
    const shapes = [
      shape('ortho-crop', [
        [3, 3],
        [9, 3],
        [3, 9],
      ]),
      shape('crop-bounds', box(0, 0, 7, 7)),
    ];
    const purposes = ['crop-bounds', 'ortho-crop'] as const;
    const rgb = { bands: 3, sampleType: 'uint8', colour: 'rgb', nodata: null } as const;
    const made = await cut(rgb, colour, shapes, purposes);
    expect(made).toMatchObject({ width: 4, height: 4 });
    expect([...made.mask!].map((value) => value / 255).join('')).toBe('1111111111111110');
    expect(made.bands[2]![0]).toBe(9);
    const rgba = { ...rgb, bands: 4, colour: 'rgba' } as const;
    const open = await cut(rgba, colour, shapes, purposes);
    expect([...(open.bands[3] as Uint8Array)].map((value) => value / 255).join('')).toBe('1111111111111110');
  });

  it('is refused where nothing of it is left', async () => {
    await expect(cut(heights, heightAt, [shape('crop-bounds', box(50, 0, 60, 5))])).rejects.toThrow(
      'shapes.nothing-left',
    );
  });
});
