import { describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { createTaskContext } from '#tests/support/task-context.ts';
import type { TaskPool } from '../../contract/pool.ts';
import { bulkBlockDecoder, poolBlockDecoder, poolTileEncoder } from '../../contract/raster-pool.ts';
import { decodeBlocks, encodePng, encodeTile } from './tiles.ts';

const context = createTaskContext();

/** A pool without workers: copies the input of a worker and runs the handler here. */
function createPool(): TaskPool {
  const handlers = {
    'raster.decodeBlocks': decodeBlocks,
    'raster.encodeTile': encodeTile,
    'raster.encodePng': encodePng,
  };
  return {
    size: 1,
    run: async (name, input, options) => {
      const handler = handlers[name as 'raster.encodeTile'];
      const sent = structuredClone(input, { transfer: options?.transfer ?? [] }) as never;
      const { output, transfer } = await handler(sent, context);
      return structuredClone(output, { transfer: transfer ?? [] }) as never;
    },
    prepare: () => {},
    dispose: async () => undefined,
  };
}

const spec: CogSpec = {
  width: 100,
  height: 90,
  bands: 3,
  sampleType: 'uint8',
  colour: 'rgb',
  geotransform: [0, 1, 0, 0, 0, -1],
  geoKeys: null,
  nodata: null,
  mask: true,
  tileSize: 32,
};

function createPicture() {
  const samples = Uint8Array.from({ length: 100 * 90 * 3 }, (_, i) => (i * 11) & 255);
  return { samples, mask: Uint8Array.from({ length: 100 * 90 }, (_, i) => (i % 9 ? 255 : 0)) };
}

const decoders = [
  ['each at once', poolBlockDecoder],
  ['two in a task', bulkBlockDecoder],
] as const;

describe('raster tasks', () => {
  it('encode the same bytes in the pool as here', async () => {
    const here = await writeCog(spec, createPicture());
    const pooled = await writeCog(spec, createPicture(), undefined, {
      encode: poolTileEncoder(createPool()),
    });
    expect(pooled.bytes).toEqual(here.bytes);
  });

  it.each(decoders)('decode the same pixels in the pool as here, %s', async (_, decoderOf) => {
    const { bytes } = await writeCog(spec, createPicture());
    const raster = await openRaster(memorySource('a.tif', bytes), { decode: decoderOf(createPool()) });
    const read = await raster.readWindow(0, { x: 0, y: 0, width: 100, height: 90 });
    expect(read.mask).toEqual(createPicture().mask);
    expect(read.bands[1]!.slice(0, 3)).toEqual(Uint8Array.of(11, 44, 77));
  });

  it.each(decoders)('name the block that cannot be decoded, %s', async (_, decoderOf) => {
    const { bytes } = await writeCog(spec, createPicture());
    bytes.fill(0xff, bytes.length - 600, bytes.length - 300);
    const raster = await openRaster(memorySource('a.tif', bytes), { decode: decoderOf(createPool()) });
    await expect(raster.readWindow(0, { x: 96, y: 64, width: 4, height: 26 })).rejects.toMatchObject({
      code: 'tiff.tile-damaged',
      params: { file: 'a.tif', column: 3, row: 2 },
    });
  });
});
