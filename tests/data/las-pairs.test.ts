import { expect, test } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { describeError } from '#server/messages.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { readCloud } from '#workers/io/read-cloud.ts';
import { loadKernel } from '../support/kernels.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';

const codec = createLazCodec(loadKernel('laz'));

interface Cloud {
  format: number;
  recordLength: number;
  count: number;
  bytes: Buffer;
}

async function readRecords(path: string): Promise<Cloud> {
  const source = await openFileSource(sharedData(path));
  try {
    const file = await openLas(source);
    const blocks: Uint8Array[] = [];
    for await (const records of readCloud(file, async (chunk) => codec.decodeChunk(chunk))) {
      blocks.push(records.bytes);
    }
    const { pointFormat: format, recordLength, pointCount: count } = file.header;
    return { format, recordLength, count, bytes: Buffer.concat(blocks) };
  } finally {
    await source.close();
  }
}

const pairs = [
  ['laz-rs-pairs/extra-bytes.las', 'laz-rs-pairs/extra-bytes.laz'],
  ['laz-rs-pairs/point-color.las', 'laz-rs-pairs/point-color.laz'],
  ['laz-rs-pairs/point-time-color.las', 'laz-rs-pairs/point-time-color.laz'],
  ['laz-rs-pairs/point-time.las', 'laz-rs-pairs/point-time.laz'],
  ['laz-rs-pairs/point10.las', 'laz-rs-pairs/point10.laz'],
  ['laz-perf-pairs/1815.las', 'laz-perf-pairs/1815.laz'],
  ['laz-perf-pairs/extrabytes.las', 'laz-perf-pairs/extrabytes.laz'],
  ['laz-perf-pairs/point-color-time.las', 'laz-perf-pairs/point-color-time.las.laz'],
  ['laz-perf-pairs/point-color.las', 'laz-perf-pairs/point-color.las.laz'],
  ['laz-perf-pairs/point-time.las', 'laz-perf-pairs/point-time.las.laz'],
  ['laz-perf-pairs/point-time.las', 'laz-perf-pairs/point-time-1.4.las.laz'],
  ['laz-perf-pairs/point10.las', 'laz-perf-pairs/point10.las.laz'],
  ['laz-perf-pairs/point10-1.0.las', 'laz-perf-pairs/point10-1.0.laz'],
  ['laz-perf-pairs/point10-1.1.las', 'laz-perf-pairs/point10-1.1.laz'],
  ['laspy/1_4_w_evlr.las', 'laspy/1_4_w_evlr.laz'],
  ['pdal/extrabytes.las', 'laspy/extra.laz'],
  ['pdal/autzen-point-format-3.las', 'las-rs/autzen.laz'],
  ['pdal/simple.las', 'pdal/simple.laz'],
  ['pdal/simple.las', 'pdal/laszip-generated.laz'],
  ['pdal/simple.las', 'pdal/laszip-generated_with2bytespadding.laz'],
  ['pdal/simple.las', 'pdal/liblas-generated.laz'],
] as const;

describeWithShared('the same cloud as .las and .laz', () => {
  test.each(pairs)('%s and %s hold identical records', async (plain, packed) => {
    const [las, laz] = [await readRecords(`las/${plain}`), await readRecords(`las/${packed}`)];
    expect({ ...laz, bytes: laz.bytes.length }).toEqual({ ...las, bytes: las.count * las.recordLength });
    expect(laz.bytes.equals(las.bytes)).toBe(true);
  });

  test.each([
    ['laspy/fullwave.laz', 'item WAVEPACKET14'],
    ['laz-rs-pairs/point-version-1-point-wise.laz', 'POINT10 version 1'],
    ['pdal/simple-laszip-compressor-version-1.2r0.laz', 'POINT10 version 1'],
  ])('%s: what cannot be decoded is refused by name', async (path, name) => {
    const error = await readRecords(`las/${path}`).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'laz.unsupported' });
    expect(describeError(error)).toContain(name);
  });
});
