import { fieldSize, fieldType } from './tags.ts';

/** One directory entry: the offset and coding of its values. */
export interface TiffEntry {
  readonly tag: number;
  readonly type: number;
  /** Number of values. */
  readonly count: number;
  /** File offset of the first value's bytes. */
  readonly offset: number;
  /** The values' bytes, where they were loaded with the directory; the large offset tables are not. */
  readonly bytes?: Uint8Array;
}

/** One image file directory: its entries, and typed access to the loaded ones. */
export class TiffDirectory {
  /** File offset of the directory. */
  readonly offset: number;
  readonly littleEndian: boolean;
  readonly entries: ReadonlyMap<number, TiffEntry>;

  constructor(offset: number, littleEndian: boolean, entries: ReadonlyMap<number, TiffEntry>) {
    this.offset = offset;
    this.littleEndian = littleEndian;
    this.entries = entries;
  }

  /** All values of a tag as numbers; undefined when absent, unloaded or not numeric. */
  numbers(tag: number): number[] | undefined {
    const entry = this.entries.get(tag);
    if (!entry?.bytes || entry.type === fieldType.ascii) return undefined;
    return decodeNumbers(entry.bytes, entry.type, this.littleEndian);
  }

  /** First value of a tag, or `fallback`. */
  number(tag: number, fallback: number): number {
    return this.numbers(tag)?.[0] ?? fallback;
  }

  /** Raw bytes of a tag (borrowed), undefined when absent or unloaded. */
  raw(tag: number): Uint8Array | undefined {
    return this.entries.get(tag)?.bytes;
  }

  /** An ASCII tag up to its terminating zero (Latin-1, since writers disagree); undefined when absent. */
  text(tag: number): string | undefined {
    const bytes = this.raw(tag);
    if (!bytes) return undefined;
    const end = bytes.indexOf(0);
    return latin1(end < 0 ? bytes : bytes.subarray(0, end));
  }
}

/** Bytes to text, one character per byte. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return text;
}

type Getter = (view: DataView, at: number, littleEndian: boolean) => number;

const getters = new Map<number, Getter>([
  [fieldType.byte, (view, at) => view.getUint8(at)],
  [fieldType.undefined, (view, at) => view.getUint8(at)],
  [fieldType.sbyte, (view, at) => view.getInt8(at)],
  [fieldType.short, (view, at, le) => view.getUint16(at, le)],
  [fieldType.sshort, (view, at, le) => view.getInt16(at, le)],
  [fieldType.long, (view, at, le) => view.getUint32(at, le)],
  [fieldType.ifd, (view, at, le) => view.getUint32(at, le)],
  [fieldType.slong, (view, at, le) => view.getInt32(at, le)],
  [fieldType.float, (view, at, le) => view.getFloat32(at, le)],
  [fieldType.double, (view, at, le) => view.getFloat64(at, le)],
  [fieldType.rational, (view, at, le) => view.getUint32(at, le) / view.getUint32(at + 4, le)],
  [fieldType.srational, (view, at, le) => view.getInt32(at, le) / view.getInt32(at + 4, le)],
  [fieldType.long8, (view, at, le) => Number(view.getBigUint64(at, le))],
  [fieldType.ifd8, (view, at, le) => Number(view.getBigUint64(at, le))],
  [fieldType.slong8, (view, at, le) => Number(view.getBigInt64(at, le))],
]);

/**
 * Decodes whole values of one field type. 64-bit integers above 2^53 lose their last bits, which no
 * offset of a real file needs.
 */
export function decodeNumbers(bytes: Uint8Array, type: number, littleEndian: boolean): number[] {
  const size = fieldSize(type);
  const get = getters.get(type);
  if (!get) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, i) => get(view, i * size, littleEndian));
}
