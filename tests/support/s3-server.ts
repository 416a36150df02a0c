import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  readCompletion,
  writeCompleted,
  writeInitiated,
  writePartPage,
} from '#contract/store/multipart-xml.ts';
import { tag } from '#contract/store/xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { S3Settings } from '#server/config/service-settings.ts';
import { createLocalStore } from '#server/store/local-store.ts';

/** A bucket on this machine. */
export interface S3Server {
  readonly settings: S3Settings;
  /** Requests received, in order: `PUT part 3`, `POST uploads`, `GET 1/input/a.jpg`. */
  readonly log: string[];
  /** The ACL sent with each object. */
  readonly acls: ReadonlyMap<string, string>;
  /** Returns a status to refuse a request with; the part's bytes are read first. */
  refuse: ((asked: string) => number | null) | null;
  /** Awaited before a request is handled. */
  before: ((asked: string) => Promise<void>) | null;
  /** Maximum object size of one copy, bytes. */
  copyMost: number;
  /** Overrides the time of an object's last change. */
  readonly times: Map<string, Date>;
  close(): Promise<void>;
}

const bucket = '/surveys';
const pageSize = 2;

/**
 * Our local store as an S3-compatible service: signed addresses (Signature Version 4, checked), objects with ranges,
 * multipart uploads, conditional copies, lists in pages of two. `pageSize` of parts can be raised by `max-parts` as in
 * S3.
 */
export async function startS3Server(folder: string, maxParts = 1000): Promise<S3Server> {
  const store = createLocalStore({ folder, quotaBytes: null });
  if (store.intake.kind !== 'through') throw new Error('the local store takes files itself');
  const { uploads } = store.intake;
  const secrets = { region: 'test-1', accessKeyId: 'AKTEST', secretAccessKey: 'secret/key' };
  const acls = new Map<string, string>();
  const md5s = new Map<string, string>();
  const times = new Map<string, Date>();
  const keys = new Set<string>();
  const open = new Set<string>();
  const log: string[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const query = url.searchParams;
    const key = decodeURIComponent(url.pathname).slice(bucket.length + 1);
    const method = request.method ?? '';
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'ETag');
    if (method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET,PUT,POST,DELETE');
      response.setHeader('access-control-allow-headers', 'x-amz-acl');
      return response.end();
    }
    const copied = request.headers['x-amz-copy-source'];
    const asked = `${copied === undefined ? method : 'COPY'} ${query.has('uploads') ? 'uploads' : query.has('partNumber') ? `part ${query.get('partNumber')}` : query.has('uploadId') ? 'upload' : key}`;
    log.push(asked);
    await server.before?.(asked);
    const signature = checkSignature(request, url, secrets);
    if (signature !== null) return fail(response, 403, signature);
    const uploadId = query.get('uploadId') ?? '';
    const acl = String(request.headers['x-amz-acl'] ?? '');
    const status = server.refuse?.(asked) ?? null;
    if (status !== null) {
      request.resume();
      return fail(response, status, 'Refused');
    }
    if (key === '' && query.has('uploads')) {
      const prefix = query.get('prefix') ?? '';
      const after = query.get('key-marker') ?? '';
      const matching = [...open].filter((entry) => entry.startsWith(prefix) && entry > after).sort();
      const found = await Promise.all(matching.slice(0, pageSize).map((entry) => store.listUploads(entry)));
      const items = found
        .flat()
        .map(
          (entry) =>
            `<Upload>${tag('Key', entry.key)}${tag('UploadId', entry.uploadId)}${tag('Initiated', entry.initiated.toISOString())}</Upload>`,
        );
      const next = matching.length > pageSize ? tag('NextKeyMarker', matching[pageSize - 1] ?? '') : '';
      const isMore = tag('IsTruncated', String(next !== ''));
      return sendXml(
        response,
        `<ListMultipartUploadsResult>${isMore}${next}${items.join('')}</ListMultipartUploadsResult>`,
      );
    }
    if (key === '') {
      const matching = [...keys].filter((entry) => entry.startsWith(query.get('prefix') ?? '')).sort();
      const after = query.get('start-after') ?? '';
      const rest = matching.filter((entry) => entry > after);
      const items = await Promise.all(
        rest.slice(0, pageSize).map(async (entry) => {
          const changed = times.get(entry) ?? (await store.stat(entry))?.lastModified ?? new Date(0);
          return `<Contents>${tag('Key', entry)}${tag('LastModified', changed.toISOString())}</Contents>`;
        }),
      );
      const isMore = tag('IsTruncated', String(rest.length > pageSize));
      return sendXml(response, `<ListBucketResult>${isMore}${items.join('')}</ListBucketResult>`);
    }
    if (copied !== undefined) {
      const [, named, ...path] = String(copied).split('/').map(decodeURIComponent);
      const source = path.join('/');
      const found = named === bucket.slice(1) ? await store.stat(source) : null;
      if (!found) return fail(response, 404, 'NoSuchKey');
      const etag = md5s.get(source) ?? found.etag;
      if (request.headers['x-amz-copy-source-if-match'] !== `"${etag}"`)
        return fail(response, 412, 'PreconditionFailed');
      const range = readRange(request.headers['x-amz-copy-source-range']);
      const body = await store.read(source, range ?? undefined);
      if (query.has('partNumber')) {
        const number = Number(query.get('partNumber'));
        const part = await uploads.putPart(key, uploadId, number, body, Number.POSITIVE_INFINITY);
        return sendXml(response, `<CopyPartResult>${tag('ETag', `"${part.etag}"`)}</CopyPartResult>`);
      }
      if (found.size > server.copyMost) return fail(response, 400, 'EntityTooLarge');
      acls.set(key, acl);
      await store.put(key, body);
      keys.add(key);
      md5s.delete(key);
      if (md5s.has(source)) md5s.set(key, etag);
      return sendXml(response, `<CopyObjectResult>${tag('ETag', `"${etag}"`)}</CopyObjectResult>`);
    }
    if (method === 'POST' && query.has('uploads')) {
      acls.set(key, acl);
      open.add(key);
      return sendXml(response, writeInitiated(key, await uploads.open(key)));
    }
    if (method === 'PUT' && query.has('partNumber')) {
      const part = await uploads.putPart(
        key,
        uploadId,
        Number(query.get('partNumber')),
        request,
        Number.POSITIVE_INFINITY,
      );
      return response.setHeader('etag', `"${part.etag}"`).end();
    }
    if (method === 'GET' && query.has('uploadId')) {
      const limit = Math.min(Number(query.get('max-parts') ?? 1000), maxParts);
      const page = await uploads.parts(key, uploadId, Number(query.get('part-number-marker') ?? 0), limit);
      return sendXml(response, writePartPage(key, uploadId, page));
    }
    if (method === 'POST' && query.has('uploadId')) {
      const stored = await uploads.complete(
        key,
        uploadId,
        readCompletion(await readText(request)) ?? [],
        (_, keep) => keep(),
      );
      keys.add(key);
      open.delete(key);
      md5s.delete(key);
      return sendXml(response, writeCompleted(key, stored.etag));
    }
    if (method === 'DELETE') {
      if (query.has('uploadId')) {
        await uploads.abort(key, uploadId);
        open.delete(key);
      } else {
        await store.remove(key);
        keys.delete(key);
      }
      return response.writeHead(204).end();
    }
    if (method === 'PUT') {
      acls.set(key, acl);
      const hash = createHash('md5');
      const hashed = async function* () {
        for await (const chunk of request) {
          hash.update(chunk);
          yield chunk;
        }
      };
      await store.put(key, Readable.from(hashed(), { objectMode: false }));
      keys.add(key);
      md5s.set(key, hash.digest('hex'));
      return response.setHeader('etag', `"${md5s.get(key)}"`).end();
    }
    const found = await store.stat(key);
    if (!found) return fail(response, 404, 'NoSuchKey');
    const wanted = request.headers['if-match'];
    if (wanted !== undefined && wanted !== `"${md5s.get(key) ?? found.etag}"`)
      return fail(response, 412, 'PreconditionFailed');
    const span = readRange(request.headers.range);
    response.writeHead(span ? 206 : 200, {
      etag: `"${md5s.get(key) ?? found.etag}"`,
      'content-length': span ? span.end - span.start + 1 : found.size,
      'last-modified': found.lastModified.toUTCString(),
    });
    if (method === 'HEAD') return response.end();
    return pipeline(await store.read(key, span ?? undefined), response);
  };

  const http = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      const isUnknown = error instanceof AppError && error.code === 'upload.unknown';
      fail(response, isUnknown ? 404 : 400, isUnknown ? 'NoSuchUpload' : String(error));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const server: S3Server = {
    settings: { url: `http://127.0.0.1:${port}${bucket}`, ...secrets },
    log,
    acls,
    refuse: null,
    before: null,
    times,
    copyMost: Number.POSITIVE_INFINITY,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

function readRange(header: string | string[] | undefined): { start: number; end: number } | null {
  const range = /^bytes=(\d+)-(\d+)$/.exec(String(header ?? ''));
  return range ? { start: Number(range[1]), end: Number(range[2]) } : null;
}

/** The defect of a request's signature; null when it is valid. Independent of the code it checks. */
function checkSignature(request: IncomingMessage, url: URL, secrets: Omit<S3Settings, 'url'>): string | null {
  const get = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  const [keyId, day = '', region, service, kind] = get('Credential').split('/');
  if (keyId !== secrets.accessKeyId || region !== secrets.region) return 'InvalidAccessKeyId';
  const names = get('SignedHeaders').split(';');
  if (!names.includes('host')) return 'HostNotSigned';
  const unsigned = Object.keys(request.headers).find(
    (name) => name.startsWith('x-amz-') && !names.includes(name),
  );
  if (unsigned !== undefined) return 'HeaderNotSigned';
  const strict = (text: string) =>
    [...Buffer.from(text)]
      .map((byte) => {
        const character = String.fromCharCode(byte);
        return /[A-Za-z0-9._~-]/.test(character)
          ? character
          : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
      })
      .join('');
  const pairs = [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature');
  const query = pairs
    .map(([name, value]) => [strict(name), strict(value)].join('='))
    .sort()
    .join('&');
  const headers = names.map((name) => `${name}:${request.headers[name] ?? ''}\n`).join('');
  const canonical = `${request.method}\n${url.pathname}\n${query}\n${headers}\n${names.join(';')}\nUNSIGNED-PAYLOAD`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = `AWS4-HMAC-SHA256\n${get('Date')}\n${day}/${region}/${service}/${kind}\n${digest}`;
  let key = Buffer.from(`AWS4${secrets.secretAccessKey}`);
  for (const piece of [day, region ?? '', service ?? '', kind ?? ''])
    key = createHmac('sha256', key).update(piece).digest();
  const expected = createHmac('sha256', key).update(text).digest('hex');
  return expected === get('Signature') ? null : 'SignatureDoesNotMatch';
}

function sendXml(response: ServerResponse, xml: string): void {
  response.setHeader('content-type', 'application/xml').end(xml);
}

function fail(response: ServerResponse, status: number, code: string): void {
  if (response.headersSent) response.destroy();
  else
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<Error>${tag('Code', code)}</Error>`);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
