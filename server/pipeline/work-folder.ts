import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';

/** The folder inside an output folder that holds what is only needed while products are made. */
export const workFolderName = '.plumbline';

export interface FolderLock {
  release(): Promise<void>;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function holderOf(path: string): Promise<number | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

async function tryCreate(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(`${process.pid}\n`);
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes an output folder for this process. A lock whose process is gone (it was killed) is taken over.
 * Error: `process.folder-in-use` while another process works there.
 */
export async function lockFolder(out: string): Promise<FolderLock> {
  const folder = join(out, workFolderName);
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'lock');
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await tryCreate(path)) return { release: () => rm(path, { force: true }) };
    const pid = await holderOf(path);
    if (pid !== null && isAlive(pid)) throw new AppError('process.folder-in-use', { folder: out, pid });
    const stale = `${path}.${process.pid}.stale`;
    await rename(path, stale).catch(() => {});
    await rm(stale, { force: true });
  }
  throw new AppError('process.folder-in-use', { folder: out, pid: (await holderOf(path)) ?? 0 });
}

/** Writes a file so that readers see the old content or the new, never a part. */
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

/** Reads JSON that a step left, or null where there is none or it was cut. */
export async function readJson<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    return null;
  }
}
