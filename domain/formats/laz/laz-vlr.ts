import { AppError, type ErrorParams } from '../../errors/app-error.ts';
import { findPointFormat } from '../las/point-format.ts';

/** User id and number of the record that says how points are compressed. */
export const lazVlrUserId = 'laszip encoded';
export const lazVlrRecordId = 22204;

/** Chunk size that means chunks of different sizes, each with its count in the chunk table. */
export const variableChunkSize = 0xffff_ffff;
/** Points a chunk in the files we write. */
export const defaultChunkSize = 50_000;

/** One part of a record that is compressed on its own. */
export interface LazItem {
  readonly type: number;
  /** Bytes of the part. */
  readonly size: number;
  readonly version: number;
}

/** What the LAZ record declares. */
export interface LazVlr {
  /** 1 point-wise, 2 point-wise in chunks, 3 layered in chunks. */
  readonly compressor: number;
  /** Points a chunk, or `variableChunkSize`. */
  readonly chunkSize: number;
  /** False where the record gives 0 points a chunk: then the chunk table is read as one of different sizes. */
  readonly statesChunkSize: boolean;
  readonly items: readonly LazItem[];
}

/** How the chunks of one file are coded: plain data, complete for the codec. */
export interface LazScheme {
  /** Point format 0 to 3 or 6 to 8. */
  readonly format: number;
  readonly recordLength: number;
  readonly extraBytes: number;
  /** Version of the items: 2 point-wise, 3 or 4 layered. */
  readonly itemVersion: 2 | 3 | 4;
}

const itemTypes = {
  bytes: 0,
  point10: 6,
  gpsTime: 7,
  rgb12: 8,
  wavePacket13: 9,
  point14: 10,
  rgb14: 11,
  rgbNir14: 12,
  wavePacket14: 13,
  bytes14: 14,
} as const;

const itemNames: Readonly<Record<number, string>> = {
  0: 'BYTE',
  1: 'SHORT',
  2: 'INT',
  3: 'LONG',
  4: 'FLOAT',
  5: 'DOUBLE',
  6: 'POINT10',
  7: 'GPSTIME11',
  8: 'RGB12',
  9: 'WAVEPACKET13',
  10: 'POINT14',
  11: 'RGB14',
  12: 'RGBNIR14',
  13: 'WAVEPACKET14',
  14: 'BYTE14',
};

const waveTypes: ReadonlySet<number> = new Set([itemTypes.wavePacket13, itemTypes.wavePacket14]);

const fixedBytes = 34;
const itemBytes = 6;

/**
 * Reads the payload of the LAZ record. Errors: `laz.vlr` when it is cut or names no items. Whether its scheme can
 * be decoded is `lazScheme`'s question.
 */
export function parseLazVlr(data: Uint8Array, file: string): LazVlr {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.byteLength < fixedBytes)
    throw new AppError('laz.vlr', { file, reason: 'so-many-bytes', bytes: data.byteLength });
  const count = view.getUint16(32, true);
  if (count === 0 || fixedBytes + count * itemBytes > data.byteLength) {
    const values = { items: count, bytes: data.byteLength };
    throw new AppError('laz.vlr', { file, reason: 'so-many-items-in-so-many-bytes', ...values });
  }
  const items = Array.from({ length: count }, (_, index) => {
    const at = fixedBytes + index * itemBytes;
    return {
      type: view.getUint16(at, true),
      size: view.getUint16(at + 2, true),
      version: view.getUint16(at + 4, true),
    };
  });
  return {
    compressor: view.getUint16(0, true),
    chunkSize: view.getUint32(12, true) || variableChunkSize,
    statesChunkSize: view.getUint32(12, true) !== 0,
    items,
  };
}

/** The items in which records of that format are compressed: version 2 for formats 0 to 3, 3 for 6 to 8. */
function itemsOf(format: number, extraBytes: number): LazItem[] {
  const isLayered = format >= 6;
  const version = isLayered ? 3 : 2;
  const items: LazItem[] = [];
  const add = (type: number, size: number) => items.push({ type, size, version });
  if (isLayered) {
    add(itemTypes.point14, 30);
    if (format === 7) add(itemTypes.rgb14, 6);
    if (format === 8) add(itemTypes.rgbNir14, 8);
    if (extraBytes > 0) add(itemTypes.bytes14, extraBytes);
  } else {
    add(itemTypes.point10, 20);
    if (format === 1 || format === 3) add(itemTypes.gpsTime, 8);
    if (format === 2 || format === 3) add(itemTypes.rgb12, 6);
    if (extraBytes > 0) add(itemTypes.bytes, extraBytes);
  }
  return items;
}

/** The record for files that we write: formats 0 to 3 point-wise, 6 to 8 layered. */
export function createLazVlr(format: number, extraBytes: number, chunkSize: number): LazVlr {
  return {
    compressor: format >= 6 ? 3 : 2,
    chunkSize,
    statesChunkSize: true,
    items: itemsOf(format, extraBytes),
  };
}

/** The payload of the LAZ record (34 bytes and 6 an item), as LASzip 3.4 lays it out. */
export function encodeLazVlr(
  vlr: Pick<LazVlr, 'compressor' | 'chunkSize' | 'items'>,
): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(fixedBytes + vlr.items.length * itemBytes);
  const view = new DataView(data.buffer);
  view.setUint16(0, vlr.compressor, true);
  view.setUint8(4, 3);
  view.setUint8(5, 4);
  view.setUint16(6, 3, true);
  view.setUint32(12, vlr.chunkSize, true);
  view.setBigInt64(16, -1n, true);
  view.setBigInt64(24, -1n, true);
  view.setUint16(32, vlr.items.length, true);
  for (const [index, item] of vlr.items.entries()) {
    const at = fixedBytes + index * itemBytes;
    view.setUint16(at, item.type, true);
    view.setUint16(at + 2, item.size, true);
    view.setUint16(at + 4, item.version, true);
  }
  return data;
}

function describeItem({ type, version }: LazItem): ErrorParams {
  return { item: 'an-item-of-a-version', name: itemNames[type] ?? type, version };
}

/**
 * How the chunks of a file are to be decoded, from its LAZ record and the header's format and record length.
 * Errors: `laz.unsupported` names the item or compressor that is not read (waveform, version 1, point-wise
 * without chunks); `laz.vlr` when the items do not make up the record.
 */
export function lazScheme(vlr: LazVlr, format: number, recordLength: number, file: string): LazScheme {
  const extraBytes = recordLength - (findPointFormat(format)?.length ?? recordLength + 1);
  const size = vlr.items.reduce((sum, item) => sum + item.size, 0);
  if (extraBytes < 0 || size !== recordLength) {
    const values = { bytes: size, recordLength, format };
    throw new AppError('laz.vlr', { file, reason: 'items-do-not-make-up-the-record', ...values });
  }
  const isLayered = vlr.items[0]?.type === itemTypes.point14;
  const newest = isLayered ? 4 : 2;
  const isRead = (item: LazItem) =>
    !waveTypes.has(item.type) &&
    ((item.type === itemTypes.bytes && item.version === 1) ||
      (item.version >= (isLayered ? 3 : 2) && item.version <= newest));
  const known = itemsOf(format, extraBytes);
  const unread =
    vlr.items.find((item) => !isRead(item)) ??
    vlr.items.find((item, index) => item.type !== known[index]?.type || item.size !== known[index]?.size);
  if (unread) throw new AppError('laz.unsupported', { file, ...describeItem(unread) });
  if (vlr.compressor !== (isLayered ? 3 : 2)) {
    throw new AppError('laz.unsupported', { file, item: 'a-compressor', compressor: vlr.compressor });
  }
  const version = vlr.items[0]?.version ?? 0;
  return { format, recordLength, extraBytes, itemVersion: isLayered ? (version === 4 ? 4 : 3) : 2 };
}

/** The scheme of the chunks that `createLazVlr` declares. */
export function writtenScheme(format: number, recordLength: number): LazScheme {
  const extraBytes = recordLength - (findPointFormat(format)?.length ?? recordLength);
  return { format, recordLength, extraBytes, itemVersion: format >= 6 ? 3 : 2 };
}
