import { AppError } from '#domain/errors/app-error.ts';
import { systemReason } from '#domain/errors/system-reason.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';

export interface HttpSourceOptions {
  signal?: AbortSignal;
  /** Sent with every request, such as an authorisation. */
  headers?: Readonly<Record<string, string>>;
  /** Stands in for the global `fetch`. */
  fetch?: typeof fetch;
  /** First pause before a failed request is tried again; doubles each time. Default 200 ms. */
  retryDelayMs?: number;
}

/**
 * Bytes of the first request, which also returns the size: enough for most headers, and for windows of 16 KiB behind
 * them.
 */
const probeBytes = 20_480;
const attempts = 3;
/** Ranges up to this length are cached for the next reads, the last few of them. */
const keptBytes = 32_768;
const keptRanges = 3;

interface Fetched {
  bytes: Uint8Array<ArrayBuffer>;
  /** Total length of the resource, where the response states it. */
  total: number | undefined;
  etag: string | null;
}

function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

class Requester {
  readonly #url: string;
  readonly #options: HttpSourceOptions;

  constructor(url: string, options: HttpSourceOptions) {
    this.#url = url;
    this.#options = options;
  }

  async #once(init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    const call = this.#options.fetch ?? fetch;
    const headers = { ...this.#options.headers, ...(init.headers as Record<string, string>) };
    return await call(this.#url, { ...init, headers, ...(signal ? { signal } : {}) });
  }

  /** Sends a request and returns its response, with retries of transient failures. */
  async send<T>(
    init: RequestInit,
    signal: AbortSignal | undefined,
    take: (response: Response) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      const wait = (this.#options.retryDelayMs ?? 200) * 2 ** (attempt - 1);
      try {
        const response = await this.#once(init, signal);
        if (!isTransient(response.status) || attempt === attempts) return await take(response);
        await response.body?.cancel();
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof AppError) throw error;
        if (attempt === attempts) {
          throw new AppError('io.unreachable', { ...systemReason(error), file: this.#url }, { cause: error });
        }
      }
      await pause(wait, signal);
    }
  }

  /** Reads a byte range; an empty response (416) means the resource ends before `offset`. */
  range(offset: number, length: number, signal: AbortSignal | undefined): Promise<Fetched> {
    const headers = { range: `bytes=${offset}-${offset + length - 1}` };
    return this.send({ headers }, signal, async (response) => {
      const etag = response.headers.get('etag');
      const stated = response.headers.get('content-range')?.trim() ?? '';
      const contentRange = /^bytes (?:\*|(\d+)-\d+)\/(\d+)$/i.exec(stated);
      const total = contentRange?.[2] === undefined ? undefined : Number(contentRange[2]);
      if (response.status === 416) {
        await response.body?.cancel();
        return { bytes: new Uint8Array(0), total: total ?? 0, etag };
      }
      if (response.status !== 206) {
        await response.body?.cancel();
        if (response.ok) throw new AppError('io.no-range', { file: this.#url });
        throw new AppError('io.http-status', { file: this.#url, status: response.status });
      }
      const start = contentRange?.[1];
      if (start !== undefined && Number(start) !== offset) {
        await response.body?.cancel();
        throw new AppError('io.no-range', { file: this.#url });
      }
      return { bytes: new Uint8Array(await response.arrayBuffer()), total, etag };
    });
  }

  /** The length by HEAD, for responses whose Content-Range a page may not read. */
  length(signal: AbortSignal | undefined): Promise<number> {
    return this.send({ method: 'HEAD' }, signal, async (response) => {
      const length = response.headers.get('content-length');
      if (!response.ok) throw new AppError('io.http-status', { file: this.#url, status: response.status });
      if (length === null) throw new AppError('io.no-range', { file: this.#url });
      return Number(length);
    });
  }
}

/**
 * Opens an address for reading by HTTP range (page, worker or Node). Transient failures are tried three times.
 * Errors: `io.unreachable`, `io.http-status`, `io.no-range` (the server ignores ranges), and `io.changed`
 * where the ETag or length differs from the one seen first.
 */
export async function openHttpSource(url: string, options: HttpSourceOptions = {}): Promise<ByteSource> {
  const requester = new Requester(url, options);
  const probe = await requester.range(0, probeBytes, options.signal);
  const size = probe.total ?? (await requester.length(options.signal));
  const kept = [{ offset: 0, bytes: probe.bytes }];
  return {
    name: url,
    size,
    async read(offset, length, signal) {
      const wanted = Math.max(0, Math.min(length, size - offset));
      if (wanted === 0) return new Uint8Array(0);
      for (const { offset: start, bytes } of kept) {
        const at = offset - start;
        if (at >= 0 && at + wanted <= bytes.byteLength) return bytes.slice(at, at + wanted);
      }
      const part = await requester.range(offset, wanted, signal ?? options.signal);
      const hasChanged =
        part.etag !== probe.etag ||
        (part.total !== undefined && part.total !== size) ||
        part.bytes.byteLength !== wanted;
      if (hasChanged) throw new AppError('io.changed', { file: url });
      if (wanted <= keptBytes) {
        // The beginning stays cached; of the others the oldest is dropped.
        if (kept.length > keptRanges) kept.splice(1, 1);
        kept.push({ offset, bytes: part.bytes.slice() });
      }
      return part.bytes;
    },
  };
}
