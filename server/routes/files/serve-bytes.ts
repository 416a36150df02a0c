import type { Readable } from 'node:stream';
import { create as createDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { type FileKind, fileKindTypes, imageKinds } from '#domain/formats/file-kind.ts';

/** Headers that prevent a browser from showing a response as a page, and from running anything in it. */
const sandbox = "sandbox; default-src 'none'; frame-ancestors 'none'";

export interface ServedBytes {
  /** Type by the bytes themselves; null where they are of no known kind, such as text. */
  readonly kind: FileKind | null;
  /** Name under which a browser saves the bytes; null shows images, and saves others under the address's name. */
  readonly saveAs: string | null;
  readonly cacheControl: string;
}

/**
 * Sets the headers of a response with bytes from people. All such bytes are sent with it: the type is ours, the
 * browser may not sniff another, and files other than images are saved and never shown.
 */
function setHeaders(reply: FastifyReply, { kind, saveAs, cacheControl }: ServedBytes): void {
  const isShown = saveAs === null && kind !== null && imageKinds.includes(kind);
  // Unpaired surrogates cannot be encoded.
  const fileName = saveAs?.replace(/\p{Surrogate}/gu, '\ufffd');
  reply.type(kind === null ? 'application/octet-stream' : fileKindTypes[kind]).headers({
    'content-security-policy': sandbox,
    'x-content-type-options': 'nosniff',
    'content-disposition': createDisposition(fileName, { type: isShown ? 'inline' : 'attachment' }),
    'cache-control': cacheControl,
  });
}

/** Sends bytes; `body` null sends only the headers, for HEAD and where the caller has the bytes. */
export function serveBytes(
  reply: FastifyReply,
  served: ServedBytes,
  body: Readable | string | null,
): FastifyReply {
  setHeaders(reply, served);
  return body === null ? reply.send() : reply.send(body);
}
