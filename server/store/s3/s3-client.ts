import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '#contract/store/xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { S3Settings } from '../../config/service-settings.ts';
import { presign } from './sign.ts';

/** A request by the server itself. */
export interface S3Request {
  readonly method: string;
  /** Key of the object; empty for the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: { readonly size: number; open(): Readable } | string | Buffer;
}

export interface S3Client {
  /** An address that permits one call for an hour; `headers` must be sent with it. */
  sign(request: Pick<S3Request, 'method' | 'key' | 'query' | 'headers'>): Promise<string>;
  /** The response with its body unread; null for 404. Throws `store.refused`, `store.unreachable`. */
  open(request: S3Request): Promise<IncomingMessage | null>;
  /** The same with the body as text. */
  call(request: S3Request): Promise<{ text: string; headers: IncomingMessage['headers'] } | null>;
}

const expiresSeconds = 3600;
const attempts = 4;
/** Time without a response after which a service is taken to hang; joining many parts takes a while. */
const silenceMs = 300_000;

/**
 * Client of a bucket; requests that a busy or absent service does not answer are retried three times, with a doubling
 * `retryDelayMs`.
 */
export function createS3Client(
  settings: S3Settings,
  retryDelayMs: number,
  patienceMs: number = silenceMs,
): S3Client {
  const sign: S3Client['sign'] = ({ method, key, query = {}, headers = {} }) =>
    presign(settings, { method, key, query, headers, expiresSeconds }, new Date());

  const open: S3Client['open'] = async (request) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await exchange(await sign(request), request, patienceMs).catch((cause: unknown) => {
        if (attempt < attempts) return null;
        const url = new URL(settings.url).origin;
        throw new AppError('store.unreachable', { key: request.key, url }, { cause });
      });
      const status = answer?.statusCode ?? 503;
      if (answer !== null && status < 300) return answer;
      const text = answer === null ? '' : await readText(answer);
      if (status === 404) return null;
      if (status < 500 || status === 501 || attempt >= attempts) {
        const reason = textOf(text, 'Code') ?? '';
        throw new AppError('store.refused', { key: request.key, status, reason });
      }
      await sleep(retryDelayMs * 2 ** attempt);
    }
  };
  const call: S3Client['call'] = async (request) => {
    const answer = await open(request);
    return answer === null ? null : { text: await readText(answer), headers: answer.headers };
  };
  return { sign, open, call };
}

function exchange(
  url: string,
  { method, headers = {}, body }: S3Request,
  patienceMs: number,
): Promise<IncomingMessage> {
  const size = body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : sizeOf(body);
  const sent: OutgoingHttpHeaders =
    method === 'GET' || method === 'HEAD' ? { ...headers } : { ...headers, 'content-length': size };
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, { method, headers: sent });
    request.on('response', resolve).on('error', reject);
    request.setTimeout(patienceMs, () => request.destroy(new Error(`no answer for ${patienceMs} ms`)));
    // A response may pause while its reader does.
    request.on('response', () => request.setTimeout(0));
    if (typeof body === 'object' && !Buffer.isBuffer(body)) pipeline(body.open(), request).catch(reject);
    else request.end(body);
  });
}

const sizeOf = (body: { readonly size: number } | Buffer): number =>
  Buffer.isBuffer(body) ? body.length : body.size;

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
