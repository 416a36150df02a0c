import type { ByteSource } from './byte-source.ts';

/** Small reads near each other, answered from one larger read. */
export interface ByteWindow {
  /**
   * Bytes `[offset, offset + length)`, cut at the end of the file; borrowed: valid until the next call.
   * Reads longer than the window go to the source directly.
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** A window of `windowBytes` that moves over a source as needed; one caller at a time. */
export function createByteWindow(source: ByteSource, windowBytes = 65_536): ByteWindow {
  let start = 0;
  let held: Uint8Array = new Uint8Array(0);
  return {
    async read(offset, length, signal) {
      const wanted = Math.max(0, Math.min(length, source.size - offset));
      const isHeld = offset >= start && offset + wanted <= start + held.byteLength;
      if (!isHeld) {
        if (wanted > windowBytes) return await source.read(offset, wanted, signal);
        held = await source.read(offset, windowBytes, signal);
        start = offset;
      }
      return held.subarray(offset - start, offset - start + wanted);
    },
  };
}
