import { decodeJpeg } from '../jpeg/decode/decode-jpeg.ts';
import { JpegFault } from '../jpeg/decode/fault.ts';
import { type BlockCoding, BlockFault } from './block-coding.ts';
import { photometric } from './layout.ts';

/** Decodes a block of JPEG to a plane a sample; colour differences become RGB. Throws `BlockFault`. */
export function decodeJpegBlock(coding: BlockCoding, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { width, height, samples: components, jpegTables: tables } = coding;
  const isYcc = coding.photometric === photometric.yCbCr && components === 3;
  try {
    return decodeJpeg(bytes, { width, height, components, isYcc, ...(tables ? { tables } : {}) });
  } catch (error) {
    if (error instanceof JpegFault)
      throw new BlockFault(error.kind, error.reason.reason, error.reason, { cause: error });
    throw error;
  }
}
