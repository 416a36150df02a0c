import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { type CoordinateColumn, columnOfHeading } from '../table-text/headings.ts';
import {
  findNumberFormat,
  looksNumeric,
  type NumberCell,
  type NumberFormat,
  readNumber,
} from '../table-text/number-format.ts';
import { findDelimiter, splitCells, type TableLine, tableLines } from '../table-text/split-cells.ts';
import {
  fieldsOf,
  type PointDelimiter,
  type PointField,
  type PointTextLayout,
  type SurveyPoint,
} from './layout.ts';

export interface ReadPointTextOptions extends PointTextLayout {
  /** Shown in errors. */
  readonly name: string;
}

/** What a point file holds. */
export interface PointText {
  readonly points: readonly SurveyPoint[];
  /** Number of the line of each point, from 1. */
  readonly rows: readonly number[];
  readonly delimiter: PointDelimiter;
  readonly fields: readonly (PointField | null)[];
  /** Lines that are no points (at most half of all, else reading fails), and what had to be assumed. */
  readonly faults: readonly ErrorRecord[];
}

/** Headings are within the first lines: a title may precede them. */
const headingsWithin = 6;

const fieldOfColumn: Readonly<Record<CoordinateColumn, PointField>> = {
  label: 'point',
  easting: 'easting',
  northing: 'northing',
  elevation: 'elevation',
  description: 'description',
};

/**
 * Reads a text of points: one per line, comma, tab, semicolon or blanks between, quotes around cells that hold the
 * delimiter; a first line `sep=;` states it. Empty lines and lines that begin with `#` or `//` are skipped. Headings
 * of nine languages and of data collectors name the columns; without any they are in the order given. All numbers are
 * of one format, with a decimal point or a decimal comma. Errors: point-text.no-points, point-text.too-many-faults,
 * point-text.unknown-headings where a line of headings does not name the columns, table.mixed-numbers; single bad
 * lines are `faults` (point-text.bad-number, point-text.missing-field), and so is what was assumed
 * (point-text.order-assumed, table.number-format-assumed).
 */
export function readPointText(text: string, options: ReadPointTextOptions): PointText {
  const { name: file } = options;
  const { lines, delimiter } = cutLines(text, options);
  const { fields, data, isAssumed } = findColumns(lines, delimiter, options);
  const format =
    options.decimal === undefined
      ? findNumberFormat(numberCells(data, delimiter, fields), file)
      : { decimal: options.decimal, isAssumed: false };
  const points: SurveyPoint[] = [];
  const rows: number[] = [];
  const faults: ErrorRecord[] = [];
  for (const line of data) {
    const read = readLine(line, { delimiter, fields, format, file });
    if ('code' in read) faults.push(read);
    else {
      points.push(read);
      rows.push(line.number);
    }
  }
  if (points.length === 0) {
    throw faults[0] ? asError(faults[0]) : new AppError('point-text.no-points', { file });
  }
  if (faults.length > points.length) {
    const line = Number(faults[0]!.params['line']);
    throw new AppError('point-text.too-many-faults', { file, count: faults.length, line });
  }
  if (isAssumed)
    faults.push({ code: 'point-text.order-assumed', params: { file, columns: fields.join(', ') } });
  if (format.isAssumed) faults.push({ code: 'table.number-format-assumed', params: { file } });
  return { points, rows, delimiter, fields, faults };
}

/** The lines that may hold points or headings, and what delimits their cells. */
export function cutLines(
  text: string,
  { delimiter, skip = 0 }: PointTextLayout,
): { readonly lines: readonly TableLine[]; readonly delimiter: PointDelimiter } {
  const table = tableLines(text);
  const lines = table.lines.filter((line) => line.number > skip && !/^(#|\/\/)/.test(line.text));
  return { lines, delimiter: delimiter ?? table.delimiter ?? findDelimiter(lines) };
}

function asError({ code, params }: ErrorRecord): AppError {
  return new AppError(code, params);
}

interface Columns {
  readonly fields: readonly (PointField | null)[];
  readonly data: readonly TableLine[];
  /** True where neither headings nor the caller define the order. */
  readonly isAssumed: boolean;
}

/** @throws point-text.unknown-headings */
export function findColumns(
  lines: readonly TableLine[],
  delimiter: PointDelimiter,
  { name, order, fields: stated }: ReadPointTextOptions,
): Columns {
  if (stated !== undefined) {
    const isTitled = isHeadingLine(lines, delimiter);
    return { fields: stated, data: isTitled ? lines.slice(1) : lines, isAssumed: false };
  }
  const isData = ({ text }: TableLine) => splitCells(text, delimiter).filter(looksNumeric).length >= 2;
  const dataAt = lines.findIndex(isData);
  const first = lines.slice(0, dataAt < 0 ? headingsWithin : Math.min(dataAt, headingsWithin));
  const at = first.findIndex(({ text }) => headedFields(splitCells(text, delimiter)) !== null);
  if (at >= 0) {
    const fields = headedFields(splitCells(lines[at]!.text, delimiter))!;
    return { fields, data: lines.slice(at + 1), isAssumed: false };
  }
  const fields = fieldsOf(order ?? 'PNEZD');
  const isHeaded = lines[0] !== undefined && isHeadingLine(lines, delimiter);
  if (isHeaded && order === undefined) {
    const columns = splitCells(lines[0]!.text, delimiter).join(' | ');
    throw new AppError('point-text.unknown-headings', { file: name, line: lines[0]!.number, columns });
  }
  return { fields, data: isHeaded ? lines.slice(1) : lines, isAssumed: order === undefined };
}

/** True where the first line has words alone and the second has numbers. */
function isHeadingLine(lines: readonly TableLine[], delimiter: PointDelimiter): boolean {
  const [first, second] = lines.map(({ text }) => splitCells(text, delimiter).filter((cell) => cell !== ''));
  if (!first || !second || first.length < 2 || first.some(looksNumeric)) return false;
  return second.filter(looksNumeric).length >= 2;
}

/** The fields that headings name; null where they leave out a coordinate. Unknown columns are ignored. */
function headedFields(cells: readonly string[]): PointField[] | null {
  if (cells.length < 2 || cells.some(looksNumeric)) return null;
  const columns = cells.map(columnOfHeading);
  const isTwice = (column: CoordinateColumn) => columns.indexOf(column) !== columns.lastIndexOf(column);
  if (!columns.includes('northing') || !columns.includes('easting')) return null;
  if (isTwice('northing') || isTwice('easting')) return null;
  return columns.map((column) => (column === null ? 'description' : fieldOfColumn[column]));
}

/** Cells of a line, at most `limit` of them: the last takes the rest of the line, delimiters included. */
function cellsOf(text: string, delimiter: PointDelimiter, limit: number): string[] {
  const cells = splitCells(text, delimiter);
  return cells.length <= limit
    ? cells
    : [...cells.slice(0, limit - 1), cells.slice(limit - 1).join(delimiter)];
}

const isNumberField = (field: PointField | null) =>
  field !== null && field !== 'point' && field !== 'description';

function* numberCells(
  lines: readonly TableLine[],
  delimiter: PointDelimiter,
  fields: readonly (PointField | null)[],
): Generator<NumberCell, void> {
  for (const { number, text } of lines) {
    const cells = cellsOf(text, delimiter, fields.length);
    for (const [i, cell] of cells.entries()) {
      if (isNumberField(fields[i]!)) yield { line: number, text: cell };
    }
  }
}

interface LineReader {
  readonly delimiter: PointDelimiter;
  readonly fields: readonly (PointField | null)[];
  readonly format: NumberFormat;
  readonly file: string;
}

function readLine(
  line: TableLine,
  { delimiter, fields, format, file }: LineReader,
): SurveyPoint | ErrorRecord {
  const cells = cellsOf(line.text, delimiter, fields.length);
  const point = {
    point: '',
    easting: Number.NaN,
    northing: Number.NaN,
    elevation: Number.NaN,
    description: '',
  };
  for (const [i, field] of fields.entries()) {
    const cell = cells[i];
    if (field === null) continue;
    if (field === 'point' || field === 'description') {
      if (cell && !point[field]) point[field] = cell;
      continue;
    }
    if (cell === undefined && field !== 'elevation') {
      const params = { file, line: line.number, found: cells.length, field, column: i + 1 };
      return { code: 'point-text.missing-field', params };
    }
    if (field === 'elevation' && (cell === undefined || cell === '' || cell === '-')) continue;
    const value = readNumber(cell ?? '', format);
    if (value === null) {
      return { code: 'point-text.bad-number', params: { file, line: line.number, field, value: cell ?? '' } };
    }
    point[field] = value;
  }
  return point;
}
