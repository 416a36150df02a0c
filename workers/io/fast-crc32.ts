import * as zlib from 'node:zlib';
import { crc32 } from '#domain/formats/crc32.ts';
import type { Checksum } from '#domain/formats/zip/write-zip.ts';

/** CRC-32 by zlib, which Node offers from 20.15 on; before that by our own. */
export const fastCrc32: Checksum = (bytes, before) =>
  typeof zlib.crc32 === 'function' ? zlib.crc32(bytes, before) : crc32(bytes, before);
