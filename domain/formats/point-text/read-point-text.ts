import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import {
  fieldsOf,
  type PointDelimiter,
  type PointField,
  type PointOrder,
  type SurveyPoint,
} from './layout.ts';

export interface ReadPointTextOptions {
  /** Shown in errors. */
  readonly name: string;
  /** Order of the columns; a header line that names them is believed instead. Default PNEZD. */
  readonly order?: PointOrder;
  /** Found out from the first lines when left out. */
  readonly delimiter?: PointDelimiter;
}

/** What a point file holds. */
export interface PointText {
  readonly points: readonly SurveyPoint[];
  readonly delimiter: PointDelimiter;
  readonly fields: readonly PointField[];
  /** Lines that are no points: at most half of all, else reading fails. */
  readonly faults: readonly ErrorRecord[];
}

interface Line {
  readonly number: number;
  readonly text: string;
}

/**
 * Reads a text of points: one a line, comma, tab, semicolon or blanks between, quotes around cells that hold
 * the delimiter. Empty lines and lines that begin with `#` or `//` are passed over. A decimal comma is read
 * where the delimiter is not a comma.
 * Errors: point-text.no-points, point-text.too-many-faults; single bad lines are `faults`
 * (point-text.bad-number, point-text.missing-field).
 */
export function readPointText(text: string, options: ReadPointTextOptions): PointText {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line, i): Line => ({ number: i + 1, text: line.trim() }))
    .filter((line) => line.text !== '' && !/^(#|\/\/)/.test(line.text));
  const delimiter = options.delimiter ?? findDelimiter(lines);
  const titles = lines[0] ? titleFields(splitLine(lines[0].text, delimiter, Infinity)) : null;
  const fields = titles ?? fieldsOf(options.order ?? 'PNEZD');
  const points: SurveyPoint[] = [];
  const faults: ErrorRecord[] = [];
  for (const line of titles ? lines.slice(1) : lines) {
    const read = readLine(line, delimiter, fields, options.name);
    if ('code' in read) faults.push(read);
    else points.push(read);
  }
  if (points.length === 0)
    throw faults[0] ? asError(faults[0]) : new AppError('point-text.no-points', { file: options.name });
  if (faults.length > points.length) {
    const line = Number(faults[0]!.params['line']);
    throw new AppError('point-text.too-many-faults', { file: options.name, count: faults.length, line });
  }
  return { points, delimiter, fields, faults };
}

function asError({ code, params }: ErrorRecord): AppError {
  return new AppError(code, params);
}

/** The delimiter that the first lines agree on, most specific first. */
function findDelimiter(lines: readonly Line[]): PointDelimiter {
  const sample = lines.slice(0, 20);
  const most = (delimiter: PointDelimiter) =>
    sample.filter(({ text }) => splitLine(text, delimiter, Infinity).length >= 3).length * 2 > sample.length;
  return (['\t', ';', ','] as const).find(most) ?? ' ';
}

/** Cells of a line, at most `limit` of them: the last takes the rest of the line, delimiters included. */
function splitLine(text: string, delimiter: PointDelimiter, limit: number): string[] {
  const cells = delimiter === ' ' ? text.split(/\s+/) : splitQuoted(text, delimiter);
  return cells.length <= limit
    ? cells
    : [...cells.slice(0, limit - 1), cells.slice(limit - 1).join(delimiter)];
}

function splitQuoted(text: string, delimiter: PointDelimiter): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    if (quoted && letter === '"' && text[i + 1] === '"') cell += text[i++];
    else if (letter === '"' && (quoted || cell.trim() === '')) quoted = !quoted;
    else if (letter === delimiter && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

const titleWords: readonly (readonly [PointField, RegExp])[] = [
  ['point', /^(p|pt|pts?#|no\.?|nr\.?|id|point.*|name|number|num)$/i],
  ['northing', /^(n|y|north|northing|n\s*\(.*\)|northing\s*.*)$/i],
  ['easting', /^(e|x|east|easting|e\s*\(.*\)|easting\s*.*)$/i],
  ['elevation', /^(z|h|el|elev\.?|elevation.*|height.*|alt.*)$/i],
  ['description', /^(d|desc.*|code|remark.*|feature.*)$/i],
];

/** The fields that a header line names; null where the line is no header. Unknown columns count as descriptions nobody reads. */
function titleFields(cells: readonly string[]): PointField[] | null {
  if (cells.length < 2 || cells.some((cell) => cell !== '' && toNumber(cell, ',') !== null)) return null;
  const fields = cells.map((cell) => titleWords.find(([, pattern]) => pattern.test(cell))?.[0]);
  if (!fields.includes('northing') || !fields.includes('easting')) return null;
  return fields.map((field) => field ?? 'description');
}

function toNumber(text: string, delimiter: PointDelimiter): number | null {
  const plain = delimiter === ',' ? text : text.replace(/^([-+]?\d+),(\d+)$/, '$1.$2');
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

function readLine(
  line: Line,
  delimiter: PointDelimiter,
  fields: readonly PointField[],
  file: string,
): SurveyPoint | ErrorRecord {
  const cells = splitLine(line.text, delimiter, fields.length);
  const point = {
    point: '',
    easting: Number.NaN,
    northing: Number.NaN,
    elevation: Number.NaN,
    description: '',
  };
  for (const [i, field] of fields.entries()) {
    const cell = cells[i];
    if (field === 'point' || field === 'description') {
      if (cell && !point[field]) point[field] = cell;
      continue;
    }
    if (cell === undefined && field !== 'elevation') {
      const params = { file, line: line.number, found: cells.length, field, column: i + 1 };
      return { code: 'point-text.missing-field', params };
    }
    if (field === 'elevation' && (cell === undefined || cell === '' || cell === '-')) continue;
    const value = toNumber(cell ?? '', delimiter);
    if (value === null) {
      return { code: 'point-text.bad-number', params: { file, line: line.number, field, value: cell ?? '' } };
    }
    point[field] = value;
  }
  return point;
}
