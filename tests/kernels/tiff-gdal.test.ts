import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { describeWithGdal, gdal, gdalInfo, scratchFolder } from '../support/gdal-tools.ts';
import { gdalChecksum } from '../support/gdal-truth.ts';
import { hasSharedData, sharedData } from '../support/shared-data.ts';

const folder = scratchFolder();

async function expectAsGdal(path: string): Promise<void> {
  const raster = await openRaster(memorySource(path, readFileSync(path)));
  const { width, height } = raster.info;
  const { bands } = await raster.readWindow(0, { x: 0, y: 0, width, height });
  const theirs = gdalInfo(path, '-checksum').bands.map(({ checksum }) => checksum);
  expect(bands.map(gdalChecksum)).toEqual(theirs);
}

describeWithGdal('TIFFs written by GDAL', () => {
  it.skipIf(!hasSharedData).each(['CCITTRLE', 'CCITTFAX3', 'CCITTFAX4'])('%s', async (scheme) => {
    const path = join(folder, `${scheme}.tif`);
    const source = sharedData('raster/gdal-gcore/slim_g4.tif');
    gdal(
      ...['gdal_translate', '-q', '-srcwin', '3', '100', '937', '300', '-co', 'NBITS=1'],
      ...['-co', `COMPRESS=${scheme}`, '-co', 'BLOCKYSIZE=70', source, path],
    );
    await expectAsGdal(path);
  });

  it.skipIf(!hasSharedData).each([
    ['LZMA', 'UInt16', 2],
    ['LZMA', 'Float32', 3],
    ['LZW', 'Float64', 3],
    ['ZSTD', 'Int32', 2],
    ['PACKBITS', 'Int16', 1],
    ['DEFLATE', 'Float32', 2],
  ] as const)('%s of %s with predictor %i, big-endian', async (scheme, type, predictor) => {
    const path = join(folder, `${scheme}-${type}-${predictor}.tif`);
    const source = sharedData('raster/terra/elev.tif');
    const options = [
      '-co',
      `COMPRESS=${scheme}`,
      ...(predictor > 1 ? ['-co', `PREDICTOR=${predictor}`] : []),
    ];
    gdal('gdal_translate', '-q', '-ot', type, '-co', 'ENDIANNESS=BIG', ...options, source, path);
    await expectAsGdal(path);
  });
});
