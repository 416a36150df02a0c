import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import type { SampleArray } from '#domain/formats/tiff/sample-types.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { describeWithGdal, gdal, gdalInfo } from '#tests/support/gdal-tools.ts';
import { writePlainTiff } from './write-plain-tiff.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-plain-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const size = { width: 700, height: 530 } as const;
const count = size.width * size.height;

async function rewrite(
  colour: Partial<CogSpec>,
  samples: Uint8Array<ArrayBuffer>,
  mask?: Uint8Array<ArrayBuffer>,
) {
  const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:32612' }]);
  const spec: CogSpec = {
    ...size,
    bands: 3,
    sampleType: 'uint8',
    colour: 'rgb',
    geotransform: [500_000, 0.25, 0, 4_000_000, 0, -0.25],
    geoKeys: geoKeysFor(definition!, { rasterType: 1 }),
    nodata: null,
    ...colour,
  };
  const { bytes } = await writeCog(spec, mask ? { samples, mask } : { samples });
  const path = join(folder, `${spec.colour}-${mask !== undefined}.tif`);
  await writePlainTiff(memorySource('in.tif', bytes), path);
  const raster = await openRaster(memorySource('out.tif', new Uint8Array(await readFile(path))));
  const read = await raster.readWindow(0, { x: 0, y: 0, ...size });
  return { path, raster, bands: read.bands };
}

const picture = (bands: number) =>
  Uint8Array.from({ length: count * bands }, (_, i) => (i * 7 + Math.floor(i / 997)) % 251);
const isEqual = (a: SampleArray, b: Uint8Array) => Buffer.from(a as Uint8Array).equals(b);
const bandOf = (samples: Uint8Array, bands: number, band: number) =>
  Uint8Array.from({ length: count }, (_, at) => samples[at * bands + band]!);

it('has every pixel in strips, place and system, and no overviews', async () => {
  const samples = picture(4);
  const { raster, bands } = await rewrite({ bands: 4, colour: 'rgba' }, samples);
  expect(raster.levels).toMatchObject([{ ...size, blockWidth: 700, blockHeight: 93 }]);
  expect(raster.info.geotransform).toEqual([500_000, 0.25, 0, 4_000_000, 0, -0.25]);
  expect((await readCrs(raster.info.crsDeclarations)).epsg).toBe(32612);
  const isSame = bands.map((band, index) => isEqual(band, bandOf(samples, 4, index)));
  expect(isSame).toEqual([true, true, true, true]);
});

it('turns a mask into opacity', async () => {
  const samples = picture(3);
  const mask = Uint8Array.from({ length: count }, (_, i) => (i % 5 === 0 ? 0 : 255));
  const { bands } = await rewrite({ mask: true }, samples, mask);
  expect(bands).toHaveLength(4);
  expect(isEqual(bands[3]!, mask)).toBe(true);
  const green = bandOf(samples, 3, 1);
  expect([...bands[1]!].filter((value, at) => mask[at] === 255 && value !== green[at])).toEqual([]);
});

it('refuses what is no picture in colour', async () => {
  const spec = { bands: 1, colour: 'gray' } as const;
  await expect(rewrite(spec, picture(1))).rejects.toMatchObject({ code: 'cog.bad-spec' });
});

describeWithGdal('GDAL', () => {
  it('reads the same pixels', async () => {
    const samples = picture(4);
    const { path } = await rewrite({ bands: 4, colour: 'rgba' }, samples);
    const { bands } = gdalInfo(path, '-checksum');
    expect(bands.map((band) => band.block)).toEqual(Array(4).fill([700, 93]));
    const raw = join(folder, 'raw.bin');
    gdal('gdal_translate', '-q', '-of', 'ENVI', '-co', 'INTERLEAVE=BIP', path, raw);
    expect((await readFile(raw)).equals(samples)).toBe(true);
  });
});
