import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { findPointFormat } from './point-format.ts';

/** One number an axis: x, y, z. */
export type Triple = readonly [x: number, y: number, z: number];

/** The public header block of a LAS, LAZ or COPC file, versions 1.0 to 1.4 (ASPRS LAS 1.4 R15, table 3). */
export interface LasHeader {
  readonly versionMinor: number;
  readonly fileSourceId: number;
  /** All bits as stored; `gpsTimeType` and `hasWktBit` are read from them. */
  readonly globalEncoding: number;
  readonly gpsTimeType: 'week' | 'adjusted-standard';
  /** Formats 6–10 and LAS 1.4: the CRS is declared as WKT. */
  readonly hasWktBit: boolean;
  /** GUID as 32 hexadecimal digits, in the order of the bytes. */
  readonly projectId: string;
  readonly systemIdentifier: string;
  readonly generatingSoftware: string;
  /** Day of the year, 1 to 366, as stored; 0 where unknown. */
  readonly creationDay: number;
  readonly creationYear: number;
  readonly headerSize: number;
  readonly pointDataOffset: number;
  /** As declared, possibly wrong. */
  readonly vlrCount: number;
  /** 0 to 10, the compression bits taken off. */
  readonly pointFormat: number;
  readonly isCompressed: boolean;
  readonly recordLength: number;
  /** As declared: the 64-bit count of LAS 1.4 where it is set, else the 32-bit one. */
  readonly pointCount: number;
  /** Points by return number, 5 entries before LAS 1.4, 15 since, as declared. */
  readonly pointsByReturn: readonly number[];
  readonly scale: Triple;
  readonly offset: Triple;
  /** As declared, in the file's CRS; may be NaN or wrong. */
  readonly min: Triple;
  readonly max: Triple;
  /** LAS 1.3 and later: start of the waveform data packet record, 0 where there is none. */
  readonly waveformOffset: number;
  readonly evlrOffset: number;
  readonly evlrCount: number;
}

export interface ParsedHeader {
  header: LasHeader;
  warnings: ErrorRecord[];
}

/** Header length of LAS 1.4, the longest. */
export const maxHeaderBytes = 375;
const minHeaderBytes = [227, 227, 227, 235, 375] as const;

/** Bits of the global encoding. */
export const globalEncodingBits = { adjustedStandardTime: 1, wkt: 1 << 4 } as const;

const latin1 = new TextDecoder('latin1');

/** Text of a fixed-length field, ended by its first NUL; padding by spaces is kept. */
export function fixedText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return latin1.decode(end < 0 ? bytes : bytes.subarray(0, end));
}

function triple(view: DataView, offset: number, stride = 8): Triple {
  const at = (axis: number) => view.getFloat64(offset + axis * stride, true);
  return [at(0), at(1), at(2)];
}

function readCounts(view: DataView, file: string, minor: number, format: number, warnings: ErrorRecord[]) {
  const legacy = view.getUint32(107, true);
  const legacyReturns = Array.from({ length: 5 }, (_, index) => view.getUint32(111 + index * 4, true));
  if (minor < 4) return { pointCount: legacy, pointsByReturn: legacyReturns };
  const wide = Number(view.getBigUint64(247, true));
  const returns = Array.from({ length: 15 }, (_, index) => Number(view.getBigUint64(255 + index * 8, true)));
  if (wide === 0 && legacy > 0 && format < 6) return { pointCount: legacy, pointsByReturn: legacyReturns };
  if (legacy !== 0 && legacy !== wide) {
    warnings.push({ code: 'las.count-mismatch', params: { file, legacy, count: wide } });
  }
  return { pointCount: wide, pointsByReturn: returns };
}

function checkVersion(view: DataView, file: string, size: number): number {
  const signature = view.byteLength >= 4 ? view.getUint32(0, true) : 0;
  if (signature !== 0x4653414c) throw new AppError('las.not-las', { file });
  if (view.byteLength < 227) throw new AppError('las.truncated-header', { file, size, needed: 227 });
  const [major, minor] = [view.getUint8(24), view.getUint8(25)];
  const needed = major === 1 ? minHeaderBytes[minor] : undefined;
  if (needed === undefined) throw new AppError('las.version', { file, version: `${major}.${minor}` });
  const headerSize = view.getUint16(94, true);
  if (view.byteLength < needed) throw new AppError('las.truncated-header', { file, size, needed });
  if (headerSize < needed) throw new AppError('las.header-size', { file, headerSize, needed });
  return minor;
}

function checkLayout(header: LasHeader, file: string, size: number): void {
  const format = findPointFormat(header.pointFormat);
  if (!format) throw new AppError('las.point-format', { file, format: header.pointFormat });
  if (header.recordLength < format.length) {
    const { recordLength } = header;
    throw new AppError('las.record-length', {
      file,
      recordLength,
      format: format.id,
      needed: format.length,
    });
  }
  if (header.pointDataOffset < header.headerSize || header.pointDataOffset > size) {
    throw new AppError('las.point-offset', { file, offset: header.pointDataOffset, size });
  }
  if (!Number.isSafeInteger(header.pointCount)) {
    throw new AppError('las.point-count', { file, count: header.pointCount });
  }
  const isUsable = (value: number) => Number.isFinite(value) && value !== 0;
  if (!header.scale.every(isUsable) || !header.offset.every(Number.isFinite)) {
    throw new AppError('las.scale', { file, scale: header.scale.join(' '), offset: header.offset.join(' ') });
  }
}

/**
 * Reads the public header from the first bytes of a file (375 of them, or the whole file where it is shorter).
 * `size` is the length of the whole file. Counts that contradict each other become warnings.
 * Errors: `las.not-las`, `las.truncated-header`, `las.version`, `las.header-size`, `las.point-format`,
 * `las.record-length`, `las.point-offset`, `las.point-count`, `las.scale`.
 */
export function parseHeader(bytes: Uint8Array, size: number, file: string): ParsedHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const minor = checkVersion(view, file, size);
  const warnings: ErrorRecord[] = [];
  const formatByte = view.getUint8(104);
  const pointFormat = formatByte & 0x3f;
  const globalEncoding = view.getUint16(6, true);
  const guid = Array.from(bytes.subarray(8, 24), (byte) => byte.toString(16).padStart(2, '0'));
  const header: LasHeader = {
    versionMinor: minor,
    fileSourceId: view.getUint16(4, true),
    globalEncoding,
    gpsTimeType:
      globalEncoding & globalEncodingBits.adjustedStandardTime && minor >= 2 ? 'adjusted-standard' : 'week',
    hasWktBit: minor >= 4 && (globalEncoding & globalEncodingBits.wkt) !== 0,
    projectId: guid.join(''),
    systemIdentifier: fixedText(bytes.subarray(26, 58)),
    generatingSoftware: fixedText(bytes.subarray(58, 90)),
    creationDay: view.getUint16(90, true),
    creationYear: view.getUint16(92, true),
    headerSize: view.getUint16(94, true),
    pointDataOffset: view.getUint32(96, true),
    vlrCount: view.getUint32(100, true),
    pointFormat,
    isCompressed: (formatByte & 0xc0) !== 0,
    recordLength: view.getUint16(105, true),
    ...readCounts(view, file, minor, pointFormat, warnings),
    scale: triple(view, 131),
    offset: triple(view, 155),
    max: triple(view, 179, 16),
    min: triple(view, 187, 16),
    waveformOffset: minor >= 3 ? Number(view.getBigUint64(227, true)) : 0,
    evlrOffset: minor >= 4 ? Number(view.getBigUint64(235, true)) : 0,
    evlrCount: minor >= 4 ? view.getUint32(243, true) : 0,
  };
  checkLayout(header, file, size);
  return { header, warnings };
}
