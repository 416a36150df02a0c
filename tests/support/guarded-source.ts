import type { ByteSource } from '#domain/formats/byte-source.ts';

/**
 * Bytes in memory, read as strictly as a file: reading outside the file throws an untyped error, and so does a reader
 * that does not terminate.
 */
export function guardedSource(name: string, bytes: Uint8Array, maxReads = 50_000): ByteSource {
  let reads = 0;
  return {
    name,
    size: bytes.byteLength,
    async read(offset, length) {
      if (++reads > maxReads) throw new Error(`more than ${maxReads} reads of ${bytes.byteLength} bytes`);
      if (!Number.isInteger(offset) || offset < 0) throw new RangeError(`read at ${offset}`);
      if (!Number.isFinite(length)) throw new RangeError(`read of ${length} bytes`);
      return new Uint8Array(bytes.subarray(offset, offset + Math.max(0, length)));
    },
  };
}
