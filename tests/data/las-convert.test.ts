import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { convertRecords } from '#domain/formats/las/convert-records.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { readCloud } from '#workers/io/read-cloud.ts';
import { runBuiltCli } from '../support/cli.ts';
import { loadKernel } from '../support/kernels.ts';
import { sampleLas } from '../support/las-fixture.ts';
import { readWithLazPerf } from '../support/laz-perf.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';

const codec = createLazCodec(loadKernel('laz'));

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-convert-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function inform(path: string) {
  const run = await runBuiltCli('info', '--scan', '--json', path);
  expect(run).toMatchObject({ code: 0, error: '' });
  return JSON.parse(run.out);
}

async function convertedRecords(path: string, format: number): Promise<Buffer> {
  const source = await openFileSource(path);
  try {
    const blocks: Uint8Array[] = [];
    for await (const records of readCloud(await openLas(source), async (chunk) => codec.decodeChunk(chunk))) {
      blocks.push(convertRecords(records, format).bytes);
    }
    return Buffer.concat(blocks);
  } finally {
    await source.close();
  }
}

/** Counts by return as a header can hold them: it has no place for return number 0. */
function withoutZero({ 0: _, ...counts }: Record<string, number>): Record<string, number> {
  return counts;
}

/** What a conversion must keep, as reported by `info`. */
function kept(told: Record<string, unknown> & { crs: Record<string, unknown>; points: unknown }) {
  const { scale, offset, pointCount, gpsTimeType, extraBytes, bounds, points, colourBits } = told;
  const { epsg, verticalEpsg, horizontalUnit, verticalUnit, verticalDatum } = told.crs;
  return {
    ...{ scale, offset, pointCount, gpsTimeType, extraBytes, bounds, points, colourBits },
    ...{ epsg, verticalEpsg, horizontalUnit, verticalUnit, verticalDatum },
  };
}

describeWithShared('plumbline convert', () => {
  test.each([
    ['lidR/Topography.laz', 6],
    ['lidR/MixedConifer.laz', 6],
    ['laz-perf-pairs/extrabytes.las', 7],
    ['libLAS/certainty3d-color-utm-feet-navd88.las', 7],
    ['laspy/1_4_w_evlr.las', 6],
    ['loaders.gl/pdrf8-1.4.laz', 8],
    ['las-rs/autzen.copc.laz', 7],
    ['lasR/extra_byte.las', 6],
    ['laspy/plane.laz', 7],
  ])('%s to LAZ 1.4 format %i keeps everything, and laz-perf reads it the same', async (name, format) => {
    const input = sharedData(`las/${name}`);
    const output = join(await createFolder(), 'out.laz');
    const run = await runBuiltCli('convert', input, output, '--json');
    expect(run).toMatchObject({ code: 0 });
    const [before, after] = [await inform(input), await inform(output)];
    expect(after).toMatchObject({ version: '1.4', pointFormat: format, compressed: true, copc: false });
    if (before.gpsTimeType === null) before.gpsTimeType = after.gpsTimeType;
    expect(kept(after)).toEqual(kept(before));
    expect(after.crs.wkt === null).toBe(before.crs.wkt === null);
    const returns = after.pointsByReturn.map((count: number, index: number) => [String(index + 1), count]);
    expect(Object.fromEntries(returns)).toMatchObject(withoutZero(after.points.byReturn));
    const peer = await readWithLazPerf(await readFile(output));
    expect(peer).toMatchObject({ format, recordLength: after.recordLength, count: before.pointCount });
    expect(peer.bytes.equals(await convertedRecords(input, format))).toBe(true);
  });

  test('LAZ to LAS gives the records back byte for byte', async () => {
    const output = join(await createFolder(), 'out.las');
    await runBuiltCli('convert', sharedData('las/pdal/simple.laz'), output);
    const [plain, expected] = [await readFile(output), await readFile(sharedData('las/pdal/simple.las'))];
    expect(plain.subarray(-1065 * 34).equals(expected.subarray(-1065 * 34))).toBe(true);
    expect(await inform(output)).toMatchObject({ version: '1.2', pointFormat: 3, pointCount: 1065 });
  });

  test('--crs is written as WKT', async () => {
    const output = join(await createFolder(), 'out.laz');
    await runBuiltCli('convert', sharedData('las/pdal/simple.las'), output, '--crs', 'EPSG:2992');
    expect((await inform(output)).crs).toMatchObject({ epsg: 2992, source: 'wkt-2112', conflicts: [] });
  });

  test('waveforms go only when asked', async () => {
    const input = sharedData('las/laspy/simple1_3.las');
    const folder = await createFolder();
    const refused = await runBuiltCli('convert', input, join(folder, 'out.laz'));
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.error).toMatch(/waveform.*--drop/);
    expect(await readdir(folder)).toEqual([]);
    const dropped = await runBuiltCli('convert', input, join(folder, 'out.laz'), '--drop', 'waveform');
    expect(dropped.code).toBe(0);
    expect(await inform(join(folder, 'out.laz'))).toMatchObject({
      pointFormat: 6,
      waveform: false,
      pointCount: 999,
    });
  });
});

test('a file cut short is refused, leaves nothing behind, and is taken when asked', async () => {
  const folder = await createFolder();
  const input = join(folder, 'cut.las');
  await writeFile(input, (await sampleLas(6, 1000)).subarray(0, 20_000));
  const output = join(folder, 'out.laz');
  const refused = await runBuiltCli('convert', input, output);
  expect(refused.code).toBe(1);
  expect(refused.error.trimEnd().split('\n').at(-1)).toMatch(/654 of 1000 points/);
  expect(await readdir(folder)).toEqual(['cut.las']);
  await runBuiltCli('convert', input, output, '--accept-truncated');
  expect(await inform(output)).toMatchObject({ pointCount: 654, warnings: [] });
});

test('a name that does not say what to write is wrong usage', async () => {
  const folder = await createFolder();
  await writeFile(join(folder, 'in.las'), await sampleLas(6, 10));
  const run = await runBuiltCli('convert', join(folder, 'in.las'), join(folder, 'out.xyz'));
  expect(run).toMatchObject({ code: 2, out: '' });
});
