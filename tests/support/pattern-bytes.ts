import type { FileKind } from '#domain/formats/file-kind.ts';

/** First bytes of kinds of files. */
const heads: Readonly<Record<FileKind | 'none', readonly number[]>> = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [...Buffer.from('RIFF\0\0\0\0WEBP')],
  tiff: [0x49, 0x49, 42, 0],
  las: [...Buffer.from('LASF')],
  zip: [...Buffer.from('PK'), 3, 4],
  pdf: [...Buffer.from('%PDF-')],
  gltf: [...Buffer.from('glTF')],
  none: [],
};

/**
 * `size` bytes that differ at every position, the same in every run; only the first ones, by which a server detects the
 * file type, are valid for that type.
 */
export function patternBytes(size: number, seed = 1, kind: FileKind | 'none' = 'las'): Buffer {
  const bytes = Buffer.alloc(size);
  let state = seed;
  for (let index = 0; index < size; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  bytes.set(heads[kind].slice(0, size));
  return bytes;
}
