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

/** A line by which a spreadsheet states the delimiter. */
const statedDelimiter = /^"?sep=."?[,;\t ]*$/i;

/** Lines with text in them, without byte order mark, line ends and the line that states the delimiter. */
export function linesOf(text: string): TextLine[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({ row: at + 1, text: line }))
    .filter(({ row, text: line }) => line.trim() !== '' && !(row === 1 && statedDelimiter.test(line.trim())));
}

/** The delimiter that cuts a line into most cells; blanks where no other does. */
export function findDelimiter(text: string): Delimiter {
  const candidates: readonly Delimiter[] = ['\t', ';', ','];
  const counts = candidates.map((delimiter) => splitCells(text, delimiter).length);
  const most = maxOf(counts);
  return most > 1 ? candidates[counts.indexOf(most)]! : ' ';
}

/**
 * The one number format of a file, from the cells that are numbers in one format or the other. Commas that delimit are no
 * decimal marks. Error: `table.mixed-numbers`.
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

/** The number in a cell; null where it is none in the file's format, and where there is no cell. */
export function cellNumber(cell: string | undefined, format: NumberFormat): number | null {
  return readNumber(cell ?? '', format);
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
