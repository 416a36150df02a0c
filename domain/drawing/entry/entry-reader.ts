import { AppError } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import type { LinearUnit } from '../../units/units.ts';

/** How numbers of a typed line are written and read. */
export interface EntryForm {
  /** Order of the first two coordinates: east before north, or north before east. */
  readonly order: 'xyz' | 'nez';
  /** A comma is the decimal mark; a semicolon then separates coordinates. */
  readonly hasDecimalComma: boolean;
  /** Unit of x and y; null where it is not known or an angle. */
  readonly horizontal: LinearUnit | null;
  readonly vertical: LinearUnit | null;
}

/** Most characters of a typed line. */
export const maxEntryLength = 500;

/** Words that continue a line after a number, and are therefore no units. */
const keywords = new Set(['va', 'za', 'dz', 'z', 'off', 'l', 'r']);

const isDigit = (letter: string) => letter >= '0' && letter <= '9';
const isLetter = (letter: string) => /^\p{L}$/u.test(letter);

/** Reads a typed line from left to right. Columns count from 1. */
export class EntryReader {
  readonly form: EntryForm;
  readonly #text: string;
  #at = 0;

  /** @throws entry.too-long, entry.empty */
  constructor(text: string, form: EntryForm) {
    if (text.length > maxEntryLength) throw new AppError('entry.too-long', { limit: maxEntryLength });
    this.#text = text;
    this.form = form;
    if (this.isAtEnd) throw new AppError('entry.empty');
  }

  /** Column of what is read next, spaces skipped. */
  get column(): number {
    this.#skipSpaces();
    return this.#at + 1;
  }

  get isAtEnd(): boolean {
    this.#skipSpaces();
    return this.#at >= this.#text.length;
  }

  /** Whether a digit follows immediately, or a decimal mark and a digit. */
  get isAtNumber(): boolean {
    return isDigit(this.#letter(0)) || (this.#isMark(this.#letter(0)) && isDigit(this.#letter(1)));
  }

  /** Takes one of these characters; null where none follows. */
  take(letters: string, isAttached = false): string | null {
    if (!isAttached) this.#skipSpaces();
    const letter = this.#letter(0);
    if (letter === '' || !letters.includes(letter)) return null;
    this.#at++;
    return letter;
  }

  /** Takes a minus sign that a digit follows, as between degrees and minutes. */
  takeDash(): boolean {
    if (this.#letter(0) !== '-' || !isDigit(this.#letter(1))) return false;
    this.#at++;
    return true;
  }

  /** Takes one of these words, in lower case; null where none follows. */
  takeWord(words: readonly string[]): string | null {
    const word = this.#word();
    if (!words.includes(word.toLowerCase())) return null;
    this.#at += word.length;
    return word.toLowerCase();
  }

  /** Takes the name of a unit; null where no word follows, or one that continues the line. */
  takeUnitName(): string | null {
    const word = this.#word();
    if (word === '' || keywords.has(word.toLowerCase())) return null;
    this.#at += word.length;
    return word;
  }

  /** Takes a number without a sign. @throws entry.unexpected, entry.bad-number */
  takeNumber(): number {
    this.#skipSpaces();
    if (!this.isAtNumber) throw this.unexpected();
    const start = this.#at;
    let marks = 0;
    for (let letter = this.#letter(0); isDigit(letter) || this.#isMark(letter); letter = this.#letter(0)) {
      if (!isDigit(letter)) marks++;
      this.#at++;
    }
    const written = this.#text.slice(start, this.#at);
    if (marks > 1) throw new AppError('entry.bad-number', { column: start + 1, found: written });
    return Number(written.replace(',', '.'));
  }

  /** Takes digits and tells how many they are; null where the next character is none. */
  takeDigits(): { readonly value: number; readonly count: number } | null {
    const start = this.#at;
    while (isDigit(this.#letter(0))) this.#at++;
    const written = this.#text.slice(start, this.#at);
    return written === '' ? null : { value: Number(written), count: written.length };
  }

  /** Where the reader is, for `back`. */
  mark(): number {
    return this.#at;
  }

  back(mark: number): void {
    this.#at = mark;
  }

  /** The failure that what follows is not allowed here. */
  unexpected(): AppError {
    const { column } = this;
    if (this.isAtEnd) return new AppError('entry.incomplete', { column });
    const word = this.#word();
    return new AppError('entry.unexpected', { column, text: word === '' ? this.#letter(0) : word });
  }

  /** A failure at a column. */
  fault(code: ErrorCode, column: number, params: Record<string, string | number> = {}): AppError {
    return new AppError(code, { column, ...params });
  }

  #word(): string {
    this.#skipSpaces();
    let end = this.#at;
    while (isLetter(this.#text.charAt(end))) end++;
    return this.#text.slice(this.#at, end);
  }

  #skipSpaces(): void {
    while (this.#at < this.#text.length && this.#text.charAt(this.#at).trim() === '') this.#at++;
  }

  #letter(ahead: number): string {
    return this.#text.charAt(this.#at + ahead);
  }

  #isMark(letter: string): boolean {
    return letter === '.' || (letter === ',' && this.form.hasDecimalComma);
  }
}
