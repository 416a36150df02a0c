import { expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { missingHeight } from '../terrain/surfaces.ts';
import { describeSource } from './source-pixels.ts';

const window = { x: 0, y: 0, width: 4, height: 1 };

async function open(nodata: number) {
  const spec: CogSpec = {
    width: 4,
    height: 1,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    geotransform: [0, 1, 0, 0, 0, -1],
    geoKeys: null,
    nodata,
    tileSize: 64,
  };
  const { bytes } = await writeCog(spec, { samples: Float32Array.of(1, Number.NaN, nodata, 4) });
  return openRaster(memorySource('dem.tif', bytes));
}

it.each([-9999, -3.4028234663852886e38])(
  'gives every missing pixel the declared value, %s, NaN too',
  async (nodata) => {
    const raster = await open(nodata);
    const source = describeSource(raster, 1);
    const [band] = source.read(await raster.readWindow(0, window));
    expect(source.nodata).toBe(nodata);
    expect([...band!]).toEqual([1, nodata, nodata, 4].map(Math.fround));
  },
);

it('misses the same pixels where heights change their unit', async () => {
  const raster = await open(-9999.1);
  const scaled = { ...raster, info: { ...raster.info, bands: [{ ...raster.info.bands[0]!, scale: 2 }] } };
  const [band] = describeSource(scaled, 2).read(await raster.readWindow(0, window));
  expect([...band!]).toEqual([2, missingHeight, missingHeight, 8].map(Math.fround));
});
