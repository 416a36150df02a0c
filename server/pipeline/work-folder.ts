import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import { fileError } from '#workers/io/file-error.ts';

/** The folder inside an output folder with files that are only needed while products are made. */
export const workFolderName = '.plumbline';

export interface FolderLock {
  release(): Promise<void>;
}

/** The holder of a folder: a process number and, where the system reports it, the start time of that process. */
interface Holder {
  readonly pid: number;
  readonly began: string | null;
}

/** Locks of this process, so that it does not take them for those of an earlier process with its number. */
const held = new Set<string>();

/** The start time of a process, distinct from those of other processes with that number; null where unknown. */
async function beginOf(pid: number): Promise<string | null> {
  try {
    const [boot, status] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    const startedAt = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot.trim()} ${startedAt}`;
  } catch {
    return null;
  }
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isAlive({ pid, began }: Holder, path: string): Promise<boolean> {
  if (pid === process.pid) return held.has(path);
  return hasProcess(pid) && (began === null || began === (await beginOf(pid)));
}

async function readHolder(path: string): Promise<Holder | null> {
  const found = await readJson<Holder>(path);
  return found && Number.isInteger(found.pid) && found.pid > 0 ? found : null;
}

/** Creates a lock atomically; false where there is one. */
async function tryCreate(path: string): Promise<boolean> {
  const draft = `${path}.${process.pid}`;
  const holder: Holder = { pid: process.pid, began: await beginOf(process.pid) };
  await writeWhole(draft, JSON.stringify(holder));
  try {
    await link(draft, path);
    held.add(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Moves a dead process's lock away; a lock that a live process created in the meantime is restored. */
async function removeStale(path: string): Promise<void> {
  const aside = `${path}.${process.pid}.stale`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const holder = await readHolder(aside);
  if (holder && (await isAlive(holder, path))) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

/**
 * Takes an output folder for this process. A lock whose process has ended is taken over. Error:
 * `process.folder-in-use` while another process, or another run of this one, holds it.
 */
export async function lockFolder(out: string): Promise<FolderLock> {
  const folder = resolve(out, workFolderName);
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'lock');
  const attempts = 3;
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await tryCreate(path)) {
      return {
        async release() {
          held.delete(path);
          await rm(path, { force: true });
        },
      };
    }
    const holder = await readHolder(path);
    if (holder && (await isAlive(holder, path))) {
      throw new AppError('process.folder-in-use', { folder: out, pid: holder.pid });
    }
    await removeStale(path);
  }
  throw new AppError('process.folder-in-use', { folder: out, pid: (await readHolder(path))?.pid ?? 0 });
}

/**
 * Converts untyped file-system errors to typed ones with code and file (`fallback` where the system names none);
 * other errors are unchanged.
 */
export function typedFailure(error: unknown, fallback: string): unknown {
  if (!(error instanceof Error) || error instanceof AppError || !('syscall' in error)) return error;
  const { path } = error as NodeJS.ErrnoException;
  return fileError(error, path ?? fallback, 'write');
}

/** Creates a folder for products. Error: `process.bad-folder` where a file has its path. */
export async function makeOutputFolder(out: string): Promise<void> {
  try {
    await mkdir(out, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new AppError('process.bad-folder', { folder: out });
    throw error;
  }
}

/** Writes a file atomically: readers see the old content or the new. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const partial = `${path}.partial`;
  const file = await open(partial, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
}

/** Bytes of a file, or null where there is none. */
export async function fileSize(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found.size : null;
}

/** Reads the JSON of a step, or null where it is missing or truncated. */
export async function readJson<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    return null;
  }
}
