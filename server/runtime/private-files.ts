import { chmod } from 'node:fs/promises';

const ownersAlone = 0o077;
let usual: number | null = null;

/** Makes all later files of this process private to its account: it stores other people's files. */
export function keepFilesPrivate(): void {
  usual = process.umask(ownersAlone);
}

/** Gives a file that was written into a person's folder the usual permissions there. */
export async function restoreDefaultPermissions(path: string): Promise<void> {
  if (usual !== null && process.platform !== 'win32') await chmod(path, 0o666 & ~usual);
}
