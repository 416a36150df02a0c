import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { readGeoTiffInfo } from '#domain/formats/tiff/info.ts';
import type { Position } from '#domain/geometry/position.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { scratchFolder } from '#tests/support/gdal-tools.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { cutRaster } from './shape/cut-raster.ts';
import { transformRaster } from './transform/transform-raster.ts';
import { writeAsCog } from './write-cog.ts';

const folder = scratchFolder();
const [model, out] = [join(folder, 'model.tif'), join(folder, 'out.tif')];
const [west, north, cell, side] = [500_000, 4_000_100, 0.5, 64];
const pool = createLocalPool();

/** Level ground in UTM, of points 0.8 m apart. */
async function writeModel(facts: Pick<CogSpec, 'pointSpacing' | 'unit'>): Promise<void> {
  const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:32612+5703' }]);
  const spec: CogSpec = {
    width: side,
    height: side,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    geotransform: [west, cell, 0, north, 0, -cell],
    geoKeys: geoKeysFor(definition!, { rasterType: 1 }),
    nodata: -9999,
    ...facts,
  };
  writeFileSync(model, (await writeCog(spec, { samples: new Float32Array(side * side).fill(100) })).bytes);
}

const told = async (path: string) => {
  const info = await readGeoTiffInfo(memorySource(path, new Uint8Array(readFileSync(path))));
  return { pointSpacing: info.pointSpacing, unit: info.bands[0]!.unit };
};

describe('the spacing of the points that a model comes from', () => {
  it('is kept in the file, beside the unit of its heights', async () => {
    await writeModel({ pointSpacing: 0.8, unit: 'metre' });
    expect(await told(model)).toEqual({ pointSpacing: 0.8, unit: 'metre' });
    await writeModel({ pointSpacing: 0.8 });
    expect(await told(model)).toEqual({ pointSpacing: 0.8, unit: null });
    await writeModel({ unit: 'metre' });
    expect(await told(model)).toEqual({ pointSpacing: null, unit: 'metre' });
  });

  it('stays with models that are written anew or cut', async () => {
    await writeModel({ pointSpacing: 0.8, unit: 'metre' });
    const source = await openFileSource(model);
    try {
      await writeAsCog(source, out, { pool });
      expect(await told(out)).toEqual({ pointSpacing: 0.8, unit: 'metre' });
      const ring: Position[] = [
        [west + 5, north - 5, 0],
        [west + 25, north - 5, 0],
        [west + 25, north - 25, 0],
      ];
      const shapes = [{ purpose: 'crop-bounds', name: 'part', region: [ring] }] as const;
      await cutRaster(source, out, { shapes, purposes: ['crop-bounds'], sourceCrs: '', name: 'dem', pool });
      expect(await told(out)).toEqual({ pointSpacing: 0.8, unit: 'metre' });
    } finally {
      await source.close();
    }
  });

  it('is in the unit of the system that a model is laid out in', async () => {
    await writeModel({ pointSpacing: 0.8, unit: 'metre' });
    const { product } = await transformRaster('surface_model', {
      source: model,
      sourceCrs: '',
      // Arizona Central, international feet
      target: await readCrs([{ source: 'user', payload: 'EPSG:2223' }]),
      product: 'surface_model',
      name: 'surface model',
      out: folder,
      pool,
      resolution: null,
      contourInterval: null,
      hasSingleJpeg: false,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    expect((await told(product.path)).pointSpacing).toBeCloseTo(0.8 / 0.3048, 9);
  });
});
