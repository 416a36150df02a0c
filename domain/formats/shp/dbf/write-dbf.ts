import type { ExchangeValue } from '../../exchange-model.ts';
import { type DbfColumn, type DbfValues, fitBytes, numberText } from './plan-fields.ts';

const version = 3;
/** 1 January 1980, as entries of archives have: the same drawing gives the same bytes. */
const fixedDate = [80, 1, 1] as const;
const headerBytes = 32;
const blank = 0x20;
const endOfFields = 0x0d;
const endOfFile = 0x1a;

/** A written table, and how many of its texts the format changed. */
export interface WrittenDbf {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Texts that were cut, or lose blanks at their end or what follows a zero. */
  readonly changed: number;
}

/** Writes a dBASE III file of UTF-8 texts, which its `.cpg` states. A value that a row lacks is blank. */
export function writeDbf(columns: readonly DbfColumn[], rows: readonly DbfValues[]): WrittenDbf {
  const headerLength = headerBytes * (columns.length + 1) + 1;
  const rowLength = 1 + columns.reduce((sum, { width }) => sum + width, 0);
  const bytes = new Uint8Array(headerLength + rowLength * rows.length + 1).fill(blank, headerLength);
  const view = new DataView(bytes.buffer);
  bytes.set([version, ...fixedDate]);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, headerLength, true);
  view.setUint16(10, rowLength, true);
  const encoder = new TextEncoder();
  columns.forEach(({ name, type, width, decimals }, i) => {
    const at = headerBytes * (i + 1);
    bytes.set(encoder.encode(name), at);
    bytes[at + 11] = type.charCodeAt(0);
    bytes[at + 16] = width;
    bytes[at + 17] = decimals;
  });
  bytes[headerLength - 1] = endOfFields;
  let at = headerLength;
  let changed = 0;
  for (const row of rows) {
    at++;
    for (const column of columns) {
      const value = row.get(column.property) ?? null;
      bytes.set(encoder.encode(cellText(value, column)), at);
      if (
        column.type === 'C' &&
        value !== null &&
        readsBackAs(String(value), column.width) !== String(value)
      ) {
        changed++;
      }
      at += column.width;
    }
  }
  bytes[at] = endOfFile;
  return { bytes, changed };
}

function cellText(value: ExchangeValue, { type, width }: DbfColumn): string {
  if (value === null) return type === 'L' ? '?' : '';
  if (type === 'L') return value === true ? 'T' : 'F';
  return type === 'N' ? numberText(value as number).padStart(width) : fitBytes(String(value), width);
}

/** A text as readers get it: up to a zero, without blanks at its end. */
function readsBackAs(text: string, width: number): string {
  const zero = text.indexOf('\0');
  return fitBytes(zero < 0 ? text : text.slice(0, zero), width).trimEnd();
}
