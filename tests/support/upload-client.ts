import { type ApiClient, createClient } from '#api/client.ts';
import { type UploadTransport, uploadError, withoutQuery } from '#api/uploads/transport.ts';
import { AppError } from '#domain/errors/app-error.ts';

/** The page's client for a running server, signed in by a cookie. */
export function createNodeClient(origin: string, cookie: string): ApiClient {
  return createClient(origin, (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } }),
  );
}

/** Sends by `fetch` what a page sends by XMLHttpRequest: to the server with the cookie, elsewhere without. */
export function createNodeTransport(origin: string, cookie: string): UploadTransport {
  return async ({ method, url, headers, body, signal, timeoutMs, onProgress }) => {
    const isOwn = url.startsWith('/');
    const answer = await fetch(isOwn ? origin + url : url, {
      method,
      headers: isOwn ? { ...headers, cookie } : headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(body === undefined ? {} : { body }),
    }).catch((cause: unknown) => {
      if (signal.aborted) throw signal.reason;
      throw new AppError('client.unreachable', { method, url: withoutQuery(url) }, { cause });
    });
    const text = await answer.text();
    if (!answer.ok) throw uploadError(method, url, answer.status, text);
    if (body instanceof Blob) onProgress?.(body.size);
    return { text, etag: answer.headers.get('etag') };
  };
}
