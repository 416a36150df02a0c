import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Readable } from 'node:stream';

/** The caller: an address, as a proxy in front reports it, and the cookie of an account or null. */
export interface Visitor {
  readonly address: string;
  readonly cookie: string | null;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: Buffer | string | Readable;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** `ms` from sending to the last byte of the response. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly ms: number;
}

/** Calls a server; rejects where the connection ends without a response. */
export type Ask = (visitor: Visitor, call: Call) => Promise<Answer>;

/** Headers with the caller's address for a server behind a proxy. */
export const visitorHeaders = ({ address, cookie }: Visitor): Record<string, string> => ({
  'x-forwarded-for': address,
  ...(cookie === null ? {} : { cookie }),
});

/** A way to call a server over connections that are kept, as many as are needed. */
export function createAsk(origin: string): Ask {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 512 });
  return (visitor, { method, path, body, headers, signal }) =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const sent = request(
        `${origin}${path}`,
        { agent, method, headers: { ...visitorHeaders(visitor), ...headers }, ...(signal ? { signal } : {}) },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const ms = performance.now() - began;
            const { statusCode: status = 0, headers: told } = answer;
            resolve({ status, headers: told, body: Buffer.concat(chunks), ms });
          });
        },
      );
      sent.on('error', reject);
      if (body === undefined) sent.end();
      else if (typeof body === 'string' || Buffer.isBuffer(body)) sent.end(body);
      else body.pipe(sent);
    });
}

/** A call with a JSON body. */
export function jsonCall(method: string, path: string, body: object): Call {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return {
    method,
    path,
    body: text,
    headers: { 'content-type': 'application/json', 'content-length': length },
  };
}

/** A form with one file, as browsers send it. */
export function formCall(path: string, bytes: Buffer): Call {
  const boundary = 'plumbline-load-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(body.length),
  };
  return { method: 'POST', path, body, headers };
}
