import { AppError } from '../../../errors/app-error.ts';
import { NameCache } from './names.ts';
import { parseNumber } from './parse-number.ts';
import type { RecordFeed } from './record-feed.ts';
import { maxCode, typeOfCode, valueTypes } from './value-types.ts';

/** Longest line: writers keep to 2,049 letters, and some put whole texts into one. */
const maxLine = 1 << 20;

/** Splits pieces of a file into groups. */
export interface GroupSplitter {
  /** Reads what is whole of a piece and keeps the rest; false from the end of the drawing (`EOF`) on. */
  feed(bytes: Uint8Array, isLast: boolean): boolean;
  /** Line or byte offset of the group that comes next. */
  readonly place: number;
}

/**
 * Groups of a text file, a line for the code and one for the value each, ended by LF, CR LF or CR. Every byte is read a
 * fixed number of times.
 * @throws dxf.bad-group, dxf.too-long-line
 */
export class TextGroups implements GroupSplitter {
  readonly #file: string;
  readonly #feed: RecordFeed;
  readonly #names = new NameCache();
  #rest: Uint8Array = new Uint8Array(0);
  #line = 1;

  constructor(file: string, feed: RecordFeed) {
    this.#file = file;
    this.#feed = feed;
  }

  get place(): number {
    return this.#line;
  }

  feed(bytes: Uint8Array, isLast: boolean): boolean {
    const buffer = this.#rest.length === 0 ? bytes : join(this.#rest, bytes);
    const end = buffer.length;
    let at = 0;
    while (at < end) {
      // Most codes are digits and an end of line, after blanks.
      let quick = at;
      while (quick < end && buffer[quick] === 32) quick++;
      const firstDigit = quick;
      let code = 0;
      while (quick < end && quick < firstDigit + 4) {
        const digit = buffer[quick]! - 48;
        if (!(digit >= 0 && digit <= 9)) break;
        code = (10 * code + digit) | 0;
        quick++;
      }
      const ending = quick < end ? buffer[quick]! : 0;
      const isQuick = quick > firstDigit && code <= maxCode && (ending === 10 || ending === 13);
      const codeEnd = isQuick ? quick : lineEnd(buffer, at);
      const valueStart = nextLine(buffer, codeEnd, isLast);
      if (valueStart < 0) break;
      const valueEnd = lineEnd(buffer, valueStart);
      const next = nextLine(buffer, valueEnd, isLast);
      if (next < 0) break;
      if (!isQuick) {
        const isBlankCode = isBlank(buffer, at, codeEnd);
        if (isLast && (codeEnd === end || (isBlankCode && isBlank(buffer, at, end)))) return true;
        code = this.#code(buffer, at, codeEnd);
      }
      if (!this.#group(code, buffer, valueStart, valueEnd)) return false;
      this.#line += 2;
      at = next;
    }
    this.#rest = buffer.slice(at);
    if (this.#rest.length > maxLine) {
      throw new AppError('dxf.too-long-line', { file: this.#file, line: this.#line, limit: maxLine });
    }
    return true;
  }

  /** @returns false for the end of the drawing */
  #group(code: number, buffer: Uint8Array, start: number, end: number): boolean {
    if (typeOfCode[code] === valueTypes.text) {
      if (code !== 0) {
        this.#feed.text(code, buffer, start, end);
        return true;
      }
      const kind = this.#kind(buffer, start, end);
      if (kind === 'EOF') return false;
      this.#feed.begin(kind, this.#line);
    } else if (typeOfCode[code] !== valueTypes.chunk && !this.#feed.isSkipping) {
      this.#feed.number(code, parseNumber(buffer, start, end), this.#line + 1);
    }
    return true;
  }

  #kind(buffer: Uint8Array, start: number, end: number): string {
    let [first, last] = [start, end];
    while (first < last && buffer[first]! <= 32) first++;
    while (last > first && buffer[last - 1]! <= 32) last--;
    return (
      this.#names.take(buffer, first, last) ?? new TextDecoder('latin1').decode(buffer.subarray(first, last))
    );
  }

  #code(buffer: Uint8Array, start: number, end: number): number {
    const code = parseNumber(buffer, start, end);
    if (Number.isInteger(code) && code >= -5 && code <= maxCode) return code < 0 ? 999 : code;
    const found = new TextDecoder('latin1').decode(buffer.subarray(start, Math.min(end, start + 40)));
    throw new AppError('dxf.bad-group', { file: this.#file, line: this.#line, found });
  }
}

/** The first end of line at or after a position, or the end of the buffer. */
function lineEnd(buffer: Uint8Array, from: number): number {
  let at = from;
  while (at < buffer.length && buffer[at] !== 10 && buffer[at] !== 13) at++;
  return at;
}

/** The start of the next line; −1 where more bytes are needed to know. */
function nextLine(buffer: Uint8Array, end: number, isLast: boolean): number {
  if (end >= buffer.length) return isLast ? end : -1;
  if (buffer[end] === 10) return end + 1;
  if (end + 1 >= buffer.length) return isLast ? end + 1 : -1;
  return buffer[end + 1] === 10 ? end + 2 : end + 1;
}

function isBlank(buffer: Uint8Array, from: number, end: number): boolean {
  for (let i = from; i < end; i++) if (buffer[i]! > 32 && buffer[i] !== 0x1a) return false;
  return true;
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
