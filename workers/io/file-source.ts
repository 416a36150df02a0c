import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { fileError } from './file-error.ts';
import { readExactly } from './full-transfer.ts';

/** A byte source over an open file; close it when done. */
export interface FileSource extends ByteSource {
  close(): Promise<void>;
}

function sourceOver(path: string, handle: FileHandle, size: number): FileSource {
  return {
    name: path,
    size,
    async read(offset, length, signal) {
      signal?.throwIfAborted();
      const wanted = Math.max(0, Math.min(length, size - offset));
      return readExactly(handle, wanted, offset, path).catch((cause: unknown) => {
        throw fileError(cause, path, 'read');
      });
    },
    close: () => handle.close(),
  };
}

/**
 * Opens a file for positional reads (Node only). Reads may run side by side.
 * Errors: `io.not-found`, `io.denied`, `io.not-a-file`, `io.read-failed`; while reading also `io.changed`
 * where the file became shorter since it was opened.
 */
export async function openFileSource(path: string): Promise<FileSource> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw fileError(cause, path, 'read');
  });
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new AppError('io.not-a-file', { file: path });
    return sourceOver(path, handle, stat.size);
  } catch (error) {
    await handle.close();
    throw fileError(error, path, 'read');
  }
}
