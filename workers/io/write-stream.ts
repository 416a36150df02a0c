import { createWriteStream } from 'node:fs';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface WriteStreamOptions {
  /** Brings the file to the disk before it is closed. */
  readonly flush?: boolean;
  /** `w` where left out. */
  readonly flags?: string;
  /** Byte of the file to begin at. */
  readonly start?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a chain of streams into a file. A stream that fails early may end before its file is opened: when this settles,
 * also by a failure, the file is closed for good, so that it can be removed or renamed. Errors: those of the streams.
 */
export async function writeStream(
  path: string,
  streams: readonly (Readable | Transform)[],
  { signal, ...options }: WriteStreamOptions = {},
): Promise<void> {
  const sink = createWriteStream(path, options);
  const closed = new Promise<void>((resolve) => sink.once('close', resolve));
  try {
    await pipeline([...streams, sink], signal ? { signal } : {});
  } finally {
    await closed;
  }
}
