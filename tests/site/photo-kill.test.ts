import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { processImages } from '#server/pipeline/photo/process-images.ts';
import { openTaskPool } from '#server/runtime/task-pool.ts';
import { runBuiltCli, startBuiltCli, watchCli } from '../support/cli.ts';
import { flySite, type SiteFlight } from '../support/site-flight.ts';

let flight: SiteFlight;
beforeAll(async () => {
  flight = await flySite(3, '--image-width', '800', '--altitude', '220');
}, 300_000);

const photos = () => flight.photos.slice(0, 5);

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-photo-kill-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

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

/** Moments of a run by what lies on disk: behind steps, and inside the long ones. */
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

test('a run that is killed again and again ends with the bytes of an undisturbed one', async () => {
  const folder = await createFolder();
  const [whole, out] = [join(folder, 'whole'), join(folder, 'out')];
  const args = ['process', ...photos(), '--gcp', flight.control, '--density', 'low', '--out'];
  expect(await runBuiltCli(...args, whole)).toMatchObject({ code: 0 });
  let kills = 0;
  for (const isNow of moments) if (await killAt(() => isNow(out), ...args, out)) kills++;
  expect(kills).toBeGreaterThan(4);
  expect(await runBuiltCli(...args, out)).toMatchObject({ code: 0 });
  const expected = await productHashes(whole);
  expect(Object.keys(expected)).toEqual(
    expect.arrayContaining(['bundle-adjustment.bin', 'dense-point-cloud.copc.laz', 'orthomosaic.tif']),
  );
  expect(await productHashes(out)).toEqual(expected);
  expect(existsSync(join(out, '.plumbline', 'photo', 'depth'))).toBe(false);
}, 400_000);

test('the products are the same with one worker and with four', async () => {
  const folder = await createFolder();
  const hashes: Record<string, string>[] = [];
  for (const workers of [1, 4]) {
    const pool = openTaskPool({ size: workers });
    try {
      const out = join(folder, `out-${workers}`);
      await processImages({
        images: photos().map((path) => ({ path, name: path.slice(path.lastIndexOf('/') + 1) })),
        control: { path: flight.control, name: 'gcp_list.txt' },
        checkpoints: null,
        out,
        crs: null,
        goal: 'all',
        settings: {
          density: 'low',
          orthoGsdMultiplier: 1,
          demGsdMultiplier: null,
          surfaceModelScale: 1,
          runDenseUnclustered: false,
          useUnreconstructedCameras: false,
          undistort: false,
          contourInterval: null,
          cameras: [],
        },
        pool,
      });
      hashes.push(await productHashes(out));
    } finally {
      await pool.dispose();
    }
  }
  expect(Object.keys(hashes[0]!).length).toBeGreaterThan(12);
  expect(hashes[1]).toEqual(hashes[0]);
}, 400_000);
