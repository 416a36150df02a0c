import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import type { WarpMethod } from '#domain/warp/warp-rules.ts';
import { planWarp, writeWarp } from '#server/pipeline/transform/warp-raster.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { type Picture, writeCog } from '../support/cog-file.ts';
import { describeWithGdal, gdal, scratchFolder } from '../support/gdal-tools.ts';
import { createLocalPool } from '../support/local-pool.ts';

const folder = scratchFolder();
const size = { width: 340, height: 260 } as const;
const source = 'EPSG:26915';

const definitionOf = async (text: string) => (await readCrs([{ source: 'user', payload: text }])).definition!;

const smooth = (x: number, y: number) => 120 + 8 * Math.sin(x / 31) + 6 * Math.cos(y / 23) + (x + y) / 40;
const isInside = (x: number, y: number) => (x - 170) ** 2 + (y - 130) ** 2 < 110 ** 2;

function everyPixel<T extends Float32Array | Uint8Array>(
  into: T,
  bands: number,
  value: (x: number, y: number, band: number) => number,
): T {
  for (let i = 0; i < into.length; i++) {
    const pixel = Math.floor(i / bands);
    into[i] = value(pixel % size.width, Math.floor(pixel / size.width), i % bands);
  }
  return into;
}

const count = size.width * size.height;
const colour = (x: number, y: number, band: number) => 40 + (smooth(x + 20 * band, y) - 100) * 3;

const kinds = {
  heights: {
    facts: { bands: 1, sampleType: 'float32', colour: 'gray', nodata: -9999 },
    picture: () => ({
      samples: everyPixel(new Float32Array(count), 1, (x, y) => (isInside(x, y) ? smooth(x, y) : -9999)),
    }),
    tolerance: 0.001,
  },
  colours: {
    facts: { bands: 3, sampleType: 'uint8', colour: 'rgb', nodata: null },
    picture: () => ({ samples: everyPixel(new Uint8Array(count * 3), 3, colour) }),
    tolerance: 1,
  },
  'colours with a mask': {
    facts: { bands: 3, sampleType: 'uint8', colour: 'rgb', nodata: null, mask: true },
    picture: () => ({
      samples: everyPixel(new Uint8Array(count * 3), 3, colour),
      mask: everyPixel(new Uint8Array(count), 1, (x, y) => (isInside(x, y) ? 255 : 0)),
    }),
    tolerance: 1,
  },
  'colours with opacity': {
    facts: { bands: 4, sampleType: 'uint8', colour: 'rgba', nodata: null },
    picture: () => ({
      samples: everyPixel(new Uint8Array(count * 4), 4, (x, y, band) =>
        band < 3 ? colour(x, y, band) : isInside(x, y) ? 255 : 0,
      ),
    }),
    tolerance: 1,
  },
} as const satisfies Record<string, { facts: Partial<CogSpec>; picture: () => Picture; tolerance: number }>;

/** All pixels: a list a band, the last one what is valid (255). */
async function pixelsOf(path: string, isColour: boolean) {
  const file = await openFileSource(path);
  try {
    const raster = await openRaster(file);
    const { width, height } = raster.info;
    const read = await raster.readWindow(0, { x: 0, y: 0, width, height });
    const bands = read.bands as Float32Array[];
    const values = isColour ? bands.slice(0, 3) : bands;
    const valid = isColour ? (read.mask ?? bands[3]!) : bands[0]!.map((value) => (value === -9999 ? 0 : 255));
    return { width, height, geotransform: raster.info.geotransform!, values, valid };
  } finally {
    await file.close();
  }
}

async function warpBoth(kind: keyof typeof kinds, target: string, method: WarpMethod, cell: number) {
  const { facts, picture } = kinds[kind];
  const from = await definitionOf(source);
  const to = await definitionOf(target);
  const name = `${kind}-${method}-${cell}`.replaceAll(' ', '-');
  const paths = ['source', 'ours', 'gdal'].map((part) => join(folder, `${name}-${part}.tif`));
  const [input, ours, theirs] = paths as [string, string, string];
  const spec: CogSpec = {
    ...size,
    ...facts,
    geotransform: [480_000.25, 0.4, 0, 4_980_000.5, 0, -0.4],
    geoKeys: geoKeysFor(from, { rasterType: 1 }),
    tileSize: 128,
  };
  writeFileSync(input, (await writeCog(spec, picture())).bytes);
  const file = await openFileSource(input);
  const request = { ends: [from, to] as const, to, cellSize: cell, method, gain: 1, pool: createLocalPool() };
  await writeWarp(await planWarp(file, request), ours, request);
  await file.close();
  const alpha = kind === 'colours' || kind === 'colours with a mask' ? ['-dstalpha'] : [];
  const options = ['-r', method.replace('nearest', 'near'), '-tr', String(cell), String(cell), '-et', '0'];
  gdal('gdalwarp', '-q', '-ovr', 'NONE', '-t_srs', target, ...options, ...alpha, input, theirs);
  const isColour = kind !== 'heights';
  return { a: await pixelsOf(ours, isColour), b: await pixelsOf(theirs, isColour) };
}

/** Shares of pixels whose validity differs and that are valid on both sides, and the largest difference of values where both are valid. */
function compare({ a, b }: Awaited<ReturnType<typeof warpBoth>>) {
  let [differing, worst, valid] = [0, 0, 0];
  for (let i = 0; i < a.valid.length; i++) {
    if (a.valid[i] !== b.valid[i]) differing++;
    else if (a.valid[i]) {
      valid++;
      a.values.forEach((band, k) => {
        worst = Math.max(worst, Math.abs(band[i]! - b.values[k]![i]!));
      });
    }
  }
  return { differing: differing / a.valid.length, covered: valid / a.valid.length, worst };
}

describeWithGdal('a raster in another system is the one that gdalwarp makes', () => {
  it.each([
    ['heights', 'EPSG:26849', 'bilinear', 1.4],
    ['heights', 'EPSG:26915', 'average', 1.7],
    ['heights', 'EPSG:26849', 'cubic', 4.1],
    ['colours', 'EPSG:26849', 'bilinear', 1.3],
    ['colours', 'EPSG:26849', 'nearest', 1.3],
    ['colours with a mask', 'EPSG:26849', 'bilinear', 1.3],
    ['colours with opacity', 'EPSG:26849', 'cubic', 1.3],
  ] as const)('%s to %s, %s, pixels of %s', async (kind, target, method, cell) => {
    const both = await warpBoth(kind, target, method, cell);
    const { a, b } = both;
    expect([a.width, a.height]).toEqual([b.width, b.height]);
    const apart = a.geotransform.map((value, i) => Math.abs(value - b.geotransform[i]!));
    expect(Math.max(...apart)).toBeLessThan(1e-5);
    const { differing, covered, worst } = compare(both);
    expect(covered).toBeGreaterThan(0.3);
    expect(differing).toBeLessThan(0.0005);
    expect(worst).toBeLessThanOrEqual(kinds[kind].tolerance);
  });
});
