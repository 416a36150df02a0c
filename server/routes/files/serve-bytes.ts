import type { Readable } from 'node:stream';
import { create as createDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { type FileKind, fileKindTypes, imageKinds } from '#domain/formats/file-kind.ts';

/** What makes a browser show nothing of an answer as a page, and run nothing in it. */
const sandbox = "sandbox; default-src 'none'; frame-ancestors 'none'";

export interface ServedBytes {
  /** By the bytes themselves; null where they are of no kind that we know, as text. */
  readonly kind: FileKind | null;
  /** Name under which a browser saves the bytes; null shows pictures, and saves others under the address's name. */
  readonly saveAs: string | null;
  readonly cacheControl: string;
}

/**
 * Sets the headers of an answer that carries bytes which may be somebody's. It is the one way to send such bytes: the
 * type is ours, the browser may not guess another, and what is no picture is saved and never shown.
 */
function setHeaders(reply: FastifyReply, { kind, saveAs, cacheControl }: ServedBytes): void {
  const isShown = saveAs === null && kind !== null && imageKinds.includes(kind);
  // Unpaired halves of characters cannot be written.
  const fileName = saveAs?.replace(/\p{Surrogate}/gu, '\ufffd');
  reply.type(kind === null ? 'application/octet-stream' : fileKindTypes[kind]).headers({
    'content-security-policy': sandbox,
    'x-content-type-options': 'nosniff',
    'content-disposition': createDisposition(fileName, { type: isShown ? 'inline' : 'attachment' }),
    'cache-control': cacheControl,
  });
}

/** Sends bytes; `body` null answers with the headers alone, as to HEAD and where the caller has them already. */
export function serveBytes(
  reply: FastifyReply,
  served: ServedBytes,
  body: Readable | string | null,
): FastifyReply {
  setHeaders(reply, served);
  return body === null ? reply.send() : reply.send(body);
}
