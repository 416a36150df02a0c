import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files under a folder; files that are removed meanwhile are ignored. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  let size = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    size += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  }
  return size;
}
