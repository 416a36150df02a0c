import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processImages } from '#server/pipeline/photo/process-images.ts';
import { openTaskPool } from '#server/runtime/task-pool.ts';
import { runBuiltCli, startBuiltCli, watchCli } from '../support/cli.ts';
import { plainSettings } from '../support/photo-settings.ts';
import { type SimulatedFlight, simulateFlight } from '../support/simulated-flight.ts';

let flight: SimulatedFlight;
let folder: string;
/** Of an undisturbed run with one worker. */
let expected: Record<string, string>;
beforeAll(async () => {
  flight = await simulateFlight(3, '--image-width', '800', '--altitude', '220');
  folder = await mkdtemp(join(tmpdir(), 'plumbline-photo-kill-'));
  expected = await processWith(1);
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const photos = () => flight.photos.slice(0, 5);

/** Names and hashes of the products; reports hold times and are left out. */
async function productHashes(out: string): Promise<Record<string, string>> {
  const entries = await readdir(out, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).includes('.plumbline'))
    .filter((entry) => !entry.name.startsWith('report.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
    .sort();
  const hashed = files.map(async (name) => {
    const bytes = await readFile(join(out, name));
    return [name, createHash('sha256').update(bytes).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

const step = (name: string) => (out: string) => existsSync(join(out, '.plumbline', 'steps', `${name}.json`));
const hasFile = (folder: string) => existsSync(folder) && readdirSync(folder).length > 0;

/** Moments of a run by the files on disk: after steps, and inside the long ones. */
const moments: readonly ((out: string) => boolean)[] = [
  (out) => hasFile(join(out, '.plumbline', 'photo', 'features')),
  step('matching'),
  step('adjustment'),
  (out) => hasFile(join(out, '.plumbline', 'photo', 'depth')),
  step('fusion'),
  step('point-cloud'),
  step('orthomosaic'),
];

async function killAt(isNow: () => boolean, ...args: string[]): Promise<boolean> {
  const child = startBuiltCli(...args);
  let hasEnded = false;
  const ended = watchCli(child).finally(() => {
    hasEnded = true;
  });
  while (!hasEnded && !isNow()) await wait(2);
  if (!hasEnded) child.kill('SIGKILL');
  return (await ended).code === null;
}

/** Products of the photos, made by so many workers. */
async function processWith(workers: number): Promise<Record<string, string>> {
  const pool = openTaskPool({ size: workers });
  try {
    const out = join(folder, `out-${workers}`);
    await processImages({
      images: photos().map((path) => ({ path, name: basename(path) })),
      control: { path: flight.control, name: 'gcp_list.txt' },
      checkpoints: null,
      out,
      crs: null,
      goal: 'all',
      settings: plainSettings,
      pool,
    });
    return await productHashes(out);
  } finally {
    await pool.dispose();
  }
}

test('a run that is killed again and again ends with the bytes of an undisturbed one', async () => {
  const out = join(folder, 'killed');
  const args = ['process', ...photos(), '--gcp', flight.control, '--density', 'low', '--out'];
  let kills = 0;
  for (const isNow of moments) if (await killAt(() => isNow(out), ...args, out)) kills++;
  expect(kills).toBeGreaterThan(4);
  expect(await runBuiltCli(...args, out)).toMatchObject({ code: 0 });
  expect(Object.keys(expected)).toEqual(
    expect.arrayContaining(['bundle-adjustment.bin', 'dense-point-cloud.copc.laz', 'orthomosaic.tif']),
  );
  expect(await productHashes(out)).toEqual(expected);
  expect(existsSync(join(out, '.plumbline', 'photo', 'depth'))).toBe(false);
}, 400_000);

test('the products are the same with one worker and with four', async () => {
  expect(Object.keys(expected).length).toBeGreaterThan(12);
  expect(await processWith(4)).toEqual(expected);
}, 400_000);
