import { describe, expect, it } from 'vitest';
import { writeCog } from '#tests/support/cog-file.ts';
import { memorySource } from '../byte-source.ts';
import { readTiff } from '../tiff/structure.ts';
import { tiffTag } from '../tiff/tags.ts';
import { createCogWriter } from './cog-writer.ts';
import { readElevations } from './elevations.ts';
import { openRaster } from './open-raster.ts';
import type { CogSpec } from './spec.ts';
import { memoryScratch } from './spool.ts';

function createSurfaceSpec(overrides: Partial<CogSpec> = {}): CogSpec {
  return {
    width: 150,
    height: 101,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    geotransform: [500000, 0.5, 0, 4200000, 0, -0.5],
    geoKeys: null,
    nodata: -9999,
    tileSize: 32,
    ...overrides,
  };
}

function createSurface(spec: CogSpec, hole = true) {
  const samples = new Float32Array(spec.width * spec.height);
  for (let y = 0; y < spec.height; y++) {
    for (let x = 0; x < spec.width; x++) {
      const missing = hole && x > 40 && x < 75 && y > 20 && y < 60;
      samples[y * spec.width + x] = missing ? spec.nodata! : 100 + x * 0.25 + Math.sqrt(y);
    }
  }
  return { samples };
}

describe('COG writer', () => {
  it('gives back every pixel', async () => {
    const spec = createSurfaceSpec();
    const picture = createSurface(spec);
    const { bytes } = await writeCog(spec, picture);
    const raster = await openRaster(memorySource('dem.tif', bytes));
    const { width, height } = spec;
    const read = await raster.readWindow(0, { x: 0, y: 0, width, height });
    expect(read.bands[0]).toEqual(picture.samples);
    expect(raster.info.geotransform).toEqual(spec.geotransform);
    expect(raster.info.nodata).toBe(-9999);
    expect(raster.info.cog).toBe(true);
  });

  it('gives a small picture one tile that is little larger, unless told otherwise', async () => {
    const { tileSize: _, ...small } = createSurfaceSpec({ width: 60, height: 50 });
    const { bytes } = await writeCog(small, createSurface(small));
    const raster = await openRaster(memorySource('dem.tif', bytes));
    expect(raster.levels).toMatchObject([{ blockWidth: 64, blockHeight: 64 }]);
  });

  it('averages overviews over the valid pixels only', async () => {
    const spec = createSurfaceSpec();
    const picture = createSurface(spec);
    const { bytes } = await writeCog(spec, picture);
    const raster = await openRaster(memorySource('dem.tif', bytes));
    expect(raster.levels.map(({ width, height }) => [width, height])).toEqual([
      [150, 101],
      [75, 51],
      [38, 26],
      [19, 13],
    ]);
    const half = await readElevations(raster, 1, { x: 0, y: 0, width: 75, height: 51 });
    for (let y = 0; y < 51; y++) {
      for (let x = 0; x < 75; x++) {
        const under = [0, 1].flatMap((dy) => [0, 1].map((dx) => [2 * x + dx, 2 * y + dy] as const));
        const values = under
          .filter(([px, py]) => px < 150 && py < 101)
          .map(([px, py]) => picture.samples[py * 150 + px]!)
          .filter((value) => value !== -9999);
        const expected = values.reduce((sum, value) => sum + value, 0) / values.length;
        if (values.length === 0) expect(half[y * 75 + x]).toBeNaN();
        else expect(half[y * 75 + x]).toBe(Math.fround(expected));
      }
    }
  });

  it.each([Number.NaN, -9999, 0])(
    'writes tiles that nobody gave as missing, %s, and so in overviews',
    async (nodata) => {
      const spec = createSurfaceSpec({ nodata });
      const samples = new Float32Array(spec.width * spec.height).fill(7);
      const { bytes } = await writeCog(spec, { samples }, (tiles) => tiles.slice(1));
      const raster = await openRaster(memorySource('dem.tif', bytes));
      for (const level of raster.levels.keys()) {
        const { width, height } = raster.levels[level]!;
        const values = await readElevations(raster, level, { x: 0, y: 0, width, height });
        expect(values[0]).toBeNaN();
        expect(values.at(-1)).toBe(7);
        expect(values.every((value) => value === 7 || Number.isNaN(value))).toBe(true);
      }
    },
  );

  it('gives the same bytes whatever the order of the tiles', async () => {
    const spec = createSurfaceSpec();
    const picture = createSurface(spec);
    const forward = await writeCog(spec, picture);
    const backward = await writeCog(spec, picture, (tiles) => tiles.reverse());
    expect(backward.bytes).toEqual(forward.bytes);
    expect(forward.summary.bytes).toBe(forward.bytes.length);
  });

  it('lays directories before data and the smallest overview first', async () => {
    const spec = createSurfaceSpec();
    const { bytes } = await writeCog(spec, createSurface(spec));
    const file = await readTiff(memorySource('dem.tif', bytes));
    const places = file.directories.map((directory) => directory.offset);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const firstTile = await Promise.all(
      file.directories.map(async ({ entries }) => {
        const entry = entries.get(tiffTag.tileOffsets)!;
        const raw = await file.source.read(entry.offset, 4 * entry.count);
        const view = new DataView(raw.buffer);
        const offsets = Array.from({ length: entry.count }, (_, i) => view.getUint32(4 * i, true));
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
        return offsets[0]!;
      }),
    );
    expect(firstTile).toEqual([...firstTile].sort((a, b) => b - a));
    expect(Math.min(...firstTile)).toBeGreaterThan(Math.max(...places));
  });

  it('is read window by window: header first, then only the tiles under the window', async () => {
    const spec = createSurfaceSpec({ width: 900, height: 600, tileSize: 256 });
    const samples = new Float32Array(900 * 600).map((_: number, i: number) => ((i * 2654435761) % 9973) / 7);
    const { bytes } = await writeCog(spec, { samples });
    const whole = memorySource('dem.tif', bytes);
    const reads: number[] = [];
    const source = {
      ...whole,
      read: (offset: number, length: number) => {
        reads.push(length);
        return whole.read(offset, length);
      },
    };
    const raster = await openRaster(source);
    expect(reads.length).toBeLessThanOrEqual(2);
    reads.length = 0;
    await raster.readWindow(0, { x: 400, y: 300, width: 20, height: 20 });
    expect(reads.length).toBeLessThanOrEqual(2);
    expect(reads.reduce((sum, length) => sum + length, 0)).toBeLessThan(bytes.length / 5);
  });

  it('fills tiles that were never given with the missing value', async () => {
    const spec = createSurfaceSpec();
    const picture = createSurface(spec, false);
    const { bytes } = await writeCog(spec, picture, (tiles) => tiles.slice(0, 3));
    const raster = await openRaster(memorySource('dem.tif', bytes));
    const values = await readElevations(raster, 0, { x: 0, y: 0, width: 150, height: 101 });
    expect(values[0]).toBe(picture.samples[0]);
    expect(values[50 * 150 + 100]).toBeNaN();
  });

  it('keeps a mask beside colours, and opacity weighs colours in overviews', async () => {
    const masked = createSurfaceSpec({
      bands: 3,
      colour: 'rgb',
      sampleType: 'uint8',
      nodata: null,
      mask: true,
    });
    const samples = Uint8Array.from({ length: 150 * 101 * 3 }, (_, i) => (i * 7) % 251);
    const mask = Uint8Array.from({ length: 150 * 101 }, (_, i) => (i % 5 ? 255 : 0));
    const raster = await openRaster(memorySource('a.tif', (await writeCog(masked, { samples, mask })).bytes));
    const read = await raster.readWindow(0, { x: 0, y: 0, width: 150, height: 101 });
    expect(read.mask).toEqual(mask);
    expect(read.bands.map((band) => band[151])).toEqual([samples[453], samples[454], samples[455]]);

    const spec = createSurfaceSpec({
      width: 2,
      height: 2,
      bands: 4,
      colour: 'rgba',
      sampleType: 'uint8',
      nodata: null,
      tileSize: 16,
    });
    const wide = { ...spec, width: 17 };
    const pixels = new Uint8Array(17 * 2 * 4);
    pixels.set([200, 0, 0, 255, 0, 200, 0, 0], 0);
    pixels.set([200, 0, 0, 255, 0, 200, 0, 0], 17 * 4);
    const small = await openRaster(memorySource('b.tif', (await writeCog(wide, { samples: pixels })).bytes));
    const top = await small.readWindow(1, { x: 0, y: 0, width: 1, height: 1 });
    expect(top.bands.map((band) => band[0])).toEqual([200, 0, 0, 128]);
  });

  it.each(['int16', 'uint16', 'int32', 'uint32', 'int8', 'float64'] as const)(
    'writes %s',
    async (sampleType) => {
      const spec = createSurfaceSpec({ sampleType, nodata: sampleType === 'float64' ? Number.NaN : 0 });
      const kinds = {
        int16: Int16Array,
        uint16: Uint16Array,
        int32: Int32Array,
        uint32: Uint32Array,
        int8: Int8Array,
        float64: Float64Array,
      };
      const samples = new kinds[sampleType](150 * 101).map((_: number, i: number) => (i * 37) % 120);
      const raster = await openRaster(memorySource('c.tif', (await writeCog(spec, { samples })).bytes));
      const read = await raster.readWindow(0, { x: 0, y: 0, width: 150, height: 101 });
      expect(read.bands[0]).toEqual(samples);
      expect(Object.is(raster.info.nodata, spec.nodata)).toBe(true);
    },
  );

  it('refuses what cannot be written', async () => {
    const options = { scratch: memoryScratch() };
    const sink = { write: () => undefined };
    expect(() => createCogWriter(createSurfaceSpec({ width: 0 }), sink, options)).toThrow('cog.bad-spec');
    expect(() => createCogWriter(createSurfaceSpec({ tileSize: 20 }), sink, options)).toThrow('cog.bad-spec');
    const writer = createCogWriter(createSurfaceSpec(), sink, options);
    const tile = { width: 32, height: 32, samples: new Float32Array(32 * 32) };
    await expect(writer.writeTile(4, 0, tile)).rejects.toMatchObject({ code: 'cog.bad-tile' });
    await writer.writeTile(0, 0, tile);
    await expect(writer.writeTile(0, 0, tile)).rejects.toMatchObject({ code: 'cog.tile-twice' });
  });
});
