import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { writeAsCog } from './write-cog.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-cog-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An image in one tile, hence without overviews, written again. */
async function rewrite(
  spec: Omit<CogSpec, 'geoKeys' | 'tileSize'>,
  samples: Uint8Array<ArrayBuffer> | Float32Array<ArrayBuffer>,
  mask?: Uint8Array<ArrayBuffer>,
  jpegQuality?: number,
) {
  const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:32612' }]);
  const whole = { ...spec, tileSize: 608, geoKeys: geoKeysFor(definition!, { rasterType: 1 }) };
  const { bytes } = await writeCog(whole, mask ? { samples, mask } : { samples });
  const source = memorySource('in.tif', bytes);
  expect((await openRaster(source)).levels).toHaveLength(1);
  const path = join(folder, 'out.tif');
  await writeAsCog(source, path, {
    pool: createLocalPool(),
    ...(jpegQuality === undefined ? {} : { jpegQuality }),
  });
  const raster = await openRaster(memorySource('out.tif', new Uint8Array(await readFile(path))));
  const { width, height } = raster.info;
  return { raster, read: await raster.readWindow(0, { x: 0, y: 0, width, height }) };
}

const size = { width: 600, height: 40 } as const;
const count = size.width * size.height;

describe('a GeoTIFF written anew', () => {
  it('has overviews, and every pixel, mask, place and system as before', async () => {
    const samples = Uint8Array.from({ length: count * 3 }, (_, i) => (i * 7) % 251);
    const mask = Uint8Array.from({ length: count }, (_, i) => (i % 5 === 0 ? 0 : 255));
    const geotransform = [500, 0.2, 0.1, 900, 0.1, -0.2] as const;
    const spec = { ...size, bands: 3, sampleType: 'uint8', colour: 'rgb', nodata: null, mask: true } as const;
    const { raster, read } = await rewrite({ ...spec, geotransform }, samples, mask);
    expect(raster.levels.map(({ width, height }) => [width, height])).toEqual([
      [600, 40],
      [300, 20],
    ]);
    expect(raster.info).toMatchObject({ geotransform, cog: true, mask: true });
    expect((await readCrs(raster.info.crsDeclarations)).epsg).toBe(32612);
    expect(read.mask).toEqual(mask);
    read.bands.forEach((band, index) => {
      const wrong = [...band].filter((value, at) => mask[at] !== 0 && value !== samples[at * 3 + index]);
      expect(wrong).toEqual([]);
    });
  });

  it('is smaller as JPEG, near its colours, with a mask for opacity', async () => {
    const smooth = (i: number) => 100 + 50 * Math.sin((Math.floor(i / 4) % 600) / 30 + (i % 4));
    const samples = Uint8Array.from({ length: count * 4 }, (_, i) =>
      i % 4 === 3 ? (Math.floor(i / 4) % 600 < 500 ? 255 : 0) : smooth(i),
    );
    const geotransform = [500, 1, 0, 900, 0, -1] as const;
    const spec = { ...size, bands: 4, sampleType: 'uint8', colour: 'rgba', nodata: null } as const;
    const { raster, read } = await rewrite({ ...spec, geotransform }, samples, undefined, 90);
    expect(raster.info).toMatchObject({ compression: 'JPEG', mask: true, cog: true });
    expect(raster.info.bands.map(({ colour }) => colour)).toEqual(['red', 'green', 'blue']);
    expect(read.mask?.every((value, at) => value === samples[at * 4 + 3])).toBe(true);
    const errors = read.bands.flatMap((band, index) =>
      Array.from(band as Uint8Array, (value, at) => (at % 600 < 500 ? value - samples[at * 4 + index]! : 0)),
    );
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(12);
  });

  it('keeps missing elevations missing', async () => {
    const samples = Float32Array.from({ length: count }, (_, i) => (i % 9 === 0 ? -9999 : i / 8));
    const geotransform = [500, 1, 0, 900, 0, -1] as const;
    const spec = { ...size, bands: 1, sampleType: 'float32', colour: 'gray', nodata: -9999 } as const;
    const { raster, read } = await rewrite({ ...spec, geotransform }, samples);
    expect(raster.info.nodata).toBe(-9999);
    expect(read.bands[0]).toEqual(samples);
  });
});
