import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import type { ByteSource } from '../byte-source.ts';
import { type ByteWindow, createByteWindow } from '../byte-window.ts';
import { fixedText, type LasHeader } from './header.ts';
import { putText } from './header-write.ts';

/** A variable length record as listed; its payload stays in the file until `readVlrData` is called. */
export interface Vlr {
  readonly userId: string;
  readonly recordId: number;
  readonly description: string;
  /** Offset of the payload in the file. */
  readonly dataOffset: number;
  /** Bytes of payload that are really there. */
  readonly dataLength: number;
  /** Stored behind the points with a 64-bit length (LAS 1.4). */
  readonly isExtended: boolean;
}

/** A record to be written. */
export interface VlrContent {
  readonly userId: string;
  readonly recordId: number;
  readonly description: string;
  readonly data: Uint8Array;
}

export interface VlrListing {
  vlrs: Vlr[];
  warnings: ErrorRecord[];
}

/** Bytes before the payload. */
export const vlrHeaderBytes = 54;
export const evlrHeaderBytes = 60;
/** Longest payload of a record in front of the points. */
export const maxVlrData = 65_535;

/** More records than this are not listed: no real file has them. */
const maxListed = 65_536;
/** Longest payload taken into memory. */
const maxDataBytes = 64 * 1024 * 1024;
/** Small enough that a file of lying records is walked in bounded time, large enough for many real ones. */
const windowBytes = 16_384;

interface Walk {
  start: number;
  /** First byte that belongs to something else. */
  end: number;
  count: number;
  isExtended: boolean;
}

function parseRecordHeader(bytes: Uint8Array, at: number, isExtended: boolean): Vlr {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    userId: fixedText(bytes.subarray(2, 18)).trimEnd(),
    recordId: view.getUint16(18, true),
    dataLength: isExtended ? Number(view.getBigUint64(20, true)) : view.getUint16(20, true),
    description: fixedText(isExtended ? bytes.subarray(28, 60) : bytes.subarray(22, 54)),
    dataOffset: at + bytes.byteLength,
    isExtended,
  };
}

async function walk(
  window: ByteWindow,
  file: string,
  { start, end, count, isExtended }: Walk,
  signal?: AbortSignal,
) {
  const headerBytes = isExtended ? evlrHeaderBytes : vlrHeaderBytes;
  const listing: VlrListing = { vlrs: [], warnings: [] };
  const { vlrs, warnings } = listing;
  let at = start;
  while (vlrs.length < count) {
    if (at + headerBytes > end || vlrs.length >= maxListed) {
      const params = { file, offset: at, declared: count, found: vlrs.length };
      warnings.push({ code: 'las.vlr-count', params });
      break;
    }
    const vlr = parseRecordHeader(await window.read(at, headerBytes, signal), at, isExtended);
    const room = end - vlr.dataOffset;
    if (vlr.dataLength > room) {
      const params = {
        file,
        offset: at,
        userId: vlr.userId,
        recordId: vlr.recordId,
        length: vlr.dataLength,
        room,
      };
      warnings.push({ code: 'las.vlr-length', params });
      vlrs.push({ ...vlr, dataLength: room });
      break;
    }
    vlrs.push(vlr);
    at = vlr.dataOffset + vlr.dataLength;
  }
  return listing;
}

/**
 * Lists the records between header and points. Reads only their headers, in windows of 16 KiB.
 * A wrong count or length becomes a warning (`las.vlr-count`, `las.vlr-length`) and ends the list.
 */
export async function listVlrs(
  source: ByteSource,
  header: LasHeader,
  signal?: AbortSignal,
): Promise<VlrListing> {
  const span = { start: header.headerSize, end: header.pointDataOffset };
  return await walk(
    createByteWindow(source, windowBytes),
    source.name,
    { ...span, count: header.vlrCount, isExtended: false },
    signal,
  );
}

/** Lists the records behind the points (LAS 1.4), as `listVlrs`; a start outside the file is `las.evlr-offset`. */
export async function listEvlrs(
  source: ByteSource,
  header: LasHeader,
  signal?: AbortSignal,
): Promise<VlrListing> {
  const { evlrCount: count, evlrOffset: start } = header;
  if (count === 0) return { vlrs: [], warnings: [] };
  if (start < header.pointDataOffset || start > source.size) {
    const params = { file: source.name, offset: start, declared: count, size: source.size };
    return { vlrs: [], warnings: [{ code: 'las.evlr-offset', params }] };
  }
  return await walk(
    createByteWindow(source, windowBytes),
    source.name,
    { start, end: source.size, count, isExtended: true },
    signal,
  );
}

/** The first record with that user id (case matters) and number. */
export function findVlr(vlrs: readonly Vlr[], userId: string, recordId: number): Vlr | undefined {
  return vlrs.find((vlr) => vlr.userId === userId && vlr.recordId === recordId);
}

/** Reads a record's payload (owned by the caller). Error: `las.vlr-too-large` above 64 MiB. */
export async function readVlrData(
  source: ByteSource,
  vlr: Vlr,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (vlr.dataLength > maxDataBytes) {
    const { userId, recordId, dataLength: length } = vlr;
    throw new AppError('las.vlr-too-large', { file: source.name, userId, recordId, length });
  }
  return await source.read(vlr.dataOffset, vlr.dataLength, signal);
}

/** A record with its header, as stored between header and points. Payload at most 65,535 bytes. */
export function encodeVlr(vlr: VlrContent): Uint8Array<ArrayBuffer> {
  if (vlr.data.byteLength > maxVlrData)
    throw new RangeError('payload too long for a record before the points');
  const bytes = new Uint8Array(vlrHeaderBytes + vlr.data.byteLength);
  const view = new DataView(bytes.buffer);
  putText(bytes, 2, 16, vlr.userId);
  view.setUint16(18, vlr.recordId, true);
  view.setUint16(20, vlr.data.byteLength, true);
  putText(bytes, 22, 32, vlr.description);
  bytes.set(vlr.data, vlrHeaderBytes);
  return bytes;
}

/** The header of an extended record whose payload of `length` bytes follows it. */
export function encodeEvlrHeader(vlr: Omit<VlrContent, 'data'>, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(evlrHeaderBytes);
  const view = new DataView(bytes.buffer);
  putText(bytes, 2, 16, vlr.userId);
  view.setUint16(18, vlr.recordId, true);
  view.setBigUint64(20, BigInt(length), true);
  putText(bytes, 28, 32, vlr.description);
  return bytes;
}
