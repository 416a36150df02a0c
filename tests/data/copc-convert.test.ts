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
import { readCopcByPeer, sortRecords } from '../support/read-copc.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';

const codec = createLazCodec(loadKernel('laz'));

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-copc-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function inform(path: string) {
  const run = await runBuiltCli('info', '--scan', '--json', path);
  expect(run).toMatchObject({ code: 0, error: '' });
  return JSON.parse(run.out);
}

async function recordsOf(path: string, format: number): Promise<Buffer> {
  const source = await openFileSource(path);
  try {
    const blocks: Uint8Array[] = [];
    const file = await openLas(source);
    for await (const records of readCloud(file, async (chunk) => codec.decodeChunk(chunk))) {
      blocks.push(convertRecords(records, format).bytes);
    }
    return Buffer.concat(blocks);
  } finally {
    await source.close();
  }
}

/** What a conversion must keep, as reported by `info`. */
function kept(told: Record<string, unknown> & { crs: Record<string, unknown> }) {
  const { scale, offset, pointCount, extraBytes, bounds, points, colourBits } = told;
  const { epsg, verticalEpsg, horizontalUnit, verticalUnit, verticalDatum } = told.crs;
  return {
    ...{ scale, offset, pointCount, extraBytes, bounds, points, colourBits },
    ...{ epsg, verticalEpsg, horizontalUnit, verticalUnit, verticalDatum },
  };
}

describeWithShared('plumbline convert to COPC', () => {
  test.each([
    ['lidR/MixedConifer.laz', 6],
    ['libLAS/certainty3d-color-utm-feet-navd88.las', 7],
    ['loaders.gl/pdrf8-1.4.laz', 8],
    ['las-rs/autzen.copc.laz', 7],
    ['lasR/extra_byte.las', 6],
    ['pdal/simple.las', 7],
  ])('%s (format %i) keeps every record, and the copc package reads it the same', async (name, format) => {
    const input = sharedData(`las/${name}`);
    const folder = await createFolder();
    const output = join(folder, 'out.copc.laz');
    const run = await runBuiltCli('convert', input, output, '--json');
    expect(run).toMatchObject({ code: 0 });
    expect(await readdir(folder)).toEqual(['out.copc.laz']);
    const [before, after] = [await inform(input), await inform(output)];
    expect(after).toMatchObject({ version: '1.4', pointFormat: format, compressed: true, copc: true });
    expect(kept(after)).toEqual(kept(before));
    const peer = await readCopcByPeer(await readFile(output));
    const { pointDataRecordLength, pointCount } = peer.copc.header;
    expect([...peer.nodes.values()].reduce((sum, count) => sum + count, 0)).toBe(pointCount);
    expect(Math.max(...peer.nodes.values())).toBeLessThanOrEqual(65_536);
    const expected = sortRecords(await recordsOf(input, format), pointDataRecordLength);
    expect(sortRecords(peer.records, pointDataRecordLength).equals(expected)).toBe(true);
  });
});

test('a file of no points becomes a COPC file of no points', async () => {
  const folder = await createFolder();
  await writeFile(join(folder, 'in.las'), await sampleLas(6, 0));
  const output = join(folder, 'out.copc.laz');
  expect(await runBuiltCli('convert', join(folder, 'in.las'), output)).toMatchObject({ code: 0 });
  expect(await inform(output)).toMatchObject({ copc: true, pointCount: 0 });
});

test('a file cut short is refused and leaves nothing behind', async () => {
  const folder = await createFolder();
  await writeFile(join(folder, 'cut.las'), (await sampleLas(6, 1000)).subarray(0, 20_000));
  const run = await runBuiltCli('convert', join(folder, 'cut.las'), join(folder, 'out.copc.laz'));
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(run.error).toMatch(/654 of 1000 points/);
  expect(await readdir(folder)).toEqual(['cut.las']);
});
