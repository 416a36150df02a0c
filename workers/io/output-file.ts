import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ByteSink } from '#domain/formats/byte-sink.ts';
import { fileError } from './file-error.ts';
import { writeFully } from './full-transfer.ts';

/**
 * A file that appears under its name only when it is complete. Until `commit` the bytes are stored under a temporary
 * name in the same folder; `discard` removes them. One of the two must be called.
 */
export interface OutputFile extends ByteSink {
  readonly path: string;
  /**
   * Flushes to disk, has the file verified under its temporary name, and renames it, which replaces an older file of
   * its name. Where `prove` throws, the file does not appear.
   */
  commit(prove: (draft: string) => Promise<void>): Promise<void>;
  /** Closes and removes the temporary file; harmless after `commit`. */
  discard(): Promise<void>;
}

/** Opens an output file (Node only). Errors: `io.not-found` (no such folder), `io.denied`, `io.disk-full`, `io.write-failed`. */
export async function createOutputFile(path: string): Promise<OutputFile> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.part`);
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw fileError(error, path, 'write');
    }
  };
  const handle = await attempt(() => open(draft, 'wx'));
  let length = 0;
  let isOpen = true;
  const close = async () => {
    if (isOpen) {
      isOpen = false;
      await handle.close();
    }
  };
  return {
    path,
    get length() {
      return length;
    },
    async append(bytes) {
      const offset = length;
      length += bytes.byteLength;
      await attempt(() => writeFully(handle, bytes, offset));
    },
    writeAt: (offset, bytes) => attempt(() => writeFully(handle, bytes, offset)),
    async commit(prove) {
      await attempt(async () => {
        await handle.sync();
        await close();
      });
      await prove(draft);
      await attempt(() => rename(draft, path));
    },
    async discard() {
      await close();
      await rm(draft, { force: true });
    },
  };
}
