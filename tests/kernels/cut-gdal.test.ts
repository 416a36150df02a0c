import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { Position } from '#domain/geometry/position.ts';
import { cutRaster } from '#server/pipeline/shape/cut-raster.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { writeCog } from '../support/cog-file.ts';
import { describeWithGdal, gdal, scratchFolder } from '../support/gdal-tools.ts';
import { createLocalPool } from '../support/local-pool.ts';

const folder = scratchFolder();
const [west, north, cell] = [480_000.25, 4_980_000.5, 0.4];
const size = { width: 340, height: 260 };

/** A ring round a place, its corners at random distances, in pixels of the raster. */
function randomRing(seed: number, x: number, y: number, radius: number): Position[] {
  let state = seed;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: 23 }, (_, i) => {
    const [angle, distance] = [(2 * Math.PI * i) / 23, radius * (0.4 + 0.6 * random())];
    const [column, row] = [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];
    return [west + column * cell, north - row * cell];
  });
}

async function pixelsOf(path: string) {
  const file = await openFileSource(path);
  const raster = await openRaster(file);
  const { width, height, geotransform } = raster.info;
  const read = await raster.readWindow(0, { x: 0, y: 0, width, height });
  await file.close();
  return { width, height, geotransform, values: read.bands[0] as Float32Array };
}

describeWithGdal('a raster cut by polygons', () => {
  it('has the pixels of gdalwarp’s cutline, holes and several polygons among them', async () => {
    const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:26915' }]);
    const samples = Float32Array.from({ length: size.width * size.height }, (_, i) => 100 + Math.sin(i / 97));
    const spec = {
      ...size,
      bands: 1,
      sampleType: 'float32',
      colour: 'gray',
      nodata: -9999,
      geotransform: [west, cell, 0, north, 0, -cell],
      geoKeys: geoKeysFor(definition!, { rasterType: 1 }),
      tileSize: 128,
    } as const;
    const input = join(folder, 'in.tif');
    writeFileSync(input, (await writeCog(spec, { samples })).bytes);
    const regions = [
      [randomRing(7, 120, 110, 100), randomRing(11, 118, 112, 30)],
      [randomRing(23, 270, 190, 60)],
    ];
    const source = await openFileSource(input);
    const ours = join(folder, 'ours.tif');
    await cutRaster(source, ours, {
      shapes: regions.map((region, i) => ({ purpose: 'crop-bounds', name: String(i), region })),
      purposes: ['crop-bounds'],
      sourceCrs: '',
      name: 'dem',
      pool: createLocalPool(),
    });
    await source.close();
    const cutline = join(folder, 'cutline.geojson');
    const coordinates = regions.map((region) => region.map((ring) => [...ring, ring[0]]));
    const geometry = { type: 'MultiPolygon', coordinates };
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::26915' } };
    const features = [{ type: 'Feature', properties: {}, geometry }];
    writeFileSync(cutline, JSON.stringify({ type: 'FeatureCollection', crs, features }));
    const a = await pixelsOf(ours);
    const [left, , , top] = a.geotransform!;
    const corners = [left, top - a.height * cell, left + a.width * cell, top].map(String);
    const theirs = join(folder, 'theirs.tif');
    const grid = ['-te', ...corners, '-tr', String(cell), String(cell), '-r', 'near'];
    gdal('gdalwarp', '-q', '-ovr', 'NONE', '-cutline', cutline, ...grid, input, theirs);
    const b = await pixelsOf(theirs);
    expect([a.width, a.height]).toEqual([b.width, b.height]);
    const kept = a.values.filter((value) => value !== -9999).length;
    expect(kept).toBeGreaterThan(10_000);
    expect(Buffer.from(a.values.buffer).equals(Buffer.from(b.values.buffer))).toBe(true);
  });
});
