import { open } from 'node:fs/promises';
import { fileKindBytes } from '#domain/formats/file-kind.ts';
import type { ArrivedFile } from './object-store.ts';

/** The properties of a received file that are needed before it is moved into place. */
export async function readArrived(path: string): Promise<ArrivedFile> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(new Uint8Array(fileKindBytes), 0, fileKindBytes, 0);
    return { head: buffer.subarray(0, bytesRead), size };
  } finally {
    await handle.close();
  }
}
