import { expect, it } from 'vitest';
import { writeCog } from '#tests/support/cog-file.ts';
import { memorySource } from '../byte-source.ts';
import { decodeBlock } from '../tiff/decode-block.ts';
import { createSamples } from '../tiff/sample-types.ts';
import { readTiff } from '../tiff/structure.ts';
import { tiffTag } from '../tiff/tags.ts';
import { openRaster } from './open-raster.ts';
import type { CogSpec } from './spec.ts';

const spec: CogSpec = {
  width: 40,
  height: 40,
  bands: 1,
  sampleType: 'int16',
  colour: 'gray',
  geotransform: [0, 1, 0, 0, 0, -1],
  geoKeys: null,
  nodata: null,
  tileSize: 64,
};

it.each([
  ['float32', Number.NaN, Number.NaN],
  ['float64', -9999, -9999],
  ['uint16', 65_535, 65_535],
  ['uint16', -1, 0],
] as const)(
  'reads a block of %s that was never written as missing, nodata %s',
  async (sampleType, nodata, wanted) => {
    const samples = createSamples(sampleType, 1600);
    const given = { ...spec, sampleType, nodata: nodata === -1 ? null : nodata };
    const { bytes } = await writeCog(given, { samples });
    const file = await readTiff(memorySource('a.tif', bytes));
    const { entries } = file.directories[0]!;
    const view = new DataView(bytes.buffer);
    for (const tag of [tiffTag.tileOffsets, tiffTag.tileByteCounts])
      view.setUint32(entries.get(tag)!.offset, 0, true);
    const raster = await openRaster(memorySource('a.tif', bytes));
    const read = await raster.readWindow(0, { x: 0, y: 0, width: 40, height: 40 });
    expect([...new Set(Array.from(read.bands[0]!, Number))]).toEqual([wanted]);
  },
);

it('refuses a block that expands to more than the limit, and reads one of as much', async () => {
  const { bytes } = await writeCog(spec, { samples: new Int16Array(1600) });
  const read = async (blockByteLimit: number) => {
    const raster = await openRaster(memorySource('a.tif', bytes), { blockByteLimit });
    return await raster.readWindow(0, { x: 0, y: 0, width: 40, height: 40 });
  };
  await expect(read(64 * 64 * 2 - 1)).rejects.toMatchObject({ code: 'tiff.bad-size' });
  expect((await read(64 * 64 * 2)).bands[0]).toHaveLength(1600);
});

it('refuses a block at half a byte', async () => {
  const { bytes } = await writeCog({ ...spec, width: 100 }, { samples: new Int16Array(4000) });
  const file = await readTiff(memorySource('a.tif', bytes));
  const { offset, type } = file.directories[0]!.entries.get(tiffTag.tileOffsets)!;
  const view = new DataView(bytes.buffer);
  for (let at = 8; at < offset; at++) {
    const isEntry = view.getUint16(at, true) === tiffTag.tileOffsets && view.getUint16(at + 2, true) === type;
    if (isEntry) view.setUint16(at + 2, 11, true);
  }
  view.setFloat32(offset, 1000.5, true);
  const raster = await openRaster(memorySource('a.tif', bytes));
  await expect(raster.readWindow(0, { x: 0, y: 0, width: 40, height: 40 })).rejects.toMatchObject({
    code: 'tiff.directory-damaged',
    params: { reason: 'a-block-that-cannot-be', block: 0, value: 1000.5, tag: 324 },
  });
});

it('serves a caller whose block another caller began to load and gave up', async () => {
  const samples = new Int16Array(1600).map((_: number, i: number) => i);
  const { bytes } = await writeCog(spec, { samples });
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const raster = await openRaster(memorySource('a.tif', bytes), {
    decode: async (coding, block, signal) => {
      await gate;
      signal?.throwIfAborted();
      return decodeBlock(coding, block);
    },
  });
  const window = { x: 0, y: 0, width: 40, height: 40 };
  const leaving = new AbortController();
  const first = raster.readWindow(0, window, { signal: leaving.signal });
  const second = raster.readWindow(0, window, { signal: new AbortController().signal });
  leaving.abort();
  open();
  await expect(first).rejects.toThrow('abort');
  expect((await second).bands[0]).toEqual(samples);
});
