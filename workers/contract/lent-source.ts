import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';

/** A byte source of one thread as another one reads it. */
export interface LentSource {
  /** The same for one file, so that a worker can reuse its cache. */
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** Transferred. */
  readonly port: MessagePort;
}

/** A request over the port. */
interface ReadRequest {
  readonly read: number;
  readonly offset: number;
  readonly length: number;
}

/** What is answered: bytes, transferred, or why there are none. */
type ReadReply =
  | { readonly read: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly read: number; readonly error: ErrorRecord | string };

/**
 * Lends a source to a worker: reads are made here and their bytes transferred. `end` closes the loan, with reads that
 * are under way left unanswered.
 * @param signal stops the reads
 */
export function lendSource(
  id: string,
  source: ByteSource,
  signal: AbortSignal,
): { readonly lent: LentSource; end(): void } {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = async ({ data }: MessageEvent<ReadRequest>) => {
    const { read, offset, length } = data;
    try {
      const bytes = await source.read(offset, length, signal);
      port1.postMessage({ read, bytes } satisfies ReadReply, [bytes.buffer]);
    } catch (error) {
      const told = error instanceof AppError ? error.toRecord() : String(error);
      port1.postMessage({ read, error: told } satisfies ReadReply);
    }
  };
  const lent = { id, name: source.name, size: source.size, port: port2 };
  return { lent, end: () => port1.close() };
}

interface WaitingRead {
  resolve(bytes: Uint8Array<ArrayBuffer>): void;
  reject(reason: unknown): void;
}

/** The lent source, to be read until `signal` is aborted; then reads reject with its reason. */
export function borrowSource({ name, size, port }: LentSource, signal: AbortSignal): ByteSource {
  const waiting = new Map<number, WaitingRead>();
  let next = 0;
  port.onmessage = ({ data }: MessageEvent<ReadReply>) => {
    const read = waiting.get(data.read);
    waiting.delete(data.read);
    if (!read) return;
    if ('bytes' in data) read.resolve(data.bytes);
    else if (typeof data.error === 'string') read.reject(new Error(data.error));
    else read.reject(new AppError(data.error.code, data.error.params));
  };
  const stop = () => {
    for (const { reject } of waiting.values()) reject(signal.reason);
    waiting.clear();
  };
  signal.addEventListener('abort', stop, { once: true });
  const read = (offset: number, length: number) =>
    new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      signal.throwIfAborted();
      const number = next++;
      waiting.set(number, { resolve, reject });
      port.postMessage({ read: number, offset, length } satisfies ReadRequest);
    });
  return { name, size, read };
}
