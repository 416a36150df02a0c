import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors/app-error.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import { createKindReader } from './kind-reader.ts';
import { allowsRange, matchesEtag, parseRange } from './range.ts';
import { serveBytes } from './serve-bytes.ts';

export interface SendOptions {
  readonly cacheControl: string;
  /** Name under which a browser saves the file; null shows it. */
  readonly saveAs: string | null;
}

const readKind = createKindReader();

/**
 * Sends an object of the store as in RFC 9110: 200, 206 for one range, 304 when the caller has it, 416 when the range
 * is outside. Throws `store.not-found`.
 */
export async function sendObject(
  store: ObjectStore,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  options: SendOptions,
): Promise<FastifyReply> {
  const found = await store.stat(key);
  if (!found) throw new AppError('store.not-found', { key });
  const { etag, lastModified, size } = found;
  reply.headers({
    etag: `"${etag}"`,
    'last-modified': lastModified.toUTCString(),
    'accept-ranges': 'bytes',
  });
  const served = { ...options, kind: await readKind(store, found) };
  if (isKnown(request, etag, lastModified)) return serveBytes(reply.code(304), served, null);
  const isRangeAllowed = allowsRange(headerText(request, 'if-range'), etag, lastModified);
  const range = isRangeAllowed ? parseRange(request.headers.range, size) : 'whole';
  if (range === 'unsatisfiable') {
    return serveBytes(reply.code(416).header('content-range', `bytes */${size}`), served, null);
  }
  const span = range === 'whole' ? null : range;
  if (span) reply.code(206).header('content-range', `bytes ${span.start}-${span.end}/${size}`);
  reply.header('content-length', span ? span.end - span.start + 1 : size);
  const body = request.method === 'HEAD' ? Readable.from([]) : await store.read(key, span ?? undefined);
  return serveBytes(reply, served, body);
}

function isKnown(request: FastifyRequest, etag: string, lastModified: Date): boolean {
  const { headers } = request;
  if (headers['if-none-match'] !== undefined) return matchesEtag(headers['if-none-match'], etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= Math.floor(lastModified.getTime() / 1000) * 1000;
}

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
