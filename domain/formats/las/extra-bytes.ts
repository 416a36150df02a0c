import type { ErrorRecord } from '../../errors/app-error.ts';
import { fixedText } from './header.ts';
import { pointFormat } from './point-format.ts';
import type { PointRecords } from './points.ts';

/** How the numbers of an extra dimension are stored; `bytes` is opaque. */
export type ExtraType = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'u64' | 'i64' | 'f32' | 'f64' | 'bytes';

/** A named dimension in the extra bytes of every record (LASF_Spec record 4; LAS 1.4 R15, table 24). */
export interface ExtraDimension {
  readonly name: string;
  readonly description: string;
  readonly type: ExtraType;
  /** Numbers a point: 1, or 2 or 3 in the deprecated array types; bytes for the opaque type. */
  readonly elements: number;
  /** Bytes from the start of the record. */
  readonly offset: number;
  /** Bytes per point. */
  readonly length: number;
  /** value = stored × scale + offset, an entry an element; absent where the file declares none. */
  readonly scale?: readonly number[];
  readonly shift?: readonly number[];
  /** Stored number that means "no value", an entry an element. */
  readonly noData?: readonly number[];
}

export interface ExtraBytesReading {
  dimensions: ExtraDimension[];
  warnings: ErrorRecord[];
}

/** Bytes of one descriptor in the record. */
export const extraDescriptorBytes = 192;

const scalarTypes = ['bytes', 'u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'u64', 'i64', 'f32', 'f64'] as const;
const typeBytes: Readonly<Record<ExtraType, number>> = {
  bytes: 1,
  u8: 1,
  i8: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  u64: 8,
  i64: 8,
  f32: 4,
  f64: 8,
};
const optionBits = { noData: 1, scale: 8, shift: 16 } as const;

function doubles(view: DataView, at: number, elements: number): number[] {
  return Array.from({ length: elements }, (_, index) => view.getFloat64(at + index * 8, true));
}

function noDataNumber(view: DataView, at: number, type: ExtraType): number {
  if (type === 'f32' || type === 'f64') return view.getFloat64(at, true);
  const isSigned = type === 'i8' || type === 'i16' || type === 'i32' || type === 'i64';
  return Number(isSigned ? view.getBigInt64(at, true) : view.getBigUint64(at, true));
}

function parseDescriptor(bytes: Uint8Array, offset: number): ExtraDimension | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const code = view.getUint8(2);
  const options = view.getUint8(3);
  if (code > 30) return undefined;
  const type = scalarTypes[code === 0 ? 0 : ((code - 1) % 10) + 1] as ExtraType;
  const elements = code === 0 ? options : Math.floor((code - 1) / 10) + 1;
  const named = {
    name: fixedText(bytes.subarray(4, 36)),
    description: fixedText(bytes.subarray(160, 192)),
  };
  const shape = { type, elements, offset, length: elements * typeBytes[type] };
  if (code === 0) return { ...named, ...shape };
  return {
    ...named,
    ...shape,
    ...(options & optionBits.scale ? { scale: doubles(view, 112, elements) } : {}),
    ...(options & optionBits.shift ? { shift: doubles(view, 136, elements) } : {}),
    ...(options & optionBits.noData
      ? { noData: Array.from({ length: elements }, (_, index) => noDataNumber(view, 40 + index * 8, type)) }
      : {}),
  };
}

/** Descriptors that are read: one a byte that there is to describe, and as many again of no bytes. */
export function maxDescriptors(format: number, recordLength: number): number {
  return 2 * (recordLength - pointFormat(format).length) + 1;
}

/**
 * Reads the descriptors of the extra bytes. `payload` is the data of record LASF_Spec 4, undefined where the file
 * has none. Descriptors that promise more bytes than the records have are left out with
 * `las.extra-bytes-malformed`; bytes that none describes become one opaque dimension with
 * `las.extra-bytes-unregistered`.
 */
export function readExtraBytes(
  payload: Uint8Array | undefined,
  format: number,
  recordLength: number,
  file: string,
): ExtraBytesReading {
  const dimensions: ExtraDimension[] = [];
  const warnings: ErrorRecord[] = [];
  let at = pointFormat(format).length;
  const malformed = (index: number, name: string) =>
    warnings.push({
      code: 'las.extra-bytes-malformed',
      params: { file, index, name, room: recordLength - at },
    });
  const count = payload ? Math.floor(payload.byteLength / extraDescriptorBytes) : 0;
  for (let index = 0; payload && index < count; index++) {
    const start = index * extraDescriptorBytes;
    const dimension = parseDescriptor(payload.subarray(start, start + extraDescriptorBytes), at);
    if (!dimension || at + dimension.length > recordLength || index >= maxDescriptors(format, recordLength)) {
      malformed(index, dimension?.name ?? '');
      break;
    }
    dimensions.push(dimension);
    at += dimension.length;
  }
  if (payload && payload.byteLength % extraDescriptorBytes !== 0) malformed(count, '');
  const left = recordLength - at;
  if (left > 0) {
    warnings.push({ code: 'las.extra-bytes-unregistered', params: { file, count: left } });
    dimensions.push({ name: '', description: '', type: 'bytes', elements: left, offset: at, length: left });
  }
  return { dimensions, warnings };
}

function numberReader(view: DataView, type: ExtraType): (at: number) => number {
  switch (type) {
    case 'u8':
    case 'bytes':
      return (at) => view.getUint8(at);
    case 'i8':
      return (at) => view.getInt8(at);
    case 'u16':
      return (at) => view.getUint16(at, true);
    case 'i16':
      return (at) => view.getInt16(at, true);
    case 'u32':
      return (at) => view.getUint32(at, true);
    case 'i32':
      return (at) => view.getInt32(at, true);
    case 'u64':
      return (at) => Number(view.getBigUint64(at, true));
    case 'i64':
      return (at) => Number(view.getBigInt64(at, true));
    case 'f32':
      return (at) => view.getFloat32(at, true);
    case 'f64':
      return (at) => view.getFloat64(at, true);
  }
}

/**
 * The values of an extra dimension: `elements` numbers a point, length `count * elements`, scale and offset put in,
 * NaN where the file says "no value". 64-bit integers above 2^53 are rounded.
 */
export function readExtraValues(records: PointRecords, dimension: ExtraDimension): Float64Array {
  const { bytes, count, recordLength } = records;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = numberReader(view, dimension.type);
  const { elements, scale, shift, noData } = dimension;
  const step = typeBytes[dimension.type];
  const values = new Float64Array(count * elements);
  for (let point = 0; point < count; point++) {
    const start = point * recordLength + dimension.offset;
    for (let element = 0; element < elements; element++) {
      const stored = read(start + element * step);
      const isMissing = noData !== undefined && stored === noData[element];
      values[point * elements + element] = isMissing
        ? Number.NaN
        : stored * (scale?.[element] ?? 1) + (shift?.[element] ?? 0);
    }
  }
  return values;
}
