import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { processCloud } from '#server/pipeline/process-cloud.ts';
import { openTaskPool } from '#server/runtime/task-pool.ts';
import { runBuiltCli, startBuiltCli, watchCli } from '../support/cli.ts';
import { rollingPlaces, writeCloud } from '../support/cloud-files.ts';

const crs = ['--crs', 'EPSG:32617+5703'];

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-kill-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Names and hashes of the products; the report holds times and is left out. */
async function productHashes(out: string): Promise<Record<string, string>> {
  const names = (await readdir(out)).filter((name) => name !== '.plumbline' && name !== 'report.json').sort();
  const hashed = names.map(async (name) => {
    const bytes = await readFile(join(out, name));
    return [name, createHash('sha256').update(bytes).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

const hasFile = (folder: string, pattern: RegExp) =>
  existsSync(folder) && readdirSync(folder).some((name) => pattern.test(name));

/** Moments of a run by the files on disk: after each step, and inside each. */
const moments: readonly (readonly [name: string, isNow: (out: string) => boolean])[] = [
  ['folder', (out) => existsSync(join(out, '.plumbline', 'lock'))],
  ['in ingest', (out) => existsSync(join(out, '.plumbline', 'spool'))],
  ['after ingest', (out) => hasFile(join(out, '.plumbline', 'steps'), /^ingest\.json$/)],
  ['in ground', (out) => existsSync(join(out, '.plumbline', 'classes'))],
  ['after ground', (out) => hasFile(join(out, '.plumbline', 'steps'), /^ground\.json$/)],
  ['in point-cloud', (out) => hasFile(out, /^\.point-cloud.*\.part$/)],
  ['after point-cloud', (out) => hasFile(join(out, '.plumbline', 'steps'), /^point-cloud\.json$/)],
  ['in elevation', (out) => hasFile(out, /^\.elevation-model.*\.part$/)],
  ['after elevation', (out) => hasFile(join(out, '.plumbline', 'steps'), /^elevation\.json$/)],
  ['in surface', (out) => hasFile(out, /^\.surface-model.*\.part$/)],
  ['after surface', (out) => hasFile(join(out, '.plumbline', 'steps'), /^surface\.json$/)],
  ['after pictures', (out) => hasFile(join(out, '.plumbline', 'steps'), /^pictures\.json$/)],
  ['after contours', (out) => hasFile(join(out, '.plumbline', 'steps'), /^contours\.json$/)],
];

/** Starts a run and kills it when a moment has come; false where it ended before that. */
async function killAt(isNow: () => boolean, ...args: string[]): Promise<boolean> {
  const child = startBuiltCli(...args);
  let hasEnded = false;
  const ended = watchCli(child).finally(() => {
    hasEnded = true;
  });
  while (!hasEnded && !isNow()) await wait(1);
  if (!hasEnded) child.kill('SIGKILL');
  return (await ended).code === null;
}

test('a run that is killed again and again ends with the bytes of an undisturbed one', async () => {
  const folder = await createFolder();
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(150));
  const [whole, out] = [join(folder, 'whole'), join(folder, 'out')];
  expect(await runBuiltCli('process', input, '--out', whole, ...crs)).toMatchObject({ code: 0 });
  let kills = 0;
  for (const [, isNow] of moments) {
    if (await killAt(() => isNow(out), 'process', input, '--out', out, ...crs)) kills++;
  }
  expect(kills).toBeGreaterThan(6);
  expect(await runBuiltCli('process', input, '--out', out, ...crs)).toMatchObject({ code: 0 });
  const expected = await productHashes(whole);
  expect(Object.keys(expected)).toHaveLength(10);
  expect(await productHashes(out)).toEqual(expected);
}, 300_000);

test('a second process on the same folder is refused, and a dead one in the way is not', async () => {
  const folder = await createFolder();
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(150));
  const out = join(folder, 'out');
  const lock = join(out, '.plumbline', 'lock');
  const first = watchCli(startBuiltCli('process', input, '--out', out, ...crs));
  while (!existsSync(lock)) await wait(1);
  const second = await runBuiltCli('process', input, '--out', out, ...crs);
  expect(second).toMatchObject({ code: 1, out: '' });
  expect(second.error).toMatch(/another process .* is making products here/);
  expect(await first).toMatchObject({ code: 0 });

  await mkdir(join(out, '.plumbline'), { recursive: true });
  await writeFile(lock, JSON.stringify({ pid: process.pid, began: 'another start of that number' }));
  expect(await runBuiltCli('process', input, '--out', out, ...crs)).toMatchObject({ code: 0 });
  expect(existsSync(lock)).toBe(false);
});

test('the products are the same whatever the number of workers', async () => {
  const folder = await createFolder();
  const manyColumns = 1050;
  const ground = 2;
  const path = await writeCloud(join(folder, 'in.las'), rollingPlaces(manyColumns), ground);
  const hashes = [];
  for (const workers of [1, 2]) {
    const pool = openTaskPool({ size: workers });
    try {
      const out = join(folder, `out-${workers}`);
      await processCloud({
        inputs: [{ path, name: 'in.las' }],
        out,
        crs: { source: 'user', payload: 'EPSG:32617+5703' },
        resolution: 1,
        classify: 'always',
        contourInterval: null,
        pool,
      });
      hashes.push(await productHashes(out));
    } finally {
      await pool.dispose();
    }
  }
  expect(Object.keys(hashes[0]!)).toHaveLength(10);
  expect(hashes[1]).toEqual(hashes[0]);
}, 300_000);
