import { AppError } from '../../errors/app-error.ts';

export type DecimalMark = '.' | ',';

/** The one way in which a file writes its numbers. */
export interface NumberFormat {
  readonly decimal: DecimalMark;
  /** True where no number of the file settles it: `12,345` alone may be twelve and a bit or twelve thousand. */
  readonly isAssumed: boolean;
}

/** A cell and its line, from 1. */
export interface NumberCell {
  readonly line: number;
  readonly text: string;
}

/** Blanks of any width, and apostrophes as the Swiss set them, between groups of three digits. */
const groupMarks = /(\d)[\s\u00a0\u2009\u202f'’](?=\d{3}(?:\D|$))/g;
const shape = /^[-+−]?\d[\d.,]*(?:[eE][-+]?\d+)?$|^[-+−]?[.,]\d+(?:[eE][-+]?\d+)?$/;

function withoutGroupMarks(text: string): string {
  return text.trim().replace(groupMarks, '$1').replace(/^−/, '-');
}

const other = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.');

/** The decimal mark that a number cannot be read without; null where both would do, or where it is no number. */
function settledMark(cell: string): DecimalMark | null {
  const text = withoutGroupMarks(cell);
  if (!shape.test(text)) return null;
  const marks = [...text].filter((letter) => letter === '.' || letter === ',') as DecimalMark[];
  const [first] = marks;
  const last = marks.at(-1);
  if (first === undefined || last === undefined) return null;
  if (first !== last) return last;
  if (marks.length > 1) return other(first);
  const [before = '', after = ''] = text.replace(/^[-+]/, '').split(first);
  const mayGroup = /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after);
  return mayGroup ? null : first;
}

/**
 * The number format of a file, from all its number cells. A cell settles it where it has both marks, one mark twice, or a
 * mark that cannot part thousands. @throws table.mixed-numbers where two cells settle it differently
 */
export function findNumberFormat(cells: Iterable<NumberCell>, file: string): NumberFormat {
  let settled: (NumberCell & { readonly mark: DecimalMark }) | null = null;
  let lone: DecimalMark | null = null;
  for (const { line, text } of cells) {
    const mark = settledMark(text);
    if (mark === null) {
      const only = shape.test(withoutGroupMarks(text)) ? /[.,]/.exec(text)?.[0] : undefined;
      lone ??= (only as DecimalMark | undefined) ?? null;
      continue;
    }
    if (settled && settled.mark !== mark) {
      const params = { file, line, value: text, otherLine: settled.line, other: settled.text };
      throw new AppError('table.mixed-numbers', params);
    }
    settled ??= { line, text, mark };
  }
  if (settled) return { decimal: settled.mark, isAssumed: false };
  return { decimal: lone ?? '.', isAssumed: lone === ',' };
}

const plainNumber = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

/** The number in a cell, its thousands grouped or not; null where the cell is no number of this format. */
export function readNumber(cell: string, { decimal }: Pick<NumberFormat, 'decimal'>): number | null {
  const text = withoutGroupMarks(cell);
  const group = other(decimal);
  const [whole = '', ...fraction] = text.split(decimal);
  if (fraction.length > 1 || fraction[0]?.includes(group)) return null;
  const isGrouped = whole.includes(group);
  if (isGrouped && !/^[-+]?\d{1,3}(?:[.,]\d{3})+$/.test(whole)) return null;
  const plain = [isGrouped ? whole.replaceAll(group, '') : whole, ...fraction].join('.');
  return plainNumber.test(plain) ? Number(plain) : null;
}

/** True for a cell that is a number in one format or the other. */
export function looksNumeric(cell: string): boolean {
  return readNumber(cell, { decimal: '.' }) !== null || readNumber(cell, { decimal: ',' }) !== null;
}
