import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { AppError } from '#domain/errors/app-error.ts';
import { writeStream } from '#workers/io/write-stream.ts';

/** Converts a full disk to `store.disk-full`; other errors pass. */
export function asStoreError(error: unknown, key: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('store.disk-full', { key }, { cause: error });
  return error;
}

/**
 * Writes a stream to a draft in `staging`, flushes it and passes its path to `use`, which may move it. `through` sees
 * every byte. Afterwards, also on a failure, no draft is left. Throws `store.disk-full`.
 */
export async function withDraft<T>(
  staging: string,
  key: string,
  streams: readonly [Readable, ...Transform[]],
  use: (draft: string) => Promise<T>,
): Promise<T> {
  const draft = join(staging, randomUUID());
  try {
    await mkdir(staging, { recursive: true });
    await writeStream(draft, streams, { flush: true });
    return await use(draft);
  } catch (error) {
    throw asStoreError(error, key);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Writes a stream to `path` by a draft in `staging` (same disk). Throws `store.disk-full`. */
export function writeAtomically(
  path: string,
  staging: string,
  key: string,
  source: Readable,
  ...through: Transform[]
): Promise<void> {
  return withDraft(staging, key, [source, ...through], (draft) => moveInto(draft, path));
}

/** Puts a local file in place by a hard link, by copying where links cannot be made. Throws `store.disk-full`. */
export async function linkAtomically(
  source: string,
  path: string,
  staging: string,
  key: string,
): Promise<void> {
  const draft = join(staging, randomUUID());
  try {
    await mkdir(staging, { recursive: true });
    await link(source, draft).catch(() => copyFile(source, draft));
    await moveInto(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw asStoreError(error, key);
  }
}

/** Moves a flushed file of the same disk to its place, durably when this settles. */
export async function moveInto(draft: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await rename(draft, path);
  await flushFolder(dirname(path));
}

/** Writes a small file and flushes it to the disk. */
export async function writeFlushed(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a rename survive a power cut; file systems without support are ignored. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A draft that was not written for this long was left by a killed process, ms. */
const draftAge = 86_400_000;

/** Removes leftovers of killed processes in a staging folder. */
export async function removeStaleDrafts(staging: string): Promise<void> {
  for (const name of await readdir(staging).catch(() => [])) {
    const path = join(staging, name);
    const facts = await stat(path).catch(() => null);
    if (facts !== null && Date.now() - facts.mtimeMs > draftAge)
      await rm(path, { force: true, recursive: true });
  }
}
