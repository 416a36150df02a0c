import { chmod } from 'node:fs/promises';

const ownersAlone = 0o077;
let usual: number | null = null;

/** From here on what this process writes is its account's alone: what it keeps are other people's files. */
export function keepFilesPrivate(): void {
  usual = process.umask(ownersAlone);
}

/** Gives a file that was written for its person into a folder of theirs the rights that files usually have here. */
export async function restoreDefaultPermissions(path: string): Promise<void> {
  if (usual !== null && process.platform !== 'win32') await chmod(path, 0o666 & ~usual);
}
