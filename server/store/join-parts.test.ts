import { mkdtemp, readdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { clearAbandoned } from '../services/processing/maintenance.ts';
import { beginJoin, joinParts, type NamedPart, readJoin } from './join-parts.ts';
import { createLocalStore } from './local-store.ts';
import type { Admission, MultipartUploads } from './object-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-join-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const texts = ['first;', 'the second;', 'third;', 'and the last'];
const whole = texts.join('');

/** An upload's folder with one file per part. */
async function writeParts(): Promise<NamedPart[]> {
  const parts = texts.map((text, index) => {
    const partNumber = index + 1;
    return { partNumber, etag: String(partNumber), size: text.length, file: `part-${partNumber}` };
  });
  for (const [index, { file }] of parts.entries()) await writeFile(join(folder, file), texts[index]!);
  return parts;
}

describe('joining parts', () => {
  it('makes one file of them, in order, and leaves none behind', async () => {
    const parts = await writeParts();
    await beginJoin(folder, parts);
    const path = await joinParts(folder, parts);
    expect(await readFile(path!, 'utf8')).toBe(whole);
    expect((await readdir(folder)).sort()).toEqual(['join.json', 'joined']);
  });

  it.each([0, 1, 2, 3, 4])(
    'goes on where it was killed with %i parts in the file, whatever was written behind them',
    async (count) => {
      const parts = await writeParts();
      await beginJoin(folder, parts);
      if (count > 0) {
        await rename(join(folder, parts[0]!.file), join(folder, 'joined'));
        const begun = `${texts.slice(0, count).join('')}${count < texts.length ? 'half of the ne' : ''}`;
        await writeFile(join(folder, 'joined'), begun);
        for (const { file } of parts.slice(1, count)) await rm(join(folder, file));
      }
      const path = await joinParts(folder, (await readJoin(folder))!, 1);
      expect(await readFile(path!, 'utf8')).toBe(whole);
      expect((await stat(path!)).size).toBe(whole.length);
    },
  );

  it('knows that its file was taken away before it was killed', async () => {
    const parts = await writeParts();
    await beginJoin(folder, parts);
    await rename((await joinParts(folder, parts))!, join(folder, 'taken'));
    expect(await joinParts(folder, parts)).toBeNull();
  });

  it('does not begin with a part that was cut short, and says when bytes were lost since', async () => {
    const parts = await writeParts();
    await truncate(join(folder, parts[2]!.file), 2);
    const lost = { code: 'upload.part-missing' };
    await expect(beginJoin(folder, parts)).rejects.toMatchObject({ ...lost, params: { part: 3 } });
    expect(await readJoin(folder)).toBeNull();
    await writeFile(join(folder, parts[2]!.file), texts[2]!);
    await beginJoin(folder, parts);
    await rm(join(folder, parts[0]!.file));
    await expect(joinParts(folder, parts)).rejects.toMatchObject(lost);
  });
});

const key = '7/input/scan.las';
const most = 2 * limits.uploadPartMin;
const admit: Admission = (_file, keep) => keep();

/** A store in the folder and an upload of two parts in it, with its completion call. */
async function uploadParts() {
  const store = createLocalStore({ folder, quotaBytes: null });
  const { uploads } = store.intake as { uploads: MultipartUploads };
  const uploadId = await uploads.open(key);
  const contents = [Buffer.alloc(limits.uploadPartMin, 'a'), Buffer.from('end')];
  const wanted = [];
  for (const [index, content] of contents.entries()) {
    wanted.push(await uploads.putPart(key, uploadId, index + 1, Readable.from([content]), most));
  }
  return { store, uploads, uploadId, wanted, whole: Buffer.concat(contents) };
}

describe('an upload whose server was killed while it joined the parts', () => {
  it('still lists them, takes no others, and is completed when that is asked again', async () => {
    const { store, uploads, uploadId, wanted, whole: expected } = await uploadParts();
    const place = join(folder, 'uploads', uploadId);
    const files = (await readdir(place)).filter((name) => name.startsWith('0000')).sort();
    const named = wanted.map((part, index) => ({ ...part, file: files[index]! }));
    await beginJoin(place, named);
    await rename(join(place, files[0]!), join(place, 'joined'));
    expect((await uploads.parts(key, uploadId, 0, 10)).parts).toEqual(wanted);
    await expect(uploads.putPart(key, uploadId, 1, Readable.from(['x']), most)).rejects.toMatchObject({
      code: 'upload.part-invalid',
    });
    await expect(uploads.complete(key, uploadId, wanted.slice(0, 1), admit)).rejects.toMatchObject({
      code: 'upload.part-missing',
      params: { part: 2 },
    });
    expect(await uploads.complete(key, uploadId, wanted, admit)).toMatchObject({
      key,
      size: expected.length,
    });
    expect((await readFile(await store.localPath(key))).equals(expected)).toBe(true);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });

  it('is whole where the file had been moved and only the parts were not yet forgotten', async () => {
    const { store, uploads, uploadId, wanted, whole: expected } = await uploadParts();
    const place = join(folder, 'uploads', uploadId);
    const files = (await readdir(place)).filter((name) => name.startsWith('0000'));
    await store.put(key, Readable.from([expected]));
    await beginJoin(
      place,
      wanted.map((part, index) => ({ ...part, file: files.sort()[index]! })),
    );
    for (const file of files) await rm(join(place, file));
    expect(await uploads.complete(key, uploadId, wanted, admit)).toMatchObject({ size: expected.length });
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });
});

describe('abandoned uploads', () => {
  const day = 86_400_000;

  it('are cleared after two weeks without a part; a younger or busy one stays', async () => {
    const { store, uploads, uploadId } = await uploadParts();
    const place = join(folder, 'uploads', uploadId);
    const clearAfter = (days: number) => clearAbandoned({ store }, new Date(Date.now() + days * day));
    await clearAfter(13);
    expect(await store.listUploads(key)).toHaveLength(1);

    const old = new Date(Date.now() - 13 * day);
    for (const name of [...(await readdir(place)), '.']) await utimes(join(place, name), old, old);
    await uploads.putPart(key, uploadId, 2, Readable.from(['new end']), most);
    await clearAfter(13);
    expect(await store.listUploads(key)).toHaveLength(1);

    const slow = new Readable({ read: () => undefined });
    const coming = uploads.putPart(key, uploadId, 3, slow, most);
    slow.push('slow');
    await expect.poll(() => readdir(join(place, 'staging'))).toHaveLength(1);
    await clearAfter(15);
    expect(await store.listUploads(key)).toHaveLength(1);
    slow.push(null);
    await coming;

    await clearAfter(15);
    expect(await store.listUploads(key)).toEqual([]);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });
});
