import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { TaskPool } from '#workers/contract/pool.ts';
import { createLocalStore } from '../store/local-store.ts';
import { watchPool, watchStore } from './watch-progress.ts';

it('work gets on whenever a call of the pool reports, ends or fails', async () => {
  const tick = vi.fn();
  const run: TaskPool['run'] = async (name, _, options) => {
    options?.onProgress?.({ fraction: 0.5, stage: 'half' });
    if (name === 'raster.slope') throw new Error('flat');
    return null as never;
  };
  const pool = watchPool({ size: 1, run, prepare: () => {}, dispose: async () => {} }, tick);
  await pool.run('geometry.grid', {} as never);
  expect(tick).toHaveBeenCalledTimes(1);
  const onProgress = vi.fn();
  await pool.run('geometry.grid', {} as never, { onProgress });
  expect(onProgress).toHaveBeenCalledWith({ fraction: 0.5, stage: 'half' });
  expect(tick).toHaveBeenCalledTimes(3);
  await expect(pool.run('raster.slope', {} as never)).rejects.toThrow('flat');
  expect(tick).toHaveBeenCalledTimes(4);
});

it('work gets on as long as a file is fetched, and no longer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-watch-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const local = createLocalStore({ folder, quotaBytes: null });
  await local.put('1/input/a.laz', Readable.from(['LASF']));
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const slow = { ...local, localPath: (key: string) => arrived.then(() => local.localPath(key)) };
  let ticks = 0;
  const store = watchStore(slow, () => void ticks++, 1);
  const path = store.localPath('1/input/a.laz');
  await vi.waitFor(() => expect(ticks).toBeGreaterThan(3));
  arrive();
  expect(await path).toBe(await local.localPath('1/input/a.laz'));
  const counted = ticks;
  await store.stat('1/input/a.laz');
  expect(ticks).toBe(counted);
});
