import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors/app-error.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import { allowsRange, matchesEtag, parseRange } from './range.ts';

const types: Readonly<Record<string, string>> = {
  tif: 'image/tiff',
  tiff: 'image/tiff',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  json: 'application/json',
  geojson: 'application/geo+json',
  dxf: 'image/vnd.dxf',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
  zip: 'application/zip',
};

export interface SendOptions {
  readonly cacheControl: string;
  /** Name under which a browser saves the file; null shows it. */
  readonly saveAs: string | null;
}

/**
 * Sends an object of the store as RFC 9110 says: 200, 206 for one range, 304 when the caller has it, 416 when the
 * range lies outside. Throws `store.not-found`.
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
    'cache-control': options.cacheControl,
  });
  if (isKnown(request, etag, lastModified)) return reply.code(304).send();
  reply.type(types[key.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream');
  if (options.saveAs !== null) {
    const name = encodeURIComponent(options.saveAs);
    reply.header('content-disposition', `attachment; filename*=UTF-8''${name}`);
  }
  const isRangeAllowed = allowsRange(headerText(request, 'if-range'), etag, lastModified);
  const range = isRangeAllowed ? parseRange(request.headers.range, size) : 'whole';
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  const span = range === 'whole' ? null : range;
  if (span) reply.code(206).header('content-range', `bytes ${span.start}-${span.end}/${size}`);
  reply.header('content-length', span ? span.end - span.start + 1 : size);
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await store.read(key, span ?? undefined));
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
