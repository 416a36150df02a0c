import { AppError } from '../../errors/app-error.ts';

/** A text in pieces of any size, or whole. */
export type TextPieces = string | Iterable<string>;

const pieceBytes = 1 << 20;

/** The text of a UTF-8 file in pieces, so that files longer than a string may be can be read. */
export function* decodePieces(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
  }
  yield decoder.decode();
}

/** Lines of a text without their ends (LF or CR LF). */
export function* linesOf(pieces: TextPieces): Generator<string> {
  let rest = '';
  for (const piece of typeof pieces === 'string' ? [pieces] : pieces) {
    const text = rest + piece;
    let from = 0;
    for (;;) {
      const end = text.indexOf('\n', from);
      if (end < 0) break;
      yield text.slice(from, end > from && text[end - 1] === '\r' ? end - 1 : end);
      from = end + 1;
    }
    rest = text.slice(from);
  }
  if (rest.length > 0) yield rest.endsWith('\r') ? rest.slice(0, -1) : rest;
}

/** Where a reader is, for its errors. */
export interface Place {
  readonly file: string;
  /** Row of the file, the first is 1. */
  readonly row: number;
}

/** The error of a row that is not what its format says. */
export function brokenRow(place: Place, field: string, found: string | undefined): AppError {
  const shown = found === undefined ? '–' : found.slice(0, 40);
  return new AppError('exchange.row-broken', { ...place, field, found: shown });
}

/** A finite number, or `exchange.row-broken`. */
export function numberOf(text: string | undefined, field: string, place: Place): number {
  const value = text === undefined || text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw brokenRow(place, field, text);
  return value;
}

/** A whole number from 0 on, or `exchange.row-broken`. */
export function indexOf(text: string | undefined, field: string, place: Place): number {
  const value = numberOf(text, field, place);
  if (!Number.isInteger(value) || value < 0) throw brokenRow(place, field, text);
  return value;
}

/** Words of a line. */
export function wordsOf(line: string): string[] {
  const trimmed = line.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
}

const pieceLength = 1 << 16;

/** Joins lines into pieces of some 64 kB, each line ended by LF. */
export function* joinLines(lines: Iterable<string>): Generator<string> {
  let piece: string[] = [];
  let length = 0;
  for (const line of lines) {
    piece.push(line, '\n');
    length += line.length + 1;
    if (length < pieceLength) continue;
    yield piece.join('');
    piece = [];
    length = 0;
  }
  if (length > 0) yield piece.join('');
}

/** The fewest digits that give a 32-bit number back. */
export const shortFloat = (value: number): string => String(Number(value.toPrecision(9)));
