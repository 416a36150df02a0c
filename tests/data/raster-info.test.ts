import { expect, it } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import { type GeoTiffInfo, readGeoTiffInfo } from '#domain/formats/tiff/info.ts';
import { type GdalTruth, gdalTypeNames, rasterSource, readGdalTruth } from '../support/gdal-truth.ts';
import { describeWithShared } from '../support/shared-data.ts';

/** Damaged: GDAL drops bands that it cannot make out. */
const otherBands = new Set(['gdal-gcore/excessive-memory-TIFFFillStrip2.tif']);

/** GDAL's build lacked this codec; we describe the file and refuse only its pixels. */
const missingCodec = /missing codec/;

function sameNumber(ours: number | bigint | null, theirs: number | string | null): boolean {
  if (ours === null || theirs === null) return ours === null && theirs === null;
  const [a, b] = [Number(ours), Number(theirs)];
  return Object.is(a, b) || Math.fround(a) === Math.fround(b);
}

function compare(file: string, info: GeoTiffInfo, truth: GdalTruth): string[] {
  const faults: string[] = [];
  if (info.width !== truth.size[0] || info.height !== truth.size[1]) faults.push('size');
  const gt = info.geotransform;
  const near = (value: number, i: number) =>
    Math.abs(value - gt![i]!) <= 1e-12 * Math.max(1, Math.abs(value));
  if ((gt === null) !== (truth.gt === null) || !(truth.gt ?? []).every(near)) faults.push('geotransform');
  if (info.bands.length !== truth.bands.length && !otherBands.has(file)) faults.push('number of bands');
  truth.bands.forEach((theirs, i) => {
    const ours = info.bands[i];
    if (!ours) return;
    if (gdalTypeNames[ours.type] !== theirs.type) faults.push(`type ${ours.type}, not ${theirs.type}`);
    if (!sameNumber(ours.nodata, theirs.noDataValue)) faults.push(`nodata ${ours.nodata}`);
  });
  return faults;
}

describeWithShared('rasters of the public test data', () => {
  it('report size, georeference, band types and nodata as GDAL does, or a typed error', async () => {
    const faults: string[] = [];
    for (const [file, truth] of readGdalTruth()) {
      try {
        const info = await readGeoTiffInfo(rasterSource(file));
        if (truth.fail && !missingCodec.test(truth.fail)) faults.push(`${file}: opened, GDAL refuses it`);
        if (!truth.fail) faults.push(...compare(file, info, truth).map((fault) => `${file}: ${fault}`));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (!truth.fail) faults.push(`${file}: ${error.message}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('name every codec they cannot decode', async () => {
    const info = await readGeoTiffInfo(rasterSource('gdal-gcore/gtiff/byte_JXL.tif'));
    expect(info.compression).toBe('JPEG XL');
    await expect(readGeoTiffInfo(rasterSource('gdal-gcore/unknown_compression.tif'))).rejects.toMatchObject({
      code: 'tiff.unsupported-compression',
    });
  });

  it('read overviews, masks and COG layout', async () => {
    const cog = await readGeoTiffInfo(rasterSource('rasterio/cogeo.tif'));
    expect(cog.overviews.length).toBeGreaterThan(0);
    expect(cog.tiled).toBe(true);
    const masked = await readGeoTiffInfo(rasterSource('gdal-gcore/ycbcr_with_mask.tif'));
    expect(masked.mask).toBe(true);
  });

  it('read few bytes of a large file', async () => {
    const whole = rasterSource('gdal-gcore/stefan_full_rgba.tif');
    let bytes = 0;
    const counted = {
      ...whole,
      read: async (offset: number, length: number) => {
        bytes += Math.min(length, whole.size - offset);
        return whole.read(offset, length);
      },
    };
    await readGeoTiffInfo(counted);
    expect(bytes).toBeLessThanOrEqual(3 * 65_536);
  });
});
