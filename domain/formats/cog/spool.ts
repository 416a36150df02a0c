/** Where a finished file goes; calls come one after another with rising offsets. `bytes` is not kept. */
export interface CogSink {
  write(offset: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> | void;
}

/**
 * Where encoded tiles wait until the order of the file is known: about as large as the finished file.
 * A file beside the product, or `memoryScratch()` for small ones.
 */
export interface CogScratch extends CogSink {
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;
}

/** Encoded tiles in a scratch, appended in the order of arrival. */
export interface Spool {
  put(bytes: Uint8Array<ArrayBuffer>): Promise<number>;
  get(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Appends to a scratch, one write at a time for all callers. */
export function createSpool(scratch: CogScratch): Spool {
  let end = 0;
  let queue: Promise<void> = Promise.resolve();
  return {
    put(bytes) {
      const offset = end;
      end += bytes.length;
      const written = queue.then(() => scratch.write(offset, bytes));
      queue = written.catch(() => undefined);
      return written.then(() => offset);
    },
    get: async (offset, length) => scratch.read(offset, length),
  };
}

/** A scratch in memory, for products of some tens of megabytes. */
export function memoryScratch(): CogScratch {
  const parts = new Map<number, Uint8Array<ArrayBuffer>>();
  return {
    write: (offset, bytes) => {
      parts.set(offset, bytes);
    },
    read: (offset) => parts.get(offset)!,
  };
}
