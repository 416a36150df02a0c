import type { ErrorRecord } from '../../errors/app-error.ts';
import { looksNumeric, type NumberFormat } from '../../formats/table-text/number-format.ts';
import { type Delimiter, splitCells } from '../../formats/table-text/split-cells.ts';
import type { ControlType } from '../model/control.ts';
import { cellNumber, cellType, imagePattern, isAbsent, numberFormatOf, type TextLine } from './cells.ts';
import type { ControlRow } from './gather-points.ts';
import { type ControlTable, usualObservationSigmaPx } from './read-table.ts';

interface Shape {
  readonly x: number;
  readonly y: number;
  readonly z: number | null;
  readonly rest: readonly string[];
  readonly label: string | null;
}

/** Tabs delimit where a line has them (names may then contain blanks), else commas or semicolons, else blanks. */
function delimiterOf(text: string): Delimiter {
  if (text.includes('\t') && splitCells(text, '\t').filter(Boolean).length > 2) return '\t';
  if (splitCells(text, ';').length > 2) return ';';
  return splitCells(text, ',').length > 2 ? ',' : ' ';
}

/** x y z …, or label x y z …; null where neither. */
function shapeOf(cells: readonly string[], format: NumberFormat): Shape | null {
  const number = (at: number) => cellNumber(cells[at], format);
  const start = number(0) === null ? 1 : 0;
  const [x, y] = [number(start), number(start + 1)];
  const height = cells[start + 2];
  const z = cellNumber(height, format);
  if (x === null || y === null || height === undefined || (z === null && !isAbsent(height))) return null;
  return { x, y, z, rest: cells.slice(start + 3), label: start === 1 ? cells[0]! : null };
}

/** Whether a cell starts like a number. */
const startsNumeric = (cell: string | undefined) => /^[+-]?[\d.]/.test(cell ?? '');

/**
 * Coordinates and image observation of a row with an image name at `imageAt`: x y z px py image, or a label before
 * them. A cell among them that is not a number is returned as text, so that its neighbours are not misread.
 */
function markShapeOf(
  cells: readonly string[],
  imageAt: number,
  delimiter: Delimiter,
  format: NumberFormat,
): Shape | string {
  const isNumber = (at: number, start: number) =>
    cellNumber(cells[at], format) !== null || (at === start + 2 && isAbsent(cells[at]));
  const faultOf = (start: number) =>
    [0, 1, 2, 3, 4].map((at) => start + at).find((at) => !isNumber(at, start)) ?? null;
  const isExact = delimiter !== ' ' || faultOf(0) !== null;
  const hasLabel = imageAt > 5 && isExact && (faultOf(1) === null || !startsNumeric(cells[0]));
  const start = hasLabel ? 1 : 0;
  const fault = faultOf(start);
  if (fault !== null) return cells[Math.min(fault, imageAt)]!;
  const number = (at: number) => cellNumber(cells[start + at], format);
  return {
    x: number(0)!,
    y: number(1)!,
    z: number(2),
    rest: cells.slice(start + 3),
    label: start === 1 ? cells[0]! : null,
  };
}

/** Name of a photo at the start of some cells, with blanks in it where only blanks delimit, and the cells after it. */
function photoAt(
  cells: readonly string[],
  delimiter: Delimiter,
): { photo: string; after: readonly string[] } | null {
  const first = cells[0] ? { photo: cells[0], after: cells.slice(1) } : null;
  if (delimiter !== ' ') return first;
  const end = cells.findIndex((cell) => imagePattern.test(cell));
  if (end < 0) return first;
  return { photo: cells.slice(0, end + 1).join(' '), after: cells.slice(end + 1) };
}

function typeIn(cells: readonly string[]): ControlType {
  return cells.map(cellType).find((type) => type !== null) ?? 'gcp';
}

/** Label and type after a photo or coordinates; where blanks delimit, a label may contain them. */
function namesIn(
  cells: readonly string[],
  delimiter: Delimiter,
): { label: string | null; type: ControlType } {
  if (delimiter !== ' ') {
    const [label, ...extra] = cells;
    return { label: label?.trim() || null, type: typeIn(extra) };
  }
  const end = cells.findIndex((cell, at) => at > 0 && (cellType(cell) !== null || cell.includes('.')));
  const words = end < 0 ? cells : cells.slice(0, end);
  return { label: words.join(' ') || null, type: typeIn(cells.slice(words.length)) };
}

/** Why a row is skipped. */
type Refused = Pick<ErrorRecord, 'code' | 'params'>;

const badCell = (value: string): Refused => ({ code: 'control.bad-cell', params: { value } });
const badRow = (reason: string): Refused => ({ code: 'control.bad-row', params: { reason } });

function readRow({ row, text }: TextLine, format: NumberFormat): ControlRow | Refused {
  const delimiter = delimiterOf(text);
  const cells = splitCells(text.trimEnd(), delimiter);
  const imageAt = cells.findIndex((cell) => imagePattern.test(cell));
  const shape = imageAt > 1 ? markShapeOf(cells, imageAt, delimiter, format) : shapeOf(cells, format);
  if (typeof shape === 'string') return badCell(shape);
  if (!shape) return badRow('it-does-not-begin-with-three-coordinates-or-a');
  const { x, y, z, rest } = shape;
  const base = { row, x, y, z, sigma: null };
  const [px, py] = [cellNumber(rest[0], format), cellNumber(rest[1], format)];
  if (px === null || py === null) {
    if (px !== null && startsNumeric(rest[1])) return badCell(rest[1]!);
    return { ...base, ...namesIn(shape.label ? [shape.label, ...rest] : rest, delimiter), mark: null };
  }
  const found = photoAt(rest.slice(2), delimiter);
  if (!found) return badRow('pixel-coordinates-but-names-no-image');
  const names = namesIn(found.after, delimiter);
  return {
    ...base,
    label: shape.label?.trim() ?? names.label,
    type: shape.label ? typeIn(found.after) : names.type,
    mark: { photo: found.photo, x: px, y: py, sigmaPx: usualObservationSigmaPx, row },
  };
}

/** True for a data line: it starts with two numbers, or with a label and two numbers. */
function isData({ text }: TextLine): boolean {
  const cells = splitCells(text, delimiterOf(text));
  const number = (at: number) => looksNumeric(cells[at] ?? '');
  return (number(0) && number(1)) || (cells.length > 3 && number(1) && number(2) && number(3));
}

/**
 * Reads a list in the format of gcp_list.txt: a first line with the coordinate system (EPSG code, PROJ string, `WGS84
 * UTM 17N`; optional), then rows `x y z px py image [label] [more]`, `label x y z` or `x y z [label]`, separated by
 * tabs, blanks, commas or semicolons. A row with a cell that should be a number and is not is skipped with a warning
 * that names the cell. `NaN` as z means that no height was measured.
 */
export function readGcpList(lines: readonly TextLine[], file: string): ControlTable {
  const body = lines.filter(({ text }) => !text.trim().startsWith('#'));
  const first = body[0];
  const crsText = first && !isData(first) ? first.text.trim() : null;
  const warnings: ErrorRecord[] = [];
  const rows: ControlRow[] = [];
  const data = crsText === null ? body : body.slice(1);
  const format = numberFormatOf(data, ({ text }) => splitCells(text, delimiterOf(text)), file);
  for (const line of data) {
    const read = readRow(line, format);
    if (!('code' in read)) rows.push(read);
    else warnings.push({ code: read.code, params: { file, row: line.row, ...read.params } });
  }
  return { crsText, rows, warnings };
}
