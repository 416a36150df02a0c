import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeAtomically } from './atomic-write.ts';
import { inputKey, productKey } from './keys.ts';
import { createLocalStore } from './local-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const createStore = () => createLocalStore({ folder, quotaBytes: null });

async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('keys', () => {
  it.each(['../x', '..', '.', 'a/b', 'a\\b', '', 'x.', 'ü.laz', 'a b', '-x', `${'x'.repeat(256)}`])(
    'refuse the name %j',
    (name) => {
      expect(() => inputKey(1, name)).toThrowError(expect.objectContaining({ code: 'store.unsafe-key' }));
    },
  );
  it('are built of project, kind and name', () => {
    expect(productKey(1, 2, 'dem.tif')).toBe('1/products/2/dem.tif');
  });
});

describe('a store in a folder', () => {
  it('keeps objects whole, in ranges, with a tag that changes with the bytes', async () => {
    const store = createStore();
    const first = await store.put('1/input/a.laz', Readable.from(['0123', '456789']));
    expect(first.size).toBe(10);
    expect(await readAll(await store.read('1/input/a.laz', { start: 3, end: 6 }))).toBe('3456');
    const second = await store.put('1/input/a.laz', Readable.from(['9876543210']));
    expect(second.etag).not.toBe(first.etag);
    expect((await store.stat('1/input/a.laz'))?.etag).toBe(second.etag);
    expect(await readAll(await store.read('1/input/a.laz'))).toBe('9876543210');
  });

  it('leaves the old object and no draft when a write breaks off', async () => {
    const store = createStore();
    await store.put('1/input/a.laz', Readable.from(['old']));
    const breaking = Readable.from(
      (function* () {
        yield 'new';
        throw new Error('connection lost');
      })(),
    );
    await expect(store.put('1/input/a.laz', breaking)).rejects.toThrow('connection lost');
    expect(await readAll(await store.read('1/input/a.laz'))).toBe('old');
    expect(await readdir(join(folder, 'staging'))).toEqual([]);
  });

  it('takes files of this machine and forgets a project with all it has', async () => {
    const store = createStore();
    const path = join(folder, 'made.tif');
    await writeFile(path, 'tiff');
    await store.putFile('7/products/1/dem.tif', path);
    await store.put('70/input/a.laz', Readable.from(['other']));
    if (store.intake.kind === 'through') await store.intake.uploads.open('7/input/b.laz');
    expect(await store.listUploads('7/input/b.laz')).toHaveLength(1);
    await rm(path);
    expect(await readAll(await store.read('7/products/1/dem.tif'))).toBe('tiff');
    await store.removeProject(7);
    expect(await store.stat('7/products/1/dem.tif')).toBeNull();
    expect(await store.listUploads('7/input/b.laz')).toEqual([]);
    expect(await store.stat('70/input/a.laz')).not.toBeNull();
    await expect(store.read('7/products/1/dem.tif')).rejects.toMatchObject({ code: 'store.not-found' });
  });

  it('clears the drafts of a process that was killed a day ago', async () => {
    const staging = join(folder, 'staging');
    await mkdir(staging);
    for (const name of ['old', 'new']) await writeFile(join(staging, name), 'draft');
    const yesterday = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(staging, 'old'), yesterday, yesterday);
    createStore();
    await vi.waitFor(async () => expect(await readdir(staging)).toEqual(['new']));
  });

  it('says that the disk is full, and keeps nothing of what did not fit', async () => {
    const full = new Readable({
      read() {
        this.destroy(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
      },
    });
    const staging = join(folder, 'staging');
    await expect(writeAtomically(join(folder, 'a'), staging, '1/input/a', full)).rejects.toMatchObject({
      code: 'store.disk-full',
      params: { key: '1/input/a' },
    });
    expect(await readdir(staging)).toEqual([]);
  });
});
