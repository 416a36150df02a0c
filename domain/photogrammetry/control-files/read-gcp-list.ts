import type { ErrorRecord } from '../../errors/app-error.ts';
import type { ControlType } from '../control.ts';
import {
  cellNumber,
  cellType,
  type Delimiter,
  imagePattern,
  isAbsent,
  splitCells,
  type TextLine,
} from './cells.ts';
import type { ControlRow } from './gather-points.ts';
import { type ControlTable, usualMarkSigmaPx } from './read-table.ts';

interface Shape {
  readonly x: number;
  readonly y: number;
  readonly z: number | null;
  readonly rest: readonly string[];
  readonly label: string | null;
}

/** Tabs delimit where a line has them (names may then hold blanks), else commas or semicolons, else blanks. */
function delimiterOf(text: string): Delimiter {
  if (text.includes('\t') && splitCells(text, '\t').filter(Boolean).length > 2) return '\t';
  if (splitCells(text, ';').length > 2) return ';';
  return splitCells(text, ',').length > 2 ? ',' : ' ';
}

/** x y z …, or label x y z …; null where neither. */
function shapeOf(cells: readonly string[], delimiter: Delimiter): Shape | null {
  const number = (at: number) => cellNumber(cells[at], delimiter);
  const start = number(0) === null ? 1 : 0;
  const [x, y] = [number(start), number(start + 1)];
  const height = cells[start + 2];
  const z = cellNumber(height, delimiter);
  if (x === null || y === null || height === undefined || (z === null && !isAbsent(height))) return null;
  return { x, y, z, rest: cells.slice(start + 3), label: start === 1 ? cells[0]! : null };
}

/** Name of a photo at the start of some cells, with blanks in it where only blanks delimit, and what follows it. */
function photoAt(
  cells: readonly string[],
  delimiter: Delimiter,
): { photo: string; after: readonly string[] } | null {
  if (delimiter !== ' ') return cells[0] ? { photo: cells[0], after: cells.slice(1) } : null;
  const end = cells.findIndex((cell) => imagePattern.test(cell));
  if (end < 0) return cells[0] ? { photo: cells[0], after: cells.slice(1) } : null;
  return { photo: cells.slice(0, end + 1).join(' '), after: cells.slice(end + 1) };
}

function typeIn(cells: readonly string[]): ControlType {
  return cells.map(cellType).find((type) => type !== null) ?? 'gcp';
}

function readRow({ row, text }: TextLine): ControlRow | string {
  const delimiter = delimiterOf(text);
  const cells = splitCells(text.trimEnd(), delimiter);
  const shape = shapeOf(cells, delimiter);
  if (!shape) return 'it does not begin with three coordinates, or a label and three coordinates';
  const { x, y, z, rest } = shape;
  const base = { row, x, y, z, sigma: null };
  const [px, py] = [cellNumber(rest[0], delimiter), cellNumber(rest[1], delimiter)];
  const found = px === null || py === null ? null : photoAt(rest.slice(2), delimiter);
  if (px !== null && py !== null && !found) return 'it has pixel coordinates but names no image';
  if (!found || px === null || py === null) {
    const [label = null, ...extra] = shape.label ? [shape.label, ...rest] : rest;
    return { ...base, label: label || null, type: typeIn(extra), mark: null };
  }
  const [label, ...extra] = shape.label ? [shape.label, ...found.after] : found.after;
  return {
    ...base,
    label: label?.trim() || null,
    type: typeIn(extra),
    mark: { photo: found.photo, x: px, y: py, sigmaPx: usualMarkSigmaPx },
  };
}

/** True for a line that is data: it begins with two numbers, or with a label and two. */
function isData({ text }: TextLine): boolean {
  const delimiter = delimiterOf(text);
  const cells = splitCells(text, delimiter);
  const number = (at: number) => cellNumber(cells[at], delimiter) !== null;
  return (number(0) && number(1)) || (cells.length > 3 && number(1) && number(2) && number(3));
}

/**
 * Reads a list in the form of gcp_list.txt: a first line that names the coordinate system (EPSG code, PROJ string,
 * `WGS84 UTM 17N`; may be missing), then rows `x y z px py image [label] [more]`, `label x y z` or `x y z [label]`,
 * separated by tabs, blanks, commas or semicolons. `NaN` as z means that no height was measured.
 */
export function readGcpList(lines: readonly TextLine[], file: string): ControlTable {
  const body = lines.filter(({ text }) => !text.trim().startsWith('#'));
  const first = body[0];
  const crsText = first && !isData(first) ? first.text.trim() : null;
  const warnings: ErrorRecord[] = [];
  const rows: ControlRow[] = [];
  for (const line of crsText === null ? body : body.slice(1)) {
    const read = readRow(line);
    if (typeof read !== 'string') rows.push(read);
    else warnings.push({ code: 'control.bad-row', params: { file, row: line.row, reason: read } });
  }
  return { crsText, rows, warnings };
}
