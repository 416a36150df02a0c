import { type FileHandle, readFile } from 'node:fs/promises';
import { AppError } from '#domain/errors/app-error.ts';

/** Node refuses single reads and writes above 2 GiB; longer ones are cut into pieces of this many bytes. */
const maxPieceBytes = 1 << 30;

/** The one call of a file handle that `readFully` needs. */
export type ReadableHandle = Pick<FileHandle, 'read'>;
/** The one call of a file handle that `writeFully` needs. */
export type WritableHandle = Pick<FileHandle, 'write'>;

/**
 * Fills `target` from byte `offset` of a file, however many reads that takes. Returns the bytes read: fewer than the
 * target holds only where the file ends.
 */
export async function readFully(handle: ReadableHandle, target: Uint8Array, offset: number): Promise<number> {
  let done = 0;
  while (done < target.byteLength) {
    const want = Math.min(maxPieceBytes, target.byteLength - done);
    const { bytesRead } = await handle.read(target, done, want, offset + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}

/**
 * Reads `length` bytes from byte `offset` of our own file, which is known to hold them; the buffer is owned by the
 * caller. Error: `io.changed` where the file ends before.
 */
export async function readExactly(
  handle: ReadableHandle,
  length: number,
  offset: number,
  file: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  if ((await readFully(handle, bytes, offset)) < length) throw new AppError('io.changed', { file });
  return bytes;
}

/** The bytes of a Node buffer in a buffer of their own, without the views that `slice` of `Buffer` makes. */
export function ownBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array<ArrayBuffer> {
  const isWhole = byteLength === buffer.byteLength && buffer instanceof ArrayBuffer;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

/** The content of a file in a separate buffer. */
export const readOwn = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  ownBytes(await readFile(path));

/** Writes all of `bytes` at byte `offset` of a file, however many writes that takes. */
export async function writeFully(handle: WritableHandle, bytes: Uint8Array, offset: number): Promise<void> {
  let done = 0;
  while (done < bytes.byteLength) {
    const want = Math.min(maxPieceBytes, bytes.byteLength - done);
    const { bytesWritten } = await handle.write(bytes, done, want, offset + done);
    done += bytesWritten;
  }
}
