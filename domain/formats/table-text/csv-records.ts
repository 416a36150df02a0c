import { type Delimiter, splitCells } from './split-cells.ts';

/** A row of a table and the number of the line that it begins on, from 1. */
export interface CsvRecord {
  readonly number: number;
  readonly cells: readonly string[];
}

/** An apostrophe before what a spreadsheet would compute, and before such apostrophes themselves. */
const guarded = /^'+[=+\-@\t\r＝＋－＠]/;
const computed = /^'*[=+\-@\t\r＝＋－＠]/;

/**
 * Rows of a table whose quoted cells may hold the delimiter, quotes twice, and line breaks. Quoted cells stand as
 * written, others without the blanks around them; the apostrophe of `csvCell` is taken off. Rows without text are left
 * out. A quote that nothing closes belongs to its line alone, and so do those after it.
 */
export function csvRecords(text: string, delimiter: Delimiter): CsvRecord[] {
  const source = text.replace(/^\ufeff/, '');
  if (delimiter === ' ') return linesOf(source, 0, 1, delimiter);
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  /** What was quoted of the cell; null while nothing was. */
  let quoted: string[] | null = null;
  let isQuoted = false;
  let isBlank = true;
  let from = 0;
  let line = 1;
  let start = { at: 0, line };
  const endCell = (end: number) => {
    const rest = source.slice(from, end).trim();
    cells.push(unguarded(quoted ? quoted.join('') + rest : rest));
    quoted = null;
    isBlank = true;
    from = end + 1;
  };
  const endRecord = (end: number) => {
    endCell(end);
    if (cells.some((cell) => cell.trim() !== '')) records.push({ number: start.line, cells });
    cells = [];
  };
  for (let at = 0; at < source.length; at++) {
    const letter = source[at]!;
    const isBreak = letter === '\n' || (letter === '\r' && source[at + 1] !== '\n');
    if (isBreak) line++;
    if (isQuoted && letter === '"') {
      const isDouble = source[at + 1] === '"';
      if (isDouble) at++;
      quoted!.push(source.slice(from, at));
      from = at + 1;
      isQuoted = isDouble;
    } else if (isQuoted) continue;
    else if (letter === '"' && isBlank && quoted === null) {
      quoted = [];
      isQuoted = true;
      from = at + 1;
    } else if (letter === delimiter) endCell(at);
    else if (isBreak) {
      endRecord(at);
      start = { at: at + 1, line };
    } else if (letter.trim() !== '') isBlank = false;
  }
  if (isQuoted) return [...records, ...linesOf(source, start.at, start.line, delimiter)];
  endRecord(source.length);
  return records;
}

function linesOf(source: string, from: number, firstLine: number, delimiter: Delimiter): CsvRecord[] {
  return source
    .slice(from)
    .split(/\r\n|\n|\r/)
    .map((text, i) => ({ number: firstLine + i, cells: splitCells(text, delimiter).map(unguarded) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

function unguarded(cell: string): string {
  return guarded.test(cell) ? cell.slice(1) : cell;
}

/**
 * A cell that `csvRecords` gives back: in quotes where it needs them, behind an apostrophe where a spreadsheet would
 * take it for a formula.
 */
export function csvCell(text: string): string {
  const safe = computed.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
