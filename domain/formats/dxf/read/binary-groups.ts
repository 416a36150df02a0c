import { AppError } from '../../../errors/app-error.ts';
import { NameCache } from './names.ts';
import type { RecordFeed } from './record-feed.ts';
import type { GroupSplitter } from './text-groups.ts';
import { maxCode, typeOfCode, valueTypes } from './value-types.ts';

/** What binary files begin with. */
export const binarySentinel = 'AutoCAD Binary DXF\r\n\x1a\0';
const maxText = 1 << 20;
/** Marks, in files before R13, a code of two bytes. */
const longCode = 255;

/**
 * Groups of a binary file: codes of one byte before R13 and of two since, little-endian values, texts ended by a zero.
 * Source: Autodesk, DXF Reference, Binary DXF Files.
 * @throws dxf.bad-group, dxf.too-long-line, with the offset in bytes
 */
export class BinaryGroups implements GroupSplitter {
  readonly #file: string;
  readonly #feed: RecordFeed;
  readonly #names = new NameCache();
  #rest: Uint8Array = new Uint8Array(0);
  /** Offset in the file of the first byte of `#rest`. */
  #offset = 0;
  #hasWideCodes: boolean | null = null;

  constructor(file: string, feed: RecordFeed) {
    this.#file = file;
    this.#feed = feed;
  }

  get place(): number {
    return this.#offset;
  }

  feed(bytes: Uint8Array, isLast: boolean): boolean {
    const buffer = new Uint8Array(this.#rest.length + bytes.length);
    buffer.set(this.#rest);
    buffer.set(bytes, this.#rest.length);
    const view = new DataView(buffer.buffer);
    let at = 0;
    if (this.#hasWideCodes === null) {
      at = binarySentinel.length;
      this.#hasWideCodes = buffer[at + 1] === 0;
    }
    while (at < buffer.length) {
      const next = this.#group(buffer, view, at);
      if (next === 0) return false;
      if (next < 0) break;
      at = next;
    }
    this.#offset += at;
    this.#rest = buffer.slice(at);
    if (!isLast && this.#rest.length > maxText) {
      throw new AppError('dxf.too-long-line', { file: this.#file, line: this.#offset, limit: maxText });
    }
    return true;
  }

  /** Reads the group at a position; the position behind it, −1 where it is not whole, 0 at the end of the drawing. */
  #group(buffer: Uint8Array, view: DataView, start: number): number {
    const isLong = this.#hasWideCodes === true;
    let at = start;
    if (at + 3 > buffer.length) return -1;
    let code = isLong ? view.getUint16(at, true) : buffer[at]!;
    at += isLong ? 2 : 1;
    if (!isLong && code === longCode) {
      code = view.getUint16(at, true);
      at += 2;
    }
    if (code > maxCode) {
      const line = this.#offset + start;
      throw new AppError('dxf.bad-group', { file: this.#file, line, found: String(code) });
    }
    const type = typeOfCode[code]!;
    if (type === valueTypes.text) return this.#text(code, buffer, at, start);
    const length = type === valueTypes.chunk ? 1 + (buffer[at] ?? 0) : widths[type]!;
    if (at + length > buffer.length) return -1;
    if (type !== valueTypes.chunk && type !== valueTypes.int64) {
      this.#feed.number(code, valueAt(view, at, type), this.#offset + start);
    }
    return at + length;
  }

  #text(code: number, buffer: Uint8Array, from: number, start: number): number {
    const end = buffer.indexOf(0, from);
    if (end < 0) return -1;
    if (code !== 0) this.#feed.text(code, buffer, from, end);
    else {
      const bytes = buffer.subarray(from, end);
      const kind = this.#names.take(buffer, from, end) ?? new TextDecoder('latin1').decode(bytes);
      if (kind === 'EOF') return 0;
      this.#feed.begin(kind, this.#offset + start);
    }
    return end + 1;
  }
}

/** Bytes of a value by its type: text, real, int16, int32, int64, byte. */
const widths = [0, 8, 2, 4, 8, 1] as const;

function valueAt(view: DataView, at: number, type: number): number {
  if (type === valueTypes.real) return view.getFloat64(at, true);
  if (type === valueTypes.int16) return view.getInt16(at, true);
  return type === valueTypes.int32 ? view.getInt32(at, true) : view.getUint8(at);
}
