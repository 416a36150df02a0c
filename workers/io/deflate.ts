import { deflateSync } from 'node:zlib';

/** A zlib stream of bytes (Node only). */
export function deflate(bytes: Uint8Array, level: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(deflateSync(bytes, { level }));
}
