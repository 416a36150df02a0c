import { withRoom } from '../../../math/with-room.ts';
import { NameCache } from './names.ts';
import { typeOfCode, valueTypes } from './value-types.ts';

/** Groups of one object of a file: from one group 0 to the next. Positions are indices of its groups. */
export interface Groups {
  /** What stands in its group 0, such as `LINE`. */
  readonly kind: string;
  /** Line (of text) or byte offset (of binary files) of its group 0. */
  readonly place: number;
  /** Number of groups, without group 0. */
  readonly count: number;
  /** Place of the first number that is none; -1 where all are. */
  readonly badNumber: number;
  codeAt(index: number): number;
  /** A number; NaN where the group holds a text. */
  numberAt(index: number): number;
  /** Bytes of a text, borrowed; empty where the group holds a number. */
  bytesAt(index: number): Uint8Array;
  /** The same text as one string where it is ASCII, else undefined. */
  nameAt(index: number): string | undefined;
  /** The first number with this code. */
  number(code: number, missing: number): number;
  /** Index of the first group with this code at or after a position; -1 where there is none. */
  find(code: number, from?: number): number;
}

/** The groups of one object, filled anew for each; `copy` keeps them. */
export class GroupRecord implements Groups {
  kind = '';
  place = 0;
  count = 0;
  badNumber = -1;
  #codes = new Int32Array(64);
  /** Values; of texts the start of their bytes. */
  #values = new Float64Array(64);
  #bytes = new Uint8Array(1024);
  #byteCount = 0;
  #names: NameCache;

  constructor(names = new NameCache()) {
    this.#names = names;
  }

  /** Begins another object. */
  begin(kind: string, place: number): void {
    this.kind = kind;
    this.place = place;
    this.count = 0;
    this.badNumber = -1;
    this.#byteCount = 0;
  }

  addNumber(code: number, value: number): void {
    const index = this.count;
    if (index >= this.#codes.length) this.#grow(index + 1);
    this.#codes[index] = code;
    this.#values[index] = value;
    this.count = index + 1;
  }

  /** Bytes of texts that are held. */
  get byteCount(): number {
    return this.#byteCount;
  }

  /** Copies bytes `[start, end)` of a text. */
  addText(code: number, bytes: Uint8Array, start: number, end: number): void {
    const from = this.#byteCount;
    const length = end - start;
    if (from + length > this.#bytes.length) this.#bytes = withRoom(this.#bytes, from + length);
    for (let i = 0; i < length; i++) this.#bytes[from + i] = bytes[start + i]!;
    this.addNumber(code, from);
    this.#byteCount = from + length;
  }

  #grow(length: number): void {
    this.#codes = withRoom(this.#codes, length);
    this.#values = withRoom(this.#values, length);
  }

  codeAt(index: number): number {
    return this.#codes[index]!;
  }

  numberAt(index: number): number {
    return typeOfCode[this.#codes[index]!] === valueTypes.text ? Number.NaN : this.#values[index]!;
  }

  bytesAt(index: number): Uint8Array {
    if (typeOfCode[this.#codes[index]!] !== valueTypes.text) return this.#bytes.subarray(0, 0);
    return this.#bytes.subarray(this.#values[index]!, this.#textEnd(index));
  }

  nameAt(index: number): string | undefined {
    if (typeOfCode[this.#codes[index]!] !== valueTypes.text) return '';
    return this.#names.take(this.#bytes, this.#values[index]!, this.#textEnd(index));
  }

  /** Texts lie one behind the other: one ends where the next begins. */
  #textEnd(index: number): number {
    for (let i = index + 1; i < this.count; i++)
      if (typeOfCode[this.#codes[i]!] === valueTypes.text) return this.#values[i]!;
    return this.#byteCount;
  }

  number(code: number, missing: number): number {
    const index = this.find(code);
    return index < 0 ? missing : this.numberAt(index);
  }

  find(code: number, from = 0): number {
    const codes = this.#codes;
    for (let i = from; i < this.count; i++) if (codes[i] === code) return i;
    return -1;
  }

  /** The same groups, kept. */
  copy(): Groups {
    const copy = new GroupRecord(this.#names);
    copy.kind = this.kind;
    copy.place = this.place;
    copy.count = this.count;
    copy.badNumber = this.badNumber;
    copy.#codes = this.#codes.slice(0, this.count);
    copy.#values = this.#values.slice(0, this.count);
    copy.#bytes = this.#bytes.slice(0, this.#byteCount);
    copy.#byteCount = this.#byteCount;
    return copy;
  }
}
