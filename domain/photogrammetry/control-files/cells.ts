import type { ControlType } from '../control.ts';

/** A non-empty line of a file and its 1-based number. */
export interface TextLine {
  readonly row: number;
  readonly text: string;
}

export type Delimiter = ',' | ';' | '\t' | ' ';

/** Lines with text in them, without byte order mark and line ends. */
export function linesOf(text: string): TextLine[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({ row: at + 1, text: line }))
    .filter((line) => line.text.trim() !== '');
}

/** Cells of a line; quoted ones may hold the delimiter. Blanks delimit in runs. */
export function splitCells(text: string, delimiter: Delimiter): string[] {
  if (delimiter === ' ') return text.trim().split(/\s+/);
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"') {
      if (isQuoted && text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = !isQuoted;
    } else if (char === delimiter && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  return [...cells, cell.trim()];
}

/** The delimiter that cuts a line into most cells; blanks where no other does. */
export function findDelimiter(text: string): Delimiter {
  const candidates: readonly Delimiter[] = ['\t', ';', ','];
  const counts = candidates.map((delimiter) => splitCells(text, delimiter).length);
  const most = Math.max(...counts);
  return most > 1 ? candidates[counts.indexOf(most)]! : ' ';
}

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A number, also with a decimal comma where the comma does not delimit; null where the cell is none. */
export function cellNumber(cell: string | undefined, delimiter: Delimiter): number | null {
  const text = (cell ?? '').trim();
  if (numberPattern.test(text)) return Number(text);
  const dotted = delimiter === ',' ? text : text.replace(',', '.');
  return numberPattern.test(dotted) ? Number(dotted) : null;
}

/** True for a cell that says that there is no value. */
export function isAbsent(cell: string | undefined): boolean {
  return /^(?:|nan|null|none|n\/a|na|-|--|\*)$/i.test((cell ?? '').trim());
}

const gcpWords = /^(?:gcp|control|control ?point|ground ?control(?: ?point)?|3d ?gcp|full|xyz)$/;
const checkWords = /^(?:check|chk|check ?point|checkpoint|verification|validation|independent|test|qc)$/;

/** What a type cell says; null where it says nothing known. */
export function cellType(cell: string): ControlType | null {
  const text = cell.trim().toLowerCase().replace(/[_-]+/g, ' ');
  if (gcpWords.test(text)) return 'gcp';
  return checkWords.test(text) ? 'checkpoint' : null;
}

export const imagePattern = /\.(?:jpe?g|tiff?|png|dng)$/i;
