import { AppError } from '../errors/app-error.ts';
import { systemReason } from '../errors/system-reason.ts';
import type { ByteSource } from './byte-source.ts';

/** What is used of a `Blob` or `File`. */
interface SliceableBytes {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A byte source over a file of the browser; only requested ranges are read. Rejects with `io.read-failed`. */
export function blobSource(file: SliceableBytes, name: string): ByteSource {
  return {
    name,
    size: file.size,
    async read(offset, length) {
      try {
        return new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
      } catch (cause) {
        throw new AppError('io.read-failed', { ...systemReason(cause), file: name, offset }, { cause });
      }
    },
  };
}
