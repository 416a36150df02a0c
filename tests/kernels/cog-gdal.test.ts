import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { readGeoTiffInfo } from '#domain/formats/tiff/info.ts';
import { writeCog } from '../support/cog-file.ts';
import { describeWithGdal, gdal, gdalInfo, scratchFolder, validateCog } from '../support/gdal-tools.ts';
import { gdalChecksum } from '../support/gdal-truth.ts';

const folder = scratchFolder();

async function keysOf(text: string) {
  const { definition } = await readCrs([{ source: 'user', payload: text }]);
  return geoKeysFor(definition!, { rasterType: 1 });
}

async function createDemSpec(overrides: Partial<CogSpec> = {}): Promise<CogSpec> {
  return {
    width: 1100,
    height: 600,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    geotransform: [500000.5, 0.25, 0, 4200000.75, 0, -0.25],
    geoKeys: await keysOf('EPSG:32615+5703'),
    nodata: -9999,
    unit: 'metre',
    ...overrides,
  };
}

function createDem({ width, height, nodata }: CogSpec): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const outside = (x - 550) ** 2 + (y - 300) ** 2 > 400 ** 2;
      samples[y * width + x] = outside && nodata !== null ? nodata : 120 + ((x * 13 + y * 7) % 1000) / 64;
    }
  }
  return samples;
}

function expectValidCog(path: string): void {
  const verdict = validateCog(path);
  if (verdict === null) return;
  expect(verdict).toContain('is a valid cloud optimized GeoTIFF');
  expect(verdict).not.toMatch(/warning|error/i);
}

describeWithGdal('COGs read by GDAL', () => {
  it('a DEM has the same values, georeference, CRS with heights, nodata and overviews', async () => {
    const spec = await createDemSpec();
    const samples = createDem(spec);
    const { bytes } = await writeCog(spec, { samples });
    const path = join(folder, 'dem.tif');
    writeFileSync(path, bytes);
    const info = gdalInfo(path, '-checksum');
    expect(info.size).toEqual([1100, 600]);
    expect(info.geoTransform).toEqual(spec.geotransform);
    expect(info.metadata['IMAGE_STRUCTURE']).toMatchObject({ LAYOUT: 'COG', COMPRESSION: 'DEFLATE' });
    const band = info.bands[0]!;
    expect(band).toMatchObject({ type: 'Float32', block: [512, 512], noDataValue: -9999, unit: 'metre' });
    expect(band.checksum).toBe(gdalChecksum(samples));
    expect(band.overviews!.map(({ size }) => size)).toEqual([
      [550, 300],
      [275, 150],
    ]);
    expect(info.coordinateSystem!.wkt).toMatch(/^COMPOUNDCRS/);
    expect(info.coordinateSystem!.wkt).toContain('UTM zone 15N');
    expect(info.coordinateSystem!.wkt).toContain('NAVD88 height');
    expectValidCog(path);
  });

  it('overviews equal the averages that GDAL makes', async () => {
    const spec = await createDemSpec({ geoKeys: null, unit: '' });
    const { bytes } = await writeCog(spec, { samples: createDem(spec) });
    const path = join(folder, 'overviews.tif');
    writeFileSync(path, bytes);
    const theirs = join(folder, 'theirs.tif');
    gdal('gdal_translate', '-q', '-co', 'OVERVIEWS=NONE', '-of', 'COG', path, theirs);
    gdal('gdaladdo', '-q', '-r', 'average', '--config', 'COMPRESS_OVERVIEW', 'DEFLATE', theirs, '2');
    const ours = gdalInfo(path, '-checksum').bands[0]!.overviews![0]!;
    expect(ours.checksum).toBe(gdalInfo(theirs, '-checksum').bands[0]!.overviews![0]!.checksum);
  });

  it('colours with a mask, and colours with opacity', async () => {
    const base = { sampleType: 'uint8', nodata: null, geoKeys: await keysOf('EPSG:2229') } as const;
    const masked = await createDemSpec({ ...base, bands: 3, colour: 'rgb', mask: true, unit: '' });
    const pixels = masked.width * masked.height;
    const samples = Uint8Array.from({ length: pixels * 3 }, (_, i) => (i * 31 + (i >> 9)) & 255);
    const mask = Uint8Array.from({ length: pixels }, (_, i) => (i % 1100 > 900 ? 0 : 255));
    const path = join(folder, 'rgb.tif');
    writeFileSync(path, (await writeCog(masked, { samples, mask })).bytes);
    const info = gdalInfo(path, '-checksum');
    info.bands.forEach((band, i) => {
      expect(band.checksum).toBe(gdalChecksum(samples.filter((_, at) => at % 3 === i)));
      expect(band.mask).toMatchObject({ flags: ['PER_DATASET'], overviews: [{ size: [550, 300] }, {}] });
    });
    expect(info.coordinateSystem!.wkt).toContain('US survey foot');
    gdal('gdal_translate', '-q', '-b', 'mask', path, join(folder, 'mask.tif'));
    expect(gdalInfo(join(folder, 'mask.tif'), '-checksum').bands[0]!.checksum).toBe(gdalChecksum(mask));
    expectValidCog(path);

    const clear = await createDemSpec({ ...base, bands: 4, colour: 'rgba', unit: '' });
    const withOpacity = Uint8Array.from({ length: pixels * 4 }, (_, i) => (i * 17) & 255);
    const second = join(folder, 'rgba.tif');
    writeFileSync(second, (await writeCog(clear, { samples: withOpacity })).bytes);
    const bands = gdalInfo(second, '-checksum').bands;
    expect(bands.map(({ colorInterpretation }) => colorInterpretation)).toEqual([
      'Red',
      'Green',
      'Blue',
      'Alpha',
    ]);
    expect(bands[3]!.checksum).toBe(gdalChecksum(withOpacity.filter((_, at) => at % 4 === 3)));
    expectValidCog(second);
  });

  it.each(['int16', 'uint16', 'int32', 'float64'] as const)(
    '%s with a rotated georeference',
    async (type) => {
      const spec = await createDemSpec({
        width: 70,
        height: 50,
        sampleType: type,
        tileSize: 32,
        nodata: -1 * Number(!type.startsWith('u')),
        geotransform: [1000, 0.4, 0.3, 2000, 0.3, -0.4],
      });
      const kinds = { int16: Int16Array, uint16: Uint16Array, int32: Int32Array, float64: Float64Array };
      const samples = new kinds[type](70 * 50).map((_: number, i: number) => (i * 29) % 1000);
      const path = join(folder, `${type}.tif`);
      writeFileSync(path, (await writeCog(spec, { samples })).bytes);
      const info = gdalInfo(path, '-checksum');
      expect(info.geoTransform).toEqual(spec.geotransform);
      expect(info.bands[0]!.checksum).toBe(gdalChecksum(samples));
    },
  );

  it('JPEG colours beside an exact mask, in overviews too, with 64-bit offsets on demand', async () => {
    const spec = await createDemSpec({
      bands: 3,
      sampleType: 'uint8',
      colour: 'rgb',
      nodata: null,
      unit: '',
      mask: true,
      jpegQuality: 90,
      bigTiff: true,
    });
    const pixels = spec.width * spec.height;
    const samples = Uint8Array.from({ length: pixels * 3 }, (_, i) => {
      const [x, y] = [Math.floor(i / 3) % spec.width, Math.floor(i / 3 / spec.width)];
      return 120 + 60 * Math.sin(x / 40 + (i % 3)) + 40 * Math.cos(y / 30);
    });
    const mask = Uint8Array.from({ length: pixels }, (_, i) =>
      (i % spec.width) + i / spec.width < 900 ? 255 : 0,
    );
    const path = join(folder, 'jpeg.tif');
    const { bytes, summary } = await writeCog(spec, { samples, mask });
    expect(summary.bigTiff).toBe(true);
    expect(bytes.length).toBeLessThan(samples.length / 10);
    writeFileSync(path, bytes);
    const info = gdalInfo(path);
    expect(info.metadata['IMAGE_STRUCTURE']).toMatchObject({
      LAYOUT: 'COG',
      COMPRESSION: 'YCbCr JPEG',
      INTERLEAVE: 'PIXEL',
    });
    expect(info.bands.map(({ colorInterpretation }) => colorInterpretation)).toEqual([
      'Red',
      'Green',
      'Blue',
    ]);
    gdal('gdal_translate', '-q', '-b', 'mask', path, join(folder, 'jpeg-mask.tif'));
    expect(gdalInfo(join(folder, 'jpeg-mask.tif'), '-checksum').bands[0]!.checksum).toBe(gdalChecksum(mask));
    gdal('gdal_translate', '-q', '-of', 'ENVI', '-co', 'INTERLEAVE=BIP', path, join(folder, 'jpeg.raw'));
    const read = readFileSync(join(folder, 'jpeg.raw'));
    let [squares, count] = [0, 0];
    samples.forEach((value, i) => {
      if (mask[Math.floor(i / 3)] === 0) return;
      count++;
      squares += (read[i]! - value) ** 2;
    });
    expect(Math.sqrt(squares / count)).toBeLessThan(2);
    expectValidCog(path);
  });

  it('our own reader finds the same coordinate system', async () => {
    const spec = await createDemSpec({ width: 20, height: 20 });
    const { bytes } = await writeCog(spec, { samples: createDem(spec) });
    const { crsDeclarations } = await readGeoTiffInfo(memorySource('dem.tif', bytes));
    const crs = await readCrs(crsDeclarations);
    expect(crs).toMatchObject({ epsg: 32615, verticalEpsg: 5703, conflicts: [] });
  });
});
