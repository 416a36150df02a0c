import type { ExchangeValue } from '../../exchange-model.ts';
import type { TextPage } from './text-page.ts';

/** A column of a dBASE file. */
export interface DbfField {
  /** Unique within its file. */
  readonly name: string;
  /** One of the letters of the format, such as `C` or `N`. */
  readonly type: string;
  /** Of the value in a row, which begins with the mark of deleted rows; bytes. */
  readonly offset: number;
  readonly length: number;
}

type Decode = (bytes: Uint8Array, page: TextPage) => ExchangeValue;

const ascii = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) {
    if (byte === 0) break;
    text += String.fromCharCode(byte);
  }
  return text.trim();
};

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Without what is behind a zero byte and blanks at the end; null where nothing is left. */
const decodeText: Decode = (bytes, page) => {
  const zero = bytes.indexOf(0);
  const text = page.decode(zero < 0 ? bytes : bytes.subarray(0, zero)).trimEnd();
  return text === '' ? null : text;
};

/** A number; whole ones of more digits than a double holds stay text. Stars, as for overflows, are no value. */
const decodeNumber = (bytes: Uint8Array): ExchangeValue => {
  const text = ascii(bytes);
  if (text === '' || text.startsWith('*')) return null;
  const value = Number(text.replace(',', '.'));
  if (Number.isNaN(value)) return text;
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^[-+]?\d+$/.test(text) ? text : value;
};

const decodeDate: Decode = (bytes) => {
  const text = ascii(bytes);
  // Some programs write month, day and year with strokes between.
  const american = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text);
  if (american) return `${american[3]}-${american[1]}-${american[2]}`;
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return text === '' ? null : text;
  return year === '0000' ? null : `${year}-${month}-${day}`;
};

const decodeTruth: Decode = (bytes) => {
  const letter = ascii(bytes).toUpperCase();
  if (letter === 'T' || letter === 'Y') return true;
  return letter === 'F' || letter === 'N' ? false : null;
};

const julianDayOf1970 = 2_440_588;

/** Days of the Julian period and milliseconds of the day, as ISO 8601 without a zone, which the format has not. */
const decodeTime: Decode = (bytes) => {
  if (bytes.length !== 8) return decodeNumber(bytes);
  const view = viewOf(bytes);
  const day = view.getInt32(0, true);
  if (day === 0) return null;
  const date = new Date((day - julianDayOf1970) * 86_400_000 + view.getInt32(4, true));
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace('Z', '');
};

const decodeInteger: Decode = (bytes) =>
  bytes.length === 4 ? viewOf(bytes).getInt32(0, true) : decodeNumber(bytes);

const decodeDouble: Decode = (bytes) => {
  if (bytes.length !== 8) return null;
  const value = viewOf(bytes).getFloat64(0, true);
  return Number.isFinite(value) ? value : null;
};

/** Ten-thousandths. */
const decodeCurrency: Decode = (bytes) =>
  bytes.length === 8 ? Number(viewOf(bytes).getBigInt64(0, true)) / 10_000 : null;

const decoders: Readonly<Record<string, Decode>> = {
  C: decodeText,
  N: decodeNumber,
  F: decodeNumber,
  D: decodeDate,
  L: decodeTruth,
  I: decodeInteger,
  '+': decodeInteger,
  B: decodeDouble,
  O: decodeDouble,
  Y: decodeCurrency,
  T: decodeTime,
  '@': decodeTime,
};

/** Whether the values of a field stand in the file: memos and pictures are in another, flags of absent values are none. */
export function isDecoded(field: Pick<DbfField, 'type' | 'length'>): boolean {
  return field.type in decoders && !(field.type === 'B' && field.length !== 8);
}

/** The value of a field in a row. A date is `2026-03-09`, an absent value null. */
export function decodeValue(field: DbfField, row: Uint8Array, page: TextPage): ExchangeValue {
  return decoders[field.type]!(row.subarray(field.offset, field.offset + field.length), page);
}
