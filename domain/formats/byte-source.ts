/**
 * Random access to the bytes of a file on disk, by HTTP range or in memory. Readers of formats do not depend on
 * which.
 */
export interface ByteSource {
  /** Shown in errors: a path or an address. */
  readonly name: string;
  /** Length in bytes. */
  readonly size: number;
  /**
   * Reads `[offset, offset + length)`, cut at the end of the file, into a buffer the caller owns. A shorter result
   * than requested therefore means the file ends there.
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/** A byte source over bytes already in memory; reads are copies. */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.byteLength,
    read: async (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)),
  };
}
