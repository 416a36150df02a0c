import { zlibSync } from 'fflate';
import type { HostCodecs } from './tiff/block-coding.ts';

/** DEFLATE effort; 6 is zlib's own default. */
const level = 6;

/** A zlib stream of bytes; the same bytes give the same stream wherever the compressor is the same. */
export function deflate(bytes: Uint8Array, host: HostCodecs): Uint8Array<ArrayBuffer> {
  return host.deflate ? host.deflate(bytes, level) : (zlibSync(bytes, { level }) as Uint8Array<ArrayBuffer>);
}
