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

/** The lent source, to be read until `signal` is aborted; then reads reject with its reason. */
export function borrowSource({ name, size, port }: LentSource, signal: AbortSignal): ByteSource {
  const waiting = new Map<number, (reply: ReadReply) => void>();
  let next = 0;
  port.onmessage = ({ data }: MessageEvent<ReadReply>) => {
    waiting.get(data.read)?.(data);
    waiting.delete(data.read);
  };
  const read = (offset: number, length: number) =>
    new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      signal.throwIfAborted();
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      const number = next++;
      waiting.set(number, (reply) => {
        signal.removeEventListener('abort', stop);
        if ('bytes' in reply) resolve(reply.bytes);
        else if (typeof reply.error === 'string') reject(new Error(reply.error));
        else reject(new AppError(reply.error.code, reply.error.params));
      });
      port.postMessage({ read: number, offset, length } satisfies ReadRequest);
    });
  return { name, size, read };
}
