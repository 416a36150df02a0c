import { expect, test, vi } from 'vitest';
import { uploadRules } from '#contract/limits.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ApiClient } from '../client.ts';
import type { JournalEntry, KeptHandle, UploadJournal } from './journal.ts';
import type { UploadRunner } from './runner.ts';
import { createUploadList } from './upload-list.ts';
import { noteOfUpload } from './upload-note.ts';

const project = { pk: 1, name: 'Quarry' };
const file = new File([new Uint8Array(10)], 'quarry.laz', { lastModified: 5 });
const part = { file, name: 'lidar_point_cloud_7_0.laz', lidar: { pk: 7, index: 0 } };

/** A browser with a journal in memory; `files` can be read again by their handles once `permission` is granted. */
function createBrowser(options: { runner: UploadRunner; hasHandles?: boolean; missing?: string[] | number }) {
  const entries = new Map<number, JournalEntry>();
  const journal: UploadJournal = {
    all: async () => [...entries.values()],
    get: async (pk) => entries.get(pk) ?? null,
    put: async (entry) => void entries.set(entry.pk, entry),
    remove: async (pk) => void entries.delete(pk),
  };
  const permission = { now: 'granted' as PermissionState };
  const client: ApiClient = {
    call: async () => {
      const { missing = [part.name] } = options;
      if (typeof missing === 'number') throw new AppError('api.project-not-found', { status: missing });
      return { uploaded: [], missing: missing.map((name) => [name, 10]) } as never;
    },
  };
  const handle = {
    kind: 'file',
    getFile: async () => file,
    queryPermission: async () => permission.now,
    requestPermission: async () => {
      permission.now = 'granted';
      return permission.now;
    },
  } as unknown as KeptHandle;
  const open = () =>
    createUploadList({
      client,
      runner: options.runner,
      journal,
      lock: { isHeld: async () => false, hold: (_pk, _signal, work) => work() },
      handleOf: () => (options.hasHandles ? handle : null),
      now: () => 0,
      onDone: async () => undefined,
    });
  return { open, entries, permission };
}

const endless: UploadRunner = () => new Promise(() => undefined);

test('an upload leaves the list and the journal when it is through', async () => {
  const { open, entries } = createBrowser({ runner: async () => undefined });
  const list = open();
  list.start(project, [part]);
  expect(list.state.uploads).toMatchObject([{ pk: 1, status: 'loading', totalBytes: 10 }]);
  await vi.waitFor(() => expect(list.state.uploads).toEqual([]));
  expect(entries.size).toBe(0);
});

test('a failure stays in the list, and a retry asks what has arrived', async () => {
  const jobs: boolean[] = [];
  const { open } = createBrowser({
    runner: async ({ isResumed }) => {
      jobs.push(isResumed);
      if (!isResumed) throw new AppError('upload.check-failed');
    },
  });
  const list = open();
  list.start(project, [part]);
  await vi.waitFor(() => expect(list.state.uploads[0]?.status).toBe('error'));
  expect(list.state.uploads[0]?.error).toMatchObject({ code: 'upload.check-failed' });
  list.retry(1);
  await vi.waitFor(() => expect(list.state.uploads).toEqual([]));
  expect(jobs).toEqual([false, true]);
});

test('after a reload an upload goes on by its handles, asking first where the browser wants it', async () => {
  const { open, permission } = createBrowser({ runner: endless, hasHandles: true });
  open().start(project, [part]);
  const reloaded = open();
  await reloaded.restore();
  await reloaded.restore();
  expect(reloaded.state.uploads).toMatchObject([{ pk: 1, name: 'Quarry', status: 'loading' }]);

  permission.now = 'prompt';
  const asking = open();
  await asking.restore();
  expect(asking.state).toEqual({ uploads: [], held: [project] });
  expect(await asking.goOn(1)).toBe(true);
  expect(asking.state).toMatchObject({ uploads: [{ pk: 1 }], held: [] });
});

test('without handles, of a project that is gone, or once cancelled, nothing goes on by itself', async () => {
  const plain = createBrowser({ runner: endless });
  plain.open().start(project, [part]);
  const reloaded = plain.open();
  await reloaded.restore();
  expect(reloaded.state).toEqual({ uploads: [], held: [] });
  expect((await reloaded.remembered(1))?.parts[0]).toMatchObject({ fileName: 'quarry.laz', size: 10 });

  const gone = createBrowser({ runner: endless, hasHandles: true, missing: 404 });
  gone.open().start(project, [part]);
  await gone.open().restore();
  expect(gone.entries.size).toBe(0);

  const cancelled = createBrowser({ runner: endless, hasHandles: true });
  const list = cancelled.open();
  list.start(project, [part]);
  list.cancel(1);
  await vi.waitFor(() => expect(cancelled.entries.size).toBe(0));
});

test('what an upload waits for is told, and that it stands still, otherwise on the desktop', async () => {
  const { open } = createBrowser({ runner: endless });
  const list = open();
  list.start(project, [part]);
  const [upload] = list.state.uploads;
  if (upload === undefined) throw new Error('the upload is in the list');
  expect(noteOfUpload(upload, 'cloud')).toBeNull();
  expect(noteOfUpload({ ...upload, phase: 'waiting' }, 'cloud')).toBe('uploads.waiting');
  expect(noteOfUpload({ ...upload, bytesPerSecond: uploadRules.slowBelow }, 'cloud')).toBeNull();
  for (const bytesPerSecond of [0, uploadRules.slowBelow - 1]) {
    const slow = { ...upload, bytesPerSecond };
    expect([noteOfUpload(slow, 'cloud'), noteOfUpload(slow, 'desktop')]).toEqual([
      'uploads.stalled',
      'uploads.stalledDesktop',
    ]);
  }
});
