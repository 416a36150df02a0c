import { watch } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { encodeHeader } from '#domain/formats/las/header-write.ts';
import { runBuiltCli, runLimitedCli, startBuiltCli, watchCli } from '../support/cli.ts';
import { sampleLas } from '../support/las-fixture.ts';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-cli-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const largeCount = 150_000_000;

function largeHeader(): Uint8Array {
  return encodeHeader({
    versionMinor: 4,
    pointFormat: 6,
    isCompressed: false,
    recordLength: 30,
    scale: [0.01, 0.01, 0.01],
    offset: [0, 0, 0],
    min: [0, 0, 0],
    max: [0, 0, 0],
    pointCount: largeCount,
    pointsByReturn: [largeCount],
    gpsTimeType: 'week',
    hasWktBit: false,
    pointDataOffset: 375,
    vlrCount: 0,
    evlrOffset: 0,
    evlrCount: 0,
  });
}

/** A sparse LAS file of 4.2 GiB: 150 million points at the origin. */
async function createLargeFile(folder: string): Promise<string> {
  const path = join(folder, 'large.las');
  const handle = await open(path, 'w');
  await handle.write(largeHeader());
  await handle.truncate(375 + 30 * largeCount);
  await handle.close();
  return path;
}

test('info on a file above 4 GiB reads only what it needs', async () => {
  const run = await runBuiltCli('info', '--json', await createLargeFile(await createFolder()));
  expect(run).toMatchObject({ code: 0, error: '' });
  expect(JSON.parse(run.out)).toMatchObject({
    pointCount: largeCount,
    size: 375 + 30 * largeCount,
    warnings: [],
  });
  expect(run.peakMiB).toBeLessThan(256);
});

test('info reads an address by range, a small part of it', async () => {
  const size = 375 + 30 * largeCount;
  const header = largeHeader();
  let sent = 0;
  const server = createServer((request, response) => {
    const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '');
    const [start, end] = [Number(range?.[1]), Math.min(Number(range?.[2]) + 1, size)];
    const part = new Uint8Array(end - start);
    if (start < header.length) part.set(header.subarray(start, end));
    sent += part.length;
    response.writeHead(206, { 'content-range': `bytes ${start}-${end - 1}/${size}`, etag: '"a"' });
    response.end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/large.las`;
  const run = await runBuiltCli('info', '--json', url);
  expect(run).toMatchObject({ code: 0, error: '' });
  expect(JSON.parse(run.out)).toMatchObject({ file: url, pointCount: largeCount });
  expect(sent).toBeLessThan(2_000_000);
});

test.skipIf(process.platform === 'win32')(
  'Ctrl-C ends a conversion with one line and leaves nothing behind',
  async () => {
    const folder = await createFolder();
    const input = await createLargeFile(folder);
    const child = startBuiltCli('convert', input, join(folder, 'out.las'));
    const watcher = watch(folder, (_, name) => {
      if (name?.endsWith('.part')) {
        watcher.close();
        child.kill('SIGINT');
      }
    });
    onTestFinished(() => watcher.close());
    const run = await watchCli(child);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.error.trimEnd().split('\n')).toEqual([expect.stringMatching(/^plumbline: stopped/)]);
    expect(await readdir(folder)).toEqual(['large.las']);
  },
);

test.skipIf(process.platform === 'win32')('a full disk is one line, and the older output stays', async () => {
  const folder = await createFolder();
  const [input, output] = [join(folder, 'in.las'), join(folder, 'out.laz')];
  await writeFile(input, await sampleLas(6, 200_000));
  await writeFile(output, 'older');
  const run = await runLimitedCli(64, 'convert', input, output);
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(run.error.trimEnd().split('\n')).toEqual([expect.stringMatching(/out\.laz: the disk is full/)]);
  expect((await readdir(folder)).sort()).toEqual(['in.las', 'out.laz']);
  expect(await readFile(output, 'utf8')).toBe('older');
});
