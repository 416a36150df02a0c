import { AppError } from '#domain/errors/app-error.ts';
import { errorOfAnswer } from '../client.ts';

/** One request of an upload. */
export interface UploadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body?: Blob | FormData | string;
  /** Shown in errors. */
  readonly fileName: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Bytes of the body sent so far. */
  onProgress?(sentBytes: number): void;
}

/** An answer with a 2xx status. */
export interface UploadAnswer {
  readonly text: string;
  readonly etag: string | null;
}

/** Sends a request; rejects with `AppError` (`client.*` or the server's code) or the signal's reason. */
export type UploadTransport = (request: UploadRequest) => Promise<UploadAnswer>;

/** Sends by XMLHttpRequest, the one interface of browsers that reports how much of a body has gone out. */
export const xhrTransport: UploadTransport = (request) =>
  new Promise((resolve, reject) => {
    const { method, url, signal } = request;
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.open(method, url);
    xhr.withCredentials = true;
    xhr.timeout = request.timeoutMs;
    xhr.upload.onprogress = (event) => request.onProgress?.(event.loaded);
    xhr.onload = () => {
      if (xhr.status >= 200 && xhr.status < 300) {
        resolve({ text: xhr.responseText, etag: xhr.getResponseHeader('etag') });
      } else reject(errorOfAnswer(method, url, xhr.status, xhr.responseText));
    };
    xhr.onerror = () => reject(new AppError('client.unreachable', { method, url }));
    xhr.ontimeout = () => reject(new AppError('client.upload-timed-out', { file: request.fileName }));
    xhr.onabort = () => reject(signal?.reason ?? new DOMException('Request aborted', 'AbortError'));
    xhr.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort, { once: true });
    xhr.send(request.body ?? null);
  });
