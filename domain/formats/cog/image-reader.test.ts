import { expect, it } from 'vitest';
import { writeCog } from '#tests/support/cog-file.ts';
import { memorySource } from '../byte-source.ts';
import { decodeBlock } from '../tiff/decode-block.ts';
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
