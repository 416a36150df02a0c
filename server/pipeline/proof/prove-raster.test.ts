import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromArrayBuffer } from 'geotiff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RasterSums } from '#domain/formats/cog/raster-sums.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { createSamples } from '#domain/formats/tiff/sample-types.ts';
import { cutTile, type Picture } from '#tests/support/cog-file.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { createRasterFile } from '../terrain/raster-file.ts';
import { proveRaster } from './prove-raster.ts';

const pool = createLocalPool();
let folder: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-proof-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const size = { width: 150, height: 101 };
const base = { ...size, tileSize: 32, geotransform: [0, 1, 0, 0, 0, -1], geoKeys: null } as const;

const kinds: Record<string, CogSpec> = {
  heights: { ...base, bands: 1, sampleType: 'float32', colour: 'gray', nodata: -9999 },
  'exact heights': { ...base, bands: 1, sampleType: 'float64', colour: 'gray', nodata: null },
  counts: { ...base, bands: 2, sampleType: 'uint16', colour: 'gray', nodata: 0 },
  'signed numbers': { ...base, bands: 1, sampleType: 'int16', colour: 'gray', nodata: -32768 },
  colours: { ...base, bands: 4, sampleType: 'uint8', colour: 'rgba', nodata: null },
  'masked colours': { ...base, bands: 3, sampleType: 'uint8', colour: 'rgb', nodata: null, mask: true },
  JPEG: { ...base, bands: 3, sampleType: 'uint8', colour: 'rgb', nodata: null, mask: true, jpegQuality: 80 },
};

/** Values that differ from pixel to pixel, every seventh missing. */
function pictureOf(spec: CogSpec): Picture {
  const pixels = spec.width * spec.height;
  const samples = createSamples(spec.sampleType, pixels * spec.bands) as Float64Array<ArrayBuffer>;
  const isFloat = spec.sampleType.startsWith('float');
  for (let at = 0; at < samples.length; at++) {
    samples[at] = ((at * 7919) % 251) + (isFloat ? (at % 97) / 97 : 0);
    if (spec.nodata !== null && at % 7 === 0) samples[at] = spec.nodata;
  }
  if (!spec.mask) return { samples };
  return { samples, mask: Uint8Array.from({ length: pixels }, (_, at) => (at % 7 === 0 ? 0 : 255)) };
}

async function write(spec: CogSpec, path: string, tilePool = pool): Promise<RasterSums> {
  const picture = pictureOf(spec);
  const file = await createRasterFile(path, spec, tilePool);
  try {
    const { columns, rows } = file.levels[0]!;
    for (let index = columns * rows - 1; index >= 0; index--) {
      if (index === 4) continue;
      const [column, row] = [index % columns, Math.floor(index / columns)];
      await file.writeTile(column, row, cutTile(spec, picture, file.tileWindow(column, row)));
    }
    const proof = await file.commit();
    if (proof.kind !== 'raster') throw new TypeError(proof.kind);
    return proof;
  } finally {
    await file.discard();
  }
}

interface BlockTables {
  readonly isMask: boolean;
  readonly offsets: number[];
  readonly lengths: number[];
}

/** The byte ranges of the stored blocks of each image and mask. */
async function tablesOf(bytes: Uint8Array<ArrayBuffer>): Promise<BlockTables[]> {
  const file = await fromArrayBuffer(bytes.buffer);
  const tables = [];
  for (let index = 0; index < (await file.getImageCount()); index++) {
    const { fileDirectory } = await file.getImage(index);
    const numbers = async (tag: 'TileOffsets' | 'TileByteCounts') =>
      Array.from((await fileDirectory.loadValue(tag)) as number[], Number);
    const isMask = (Number(fileDirectory.getValue('NewSubfileType')) & 4) !== 0;
    tables.push({ isMask, offsets: await numbers('TileOffsets'), lengths: await numbers('TileByteCounts') });
  }
  return tables;
}

/** The offset of a table of 32-bit numbers in a file. */
function findTable(view: DataView, numbers: readonly number[]): number {
  for (let at = 0; at + 4 * numbers.length <= view.byteLength; at += 2) {
    if (numbers.every((number, k) => view.getUint32(at + 4 * k, true) === number)) return at;
  }
  throw new RangeError('the table is not there');
}

describe.each(Object.entries(kinds))('a raster of %s', (_, spec) => {
  let path: string;
  let sums: RasterSums;
  let whole: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    path = join(folder, `${made++}.tif`);
    sums = await write(spec, path);
    whole = new Uint8Array(await readFile(path));
  });

  const prove = async (bytes: Uint8Array, peerTiles = 2) => {
    const copy = join(folder, `${made++}.tif`);
    await writeFile(copy, bytes);
    return proveRaster(copy, 'raster.tif', sums, { pool, peerTiles });
  };

  test.each([0, 1, 5, 1000])(
    'is what was written, of which geotiff reads %i blocks a level',
    async (peerTiles) => {
      await expect(prove(whole, peerTiles)).resolves.toBeUndefined();
    },
  );

  test('has as many valid pixels as were given', () => {
    const { bands } = sums.levels[0]!;
    const lost = 32 * 32;
    expect(bands.length).toBe(spec.jpegQuality ? 1 : spec.bands);
    for (const { valid } of bands) expect(valid).toBeGreaterThan(0.8 * (150 * 101 - lost));
    const isMissing = spec.nodata !== null || spec.mask;
    if (isMissing) for (const { valid } of bands) expect(valid).toBeLessThan(150 * 101 - lost);
  });

  test('is refused with a byte of any block flipped', async () => {
    const images = (await tablesOf(whole)).filter(({ isMask }) => !isMask);
    const blocks = images.flatMap(({ offsets, lengths }) =>
      offsets.map((offset, k) => ({ offset, length: lengths[k]! })),
    );
    expect(blocks.length).toBeGreaterThan(20);
    for (const [index, { offset, length }] of blocks.entries()) {
      if (index % 5 !== 0) continue;
      const bytes = new Uint8Array(whole);
      bytes[offset + Math.floor(length / 2)]! ^= 0x10;
      await expect(prove(bytes)).rejects.toMatchObject({ code: expect.stringMatching(/^product\./) });
    }
  });

  test('is refused with two blocks of picture or mask exchanged', async () => {
    for (const { offsets, lengths } of (await tablesOf(whole)).filter((table) => table.offsets.length > 10)) {
      const bytes = new Uint8Array(whole);
      const view = new DataView(bytes.buffer);
      for (const table of [offsets, lengths]) {
        const at = findTable(view, table);
        view.setUint32(at + 4, table[2]!, true);
        view.setUint32(at + 8, table[1]!, true);
      }
      await expect(prove(bytes)).rejects.toMatchObject({ code: 'product.pixels-differ' });
    }
  });

  test('is refused with its end cut off, wherever', async () => {
    for (const share of [0.01, 0.3, 0.7, 0.99]) {
      const cut = prove(whole.subarray(0, Math.floor(whole.length * share)));
      await expect(cut).rejects.toMatchObject({ code: expect.stringMatching(/^product\./) });
    }
  });
});

test('nothing is written where a tile reaches the file with other pixels', async () => {
  const faulty = {
    ...pool,
    run: async (...call: Parameters<typeof pool.run>) => {
      const [name, input] = call;
      if (name !== 'raster.encodeTile') return pool.run(...call);
      const { tile } = input as { tile: { samples: Float32Array } };
      const samples = tile.samples.slice();
      samples[40]! += 1;
      return pool.run(name, { ...input, tile: { ...tile, samples } } as never);
    },
  } as typeof pool;
  const path = join(folder, 'faulty.tif');
  await expect(write(kinds['heights']!, path, faulty)).rejects.toMatchObject({
    code: 'product.pixels-differ',
    params: { file: path, level: 0, band: 1 },
  });
  expect(
    (await readdir(folder)).filter((name) => name.includes('faulty') || name.endsWith('.tiles')),
  ).toEqual([]);
});
