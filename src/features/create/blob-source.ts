import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';

/** A byte source over a file of the browser; nothing is read but what is asked for. Rejects with `io.read-failed`. */
export function blobSource(file: File): ByteSource {
  return {
    name: file.name,
    size: file.size,
    async read(offset, length) {
      try {
        return new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new AppError('io.read-failed', { file: file.name, offset, reason }, { cause });
      }
    },
  };
}
