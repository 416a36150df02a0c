import { withRoom } from '../math/with-room.ts';

/** Where a format writer puts its bytes: a file being made, or memory. */
export interface ByteSink {
  /** Bytes appended so far; also where the next `append` goes. */
  readonly length: number;
  /** Appends; the bytes may be reused once the promise is fulfilled. */
  append(bytes: Uint8Array): Promise<void>;
  /** Overwrites bytes already appended. */
  writeAt(offset: number, bytes: Uint8Array): Promise<void>;
}

/** A sink in memory; `bytes()` copies what was written. */
export function memorySink(): ByteSink & { bytes(): Uint8Array<ArrayBuffer> } {
  let held = new Uint8Array(65_536);
  let length = 0;
  return {
    get length() {
      return length;
    },
    async append(bytes) {
      held = withRoom(held, length + bytes.byteLength);
      held.set(bytes, length);
      length += bytes.byteLength;
    },
    async writeAt(offset, bytes) {
      if (offset + bytes.byteLength > length) throw new RangeError('overwriting behind the end');
      held.set(bytes, offset);
    },
    bytes: () => held.slice(0, length),
  };
}
