import { open } from 'node:fs/promises';
import { fileKindBytes } from '#domain/formats/file-kind.ts';
import type { ArrivedFile } from './object-store.ts';

/** What is to be known of a file that has come in, before it is put in its place. */
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
