import { AppError } from '#domain/errors/app-error.ts';
import { errorOfAnswer } from '../client.ts';

/** One request of an upload. */
export interface UploadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob | FormData | string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Bytes of the body sent so far. */
  onProgress?(sentBytes: number): void;
}

/** A response with a 2xx status. */
export interface UploadResponse {
  readonly text: string;
  readonly etag: string | null;
}

/** Sends a request; rejects with `AppError` (`client.*` or the server's code) or the signal's reason. */
export type UploadTransport = (request: UploadRequest) => Promise<UploadResponse>;

/** Refusals of our server carry a reason; of a store's refusal the status is reported. */
export function uploadError(method: string, url: string, status: number, body: string): AppError {
  const error = errorOfAnswer(method, url, status, body);
  return error.code === 'client.http-status' ? new AppError('client.upload-failed', { status }) : error;
}

/** Sends by XMLHttpRequest, the one interface of browsers that reports how much of a body has been sent. */
export const xhrTransport: UploadTransport = (request) =>
  new Promise((resolve, reject) => {
    const { method, url, signal } = request;
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.open(method, url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.timeout = request.timeoutMs;
    xhr.upload.onprogress = (event) => request.onProgress?.(event.loaded);
    xhr.onload = () => {
      if (xhr.status >= 200 && xhr.status < 300) {
        resolve({ text: xhr.responseText, etag: xhr.getResponseHeader('etag') });
      } else reject(uploadError(method, url, xhr.status, xhr.responseText));
    };
    xhr.onerror = () => reject(new AppError('client.unreachable', { method, url: withoutQuery(url) }));
    xhr.ontimeout = () => reject(new AppError('client.upload-timed-out'));
    xhr.onabort = () => reject(signal.reason ?? new DOMException('Request aborted', 'AbortError'));
    xhr.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    xhr.send(request.body ?? null);
  });

/** Signed addresses carry their permission in the query, which messages must not show. */
export const withoutQuery = (url: string): string => url.replace(/\?.*/s, '');
