import { readCrsWith } from '#domain/crs/read-crs.ts';
import type { CrsTable } from '#domain/crs/table.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { countScans } from '#domain/formats/jpeg/count-scans.ts';
import { decodeJpeg } from '#domain/formats/jpeg/decode/decode-jpeg.ts';
import { readJpegHead } from '#domain/formats/jpeg/read-head.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { encodeVlr } from '#domain/formats/las/vlr.ts';
import type { BlockCoding } from '#domain/formats/tiff/block-coding.ts';
import { decodeBlock } from '#domain/formats/tiff/decode-block.ts';
import { readTiff } from '#domain/formats/tiff/structure.ts';
import { tiffCompression } from '#domain/formats/tiff/tags.ts';
import { guardedSource } from './guarded-source.ts';
import { systemTexts } from './hostile/systems.ts';
import { progressiveJpeg } from './progressive-jpeg.ts';
import { shapeAttacks } from './shape-attacks.ts';
import type { Attack } from './text-attacks.ts';

/** The header of a LAS 1.2 file without points, followed by records. */
function lasHeader(recordCount: number, pointOffset: number): Uint8Array {
  const header = new Uint8Array(227);
  const view = new DataView(header.buffer);
  header.set(new TextEncoder().encode('LASF'));
  header.set([1, 2], 24);
  view.setUint16(94, 227, true);
  view.setUint32(96, pointOffset, true);
  view.setUint32(100, recordCount, true);
  view.setUint16(105, 20, true);
  for (let axis = 0; axis < 3; axis++) view.setFloat64(131 + 8 * axis, 0.01, true);
  return header;
}

/** A LAS file of as many records as fit into `length` bytes. */
function lasOfRecords(length: number, userId: string, recordId: number, data: Uint8Array): Uint8Array {
  const record = encodeVlr({ userId, recordId, description: '', data });
  const count = Math.ceil(length / record.length);
  const bytes = new Uint8Array(227 + count * record.length);
  bytes.set(lasHeader(count, bytes.length));
  for (let i = 0; i < count; i++) bytes.set(record, 227 + i * record.length);
  return bytes;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

function lasAttack(table: CrsTable, name: string, recordId: number, data: Uint8Array): Attack {
  return {
    name: `LAS of ${name}`,
    prepare(length) {
      const bytes = lasOfRecords(length, recordId === 4 ? 'LASF_Spec' : 'LASF_Projection', recordId, data);
      return async () => {
        const { crsDeclarations } = await openLas(guardedSource('a.las', bytes));
        return readCrsWith(table, crsDeclarations, { wktBit: true });
      };
    },
  };
}

function attackOf(
  name: string,
  make: (length: number) => Uint8Array,
  parse: (bytes: Uint8Array) => unknown,
): Attack {
  return {
    name,
    prepare(length) {
      const bytes = make(length);
      return () => parse(bytes);
    },
  };
}

/** Segments, or markers, repeated after the first two bytes of a JPEG. */
const jpegOf = (piece: readonly number[]) => (length: number) => {
  const bytes = new Uint8Array(length + 4);
  for (let at = 2; at < bytes.length; at += piece.length) bytes.set(piece.slice(0, bytes.length - at), at);
  bytes.set([0xff, 0xd8]);
  return bytes;
};

/** A TIFF of chained directories whose values all share the same end of the file. */
function tiffOfDirectories(length: number): Uint8Array {
  const directoryBytes = 2 + 12 + 4;
  const shared = Math.min(1 << 20, length >> 1);
  const count = Math.min(4000, Math.floor((length - shared) / directoryBytes));
  const bytes = new Uint8Array(8 + count * directoryBytes + shared);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0, 8]);
  for (let i = 0; i < count; i++) {
    const at = 8 + i * directoryBytes;
    view.setUint16(at, 1, true);
    view.setUint16(at + 2, 42112, true);
    view.setUint16(at + 4, 2, true);
    view.setUint32(at + 6, shared, true);
    view.setUint32(at + 10, bytes.length - shared, true);
    view.setUint32(at + 14, i + 1 < count ? at + directoryBytes : 0, true);
  }
  return bytes;
}

const ofGrey = { width: 1000, height: 800, components: 1, isYcc: false };

const pictureAttacks: readonly Attack[] = [
  attackOf(
    'JPEG of empty scans',
    (length) => progressiveJpeg({ width: 1000, height: 800, scans: Math.ceil(length / 16) }),
    (bytes) => decodeJpeg(bytes, ofGrey),
  ),
  attackOf('JPEG of empty segments', jpegOf([0xff, 0xe0, 0, 2]), (bytes) => decodeJpeg(bytes, ofGrey)),
  ...[
    ['empty segments', [0xff, 0xe0, 0, 2]],
    ['restart markers', [0xff, 0xd0]],
    ['filling', [0xff]],
    ['frames', [0xff, 0xc2, 0, 2, 0xff, 0xda, 0, 2]],
  ].map(([name, piece]) =>
    attackOf(`scans of ${name}`, jpegOf(piece as number[]), (bytes) =>
      countScans(memorySource('a.jpg', bytes)),
    ),
  ),
  attackOf('JPEG head of empty segments', jpegOf([0xff, 0xe1, 0, 2]), (bytes) =>
    readJpegHead(memorySource('a.jpg', bytes)),
  ),
  attackOf('TIFF of directories with the same values', tiffOfDirectories, (bytes) =>
    readTiff(memorySource('a.tif', bytes)),
  ),
];

const block: BlockCoding = {
  compression: tiffCompression.none,
  predictor: 1,
  bits: 8,
  sampleType: 'uint8',
  samples: 1,
  width: 1024,
  height: 1024,
  neededRows: 1024,
  littleEndian: true,
  fillOrder: 1,
  photometric: 1,
  conversion: 'none',
};

/** Repeated bytes after a prefix. */
const repeated =
  (piece: readonly number[], head: readonly number[] = []) =>
  (length: number): Uint8Array => {
    const bytes = new Uint8Array(length + head.length);
    bytes.set(head);
    for (let at = head.length; at < bytes.length; at += piece.length)
      bytes.set(piece.slice(0, bytes.length - at), at);
    return bytes;
  };

/**
 * Two rows of facsimile group 4: one whose colour changes at every pixel, and one that repeats it with one bit each.
 */
function changesOfColour(length: number): Uint8Array {
  const pairs = Math.floor(length / 2);
  const first = repeated([0x23, 0xa2, 0x3a])(Math.ceil((12 * pairs) / 8));
  const bytes = new Uint8Array(first.length + Math.ceil(pairs / 4)).fill(0xff);
  bytes.set(first);
  return bytes;
}

function blockAttack(
  name: string,
  make: (length: number) => Uint8Array,
  coding: (length: number) => Partial<BlockCoding>,
): Attack {
  return {
    name: `block of ${name}`,
    prepare(length) {
      const bytes = make(length);
      return () => decodeBlock({ ...block, ...coding(length) }, new Uint8Array(bytes));
    },
  };
}

const xzHead = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0x21, 1, 0x16, 0, 0, 0, 0, 0, 0, 0];
const zstdHead = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58];
const as =
  (compression: number, change: Partial<BlockCoding> = {}) =>
  () => ({ compression, ...change });

const blockAttacks: readonly Attack[] = [
  blockAttack('changes of colour', changesOfColour, (length) => ({
    compression: tiffCompression.ccittFax4,
    bits: 1,
    width: 2 * Math.floor(length / 2),
    height: 2,
    neededRows: 2,
  })),
  blockAttack('ends of lines', repeated([0, 16]), as(tiffCompression.ccittFax3, { bits: 1 })),
  blockAttack(
    'runs of nothing',
    repeated([0x35, 0x0d, 0xd4, 0x37]),
    as(tiffCompression.ccittRle, { bits: 1 }),
  ),
  blockAttack(
    'LZMA models',
    repeated([0xe0, 0, 0, 0, 5, 0x5d, 0, 0, 0, 0, 0, 0], xzHead),
    as(tiffCompression.lzma),
  ),
  blockAttack('LZMA bytes', repeated([1, 0, 0, 7], xzHead), as(tiffCompression.lzma)),
  blockAttack('no runs', repeated([128]), as(tiffCompression.packbits)),
  blockAttack('clear codes', repeated([0x80, 0x40, 0x20, 0x10, 8, 4, 2, 1, 0]), as(tiffCompression.lzw)),
  blockAttack('empty DEFLATE', repeated([0, 0, 0, 0xff, 0xff], [0x78, 0x9c]), as(tiffCompression.deflate)),
  blockAttack('empty ZSTD', repeated([0, 0, 0], zstdHead), as(tiffCompression.zstd)),
  blockAttack('ZSTD frames', repeated([...zstdHead, 1, 0, 0]), as(tiffCompression.zstd)),
  blockAttack('NeXT spans', repeated([0x40, 0, 0, 0, 0]), as(tiffCompression.next, { bits: 2 })),
  blockAttack('NeXT runs', repeated([1, 0, 0, 0]), as(tiffCompression.next, { bits: 2 })),
  blockAttack('ThunderScan runs', repeated([0]), as(tiffCompression.thunderScan, { bits: 4 })),
  blockAttack('log runs', repeated([0]), as(tiffCompression.sgiLog, { bits: 16, sampleType: 'int16' })),
];

/** Attacks on parsers of binary files. */
export function byteAttacks(table: CrsTable): Attack[] {
  return [
    ...pictureAttacks,
    ...blockAttacks,
    ...shapeAttacks,
    lasAttack(table, 'one system many times', 2112, utf8(systemTexts[0]!)),
    lasAttack(table, 'systems without a code', 2112, utf8('PROJCS["a"]')),
    lasAttack(table, 'systems by name', 2112, utf8('NAD83 / California zone 3 (ftUS)')),
    lasAttack(table, 'empty descriptions of extra bytes', 4, new Uint8Array(192)),
    lasAttack(table, 'empty records', 1, new Uint8Array(0)),
  ];
}
