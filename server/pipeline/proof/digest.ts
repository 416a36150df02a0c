import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#domain/errors/app-error.ts';
import { fileError } from '#workers/io/file-error.ts';

/** SHA-256 of a file's bytes on disk, hexadecimal. Errors: those of reading files. */
export async function digestOf(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const source = createReadStream(path, { highWaterMark: 2 ** 20 });
  try {
    await pipeline(source, hash, signal ? { signal } : {});
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    throw fileError(error, path, 'read');
  }
  return hash.digest('hex');
}

/** Error: `product.bytes-differ` where a file does not hold the bytes written to it. */
export function compareDigests(file: string, expected: string, found: string): void {
  if (expected !== found) throw new AppError('product.bytes-differ', { file });
}
