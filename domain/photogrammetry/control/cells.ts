import {
  findNumberFormat,
  looksNumeric,
  type NumberFormat,
  readNumber,
} from '../../formats/table-text/number-format.ts';
import { type Delimiter, splitCells } from '../../formats/table-text/split-cells.ts';
import { maxOf } from '../../math/extremes.ts';
import type { ControlType } from '../model/control.ts';

/** A non-empty line of a file and its 1-based number. */
export interface TextLine {
  readonly row: number;
  readonly text: string;
}

/** A line with which spreadsheets declare the delimiter. */
const statedDelimiter = /^"?sep=."?[,;\t ]*$/i;

/** Non-blank lines, without byte order mark, line ends and the line that declares the delimiter. */
export function linesOf(text: string): TextLine[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({ row: at + 1, text: line }))
    .filter(({ row, text: line }) => line.trim() !== '' && !(row === 1 && statedDelimiter.test(line.trim())));
}

/** The delimiter that splits a line into the most cells; blanks where no other does. */
export function findDelimiter(text: string): Delimiter {
  const candidates: readonly Delimiter[] = ['\t', ';', ','];
  const counts = candidates.map((delimiter) => splitCells(text, delimiter).length);
  const most = maxOf(counts);
  return most > 1 ? candidates[counts.indexOf(most)]! : ' ';
}

/**
 * The number format of a file, from the cells that are numbers in either format. Delimiting commas are not decimal
 * separators. Error: `table.mixed-numbers`.
 */
export function numberFormatOf(
  lines: readonly TextLine[],
  cellsOf: (line: TextLine) => readonly string[],
  file: string,
): NumberFormat {
  const cells = lines.flatMap((line) =>
    cellsOf(line)
      .filter(looksNumeric)
      .map((text) => ({ line: line.row, text })),
  );
  return findNumberFormat(cells, file);
}

/** The number in a cell; null where it is not a number in the file's format, or there is no cell. */
export function cellNumber(cell: string | undefined, format: NumberFormat): number | null {
  return readNumber(cell ?? '', format);
}

/** True for a cell that denotes a missing value. */
export function isAbsent(cell: string | undefined): boolean {
  return /^(?:|nan|null|none|n\/a|na|-|--|\*)$/i.test((cell ?? '').trim());
}

const gcpWords = /^(?:gcp|control|control ?point|ground ?control(?: ?point)?|3d ?gcp|full|xyz)$/;
const checkWords = /^(?:check|chk|check ?point|checkpoint|verification|validation|independent|test|qc)$/;

/** The type in a type cell; null where unknown. */
export function cellType(cell: string): ControlType | null {
  const text = cell.trim().toLowerCase().replace(/[_-]+/g, ' ');
  if (gcpWords.test(text)) return 'gcp';
  return checkWords.test(text) ? 'checkpoint' : null;
}

export const imagePattern = /\.(?:jpe?g|tiff?|png|dng)$/i;
