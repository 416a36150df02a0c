import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { scratchFolder } from '#tests/support/gdal-tools.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { shapeProduct } from './shape-product.ts';

const folder = scratchFolder();

it('an orthoimage that is there as one JPEG is cut as one, too, at its new place', async () => {
  const spec: CogSpec = {
    width: 40,
    height: 30,
    bands: 4,
    sampleType: 'uint8',
    colour: 'rgba',
    nodata: null,
    geotransform: [1000, 0.5, 0, 2000, 0, -0.5],
    geoKeys: null,
    tileSize: 16,
  };
  const samples = Uint8Array.from({ length: 4800 }, (_, i) => (i % 4 === 3 ? 255 : 90));
  const source = join(folder, 'ortho.tif');
  writeFileSync(source, (await writeCog(spec, { samples })).bytes);
  const out = join(folder, 'out');
  await mkdir(out);
  const triangle = [
    [1002, 1998, 0],
    [1007, 1998, 0],
    [1002, 1993, 0],
  ] as const;
  const { files } = await shapeProduct({
    product: 'orthoimage',
    source,
    sourceCrs: '',
    stem: 'ortho-cropped',
    name: 'ortho.tif',
    shapes: [{ purpose: 'crop-bounds', name: '#1', region: [triangle] }],
    out,
    hasSingleJpeg: true,
    contourInterval: null,
    pool: createLocalPool(),
  });
  expect(files.map(({ path, format }) => `${format} ${basename(path)}`)).toEqual([
    'shaped-tif ortho-cropped.tif',
    'shaped-preview ortho-cropped.png',
    'shaped-jpg ortho-cropped.jpg',
    'shaped-jgw ortho-cropped.jgw',
  ]);
  const { data, info } = await sharp(join(out, 'ortho-cropped.jpg'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 10, height: 10, channels: 3 });
  // Kept pixels are unchanged but for JPEG loss; white outside the triangle.
  expect(data[0]).toBeGreaterThan(70);
  expect(data[0]).toBeLessThan(110);
  expect(data.at(-1)).toBeGreaterThan(240);
  const world = readFileSync(join(out, 'ortho-cropped.jgw'), 'utf8').trim().split('\n').map(Number);
  expect(world).toEqual([0.5, 0, 0, -0.5, 1002.25, 1997.75]);
});
