import { describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { createBlockDecoder } from '#domain/formats/cog/block-decoder.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { CogSampleType } from '#domain/formats/cog/spec.ts';
import { createSamples } from '#domain/formats/tiff/sample-types.ts';
import { createRasterKernel } from '#wasm/bindings/raster.ts';
import { writeCog } from '../support/cog-file.ts';
import { loadKernel } from '../support/kernels.ts';

const [width, height, tileSize] = [75, 50, 32];

async function createFile(sampleType: CogSampleType, bands: number): Promise<Uint8Array> {
  const samples = createSamples(sampleType, width * height * bands) as Float64Array<ArrayBuffer>;
  for (let i = 0; i < samples.length; i++) samples[i] = 100 + (i % 97) * 1.3 + Math.floor(i / 1000);
  const { bytes } = await writeCog(
    {
      width,
      height,
      bands,
      sampleType,
      colour: bands === 3 ? 'rgb' : 'gray',
      geotransform: [500000, 0.5, 0, 4200000, 0, -0.5],
      geoKeys: null,
      nodata: null,
      tileSize,
    },
    { samples },
  );
  return bytes;
}

describe('the decoder by a kernel', () => {
  const decode = createBlockDecoder(createRasterKernel(loadKernel('raster')));

  it.each([
    ['uint8', 3],
    ['int16', 1],
    ['uint32', 1],
    ['float32', 1],
    ['float64', 1],
  ] as const)('gives windows of %s as the one without, kept or past the cache', async (sampleType, bands) => {
    const source = memorySource('a.tif', await createFile(sampleType, bands));
    const [plain, kept, past] = await Promise.all([
      openRaster(source),
      openRaster(source, { decode }),
      openRaster(source, { decode, cacheBytes: 0 }),
    ]);
    for (const window of [
      { x: 0, y: 0, width, height },
      { x: 20, y: 30, width: 41, height: 13 },
    ]) {
      const expected = await plain.readWindow(0, window);
      expect(await kept.readWindow(0, window)).toEqual(expected);
      expect(await past.readWindow(0, window)).toEqual(expected);
    }
    const last = { x: 33, y: 0, width: 40, height: 40 };
    const order = { bands: bands === 3 ? [2, 0] : [0] };
    expect(await past.readWindow(0, last, order)).toEqual(await plain.readWindow(0, last, order));
  });

  it('names the one of two blocks that is damaged', async () => {
    const bytes = await createFile('uint8', 3);
    const whole = await openRaster(memorySource('a.tif', bytes), { decode });
    const { blockWidth } = whole.levels[0]!;
    const window = { x: 0, y: 0, width: 2 * blockWidth, height: 8 };
    const failures: unknown[] = [];
    for (let at = 400; at < bytes.length; at += 97) {
      const damaged = bytes.slice();
      damaged.fill(255, at, at + 12);
      const raster = await openRaster(memorySource('a.tif', damaged), { decode }).catch(() => null);
      await raster?.readWindow(0, window).catch((error: unknown) => failures.push(error));
    }
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) {
      expect(failure).toMatchObject({ code: expect.stringMatching(/^tiff\./) });
    }
  });
});
