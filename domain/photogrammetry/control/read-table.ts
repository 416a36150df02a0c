import type { ErrorParams, ErrorRecord } from '../../errors/app-error.ts';
import type { NumberFormat } from '../../formats/table-text/number-format.ts';
import { type Delimiter, splitCells } from '../../formats/table-text/split-cells.ts';
import { withoutEnd } from '../../math/without-end.ts';
import type { ControlObservation, ControlPoint, ControlType } from '../model/control.ts';
import { cellNumber, cellType, findDelimiter, isAbsent, numberFormatOf, type TextLine } from './cells.ts';
import { type ControlColumn, type ControlHeader, readHeader } from './columns.ts';
import type { ControlRow } from './gather-points.ts';

/** A parsed table with a header. */
export interface ControlTable {
  readonly crsText: string | null;
  readonly rows: readonly ControlRow[];
  readonly warnings: readonly ErrorRecord[];
}

/** Default standard deviation of an image observation, pixels. */
export const usualObservationSigmaPx = 1;
const numericColumns = [
  'x',
  'y',
  'z',
  'sigmaX',
  'sigmaY',
  'sigmaZ',
  'sigmaXy',
  'px',
  'py',
  'sigmaPx',
] as const satisfies readonly ControlColumn[];
/** Number of first lines searched for a header: a title and the coordinate system may precede it. */
const headerWithin = 6;
/** Ratio of vertical to horizontal sigma of a GNSS survey, where only the horizontal one is stated. */
const heightFactor = 1.5;

interface RowReader {
  readonly file: string;
  readonly delimiter: Delimiter;
  readonly format: NumberFormat;
  readonly header: ControlHeader;
  readonly warnings: ErrorRecord[];
}

function refuse(reader: RowReader, row: number, reason: string, values: ErrorParams): null {
  reader.warnings.push({ code: 'control.bad-row', params: { ...values, file: reader.file, row, reason } });
  return null;
}

function sigmaOf(
  reader: RowReader,
  row: number,
  cell: (column: ControlColumn) => string | undefined,
): ControlPoint['sigma'] {
  const read = (column: ControlColumn): number | null => {
    const text = cell(column);
    if (text === undefined || isAbsent(text)) return null;
    const value = cellNumber(text, reader.format);
    if (value !== null && value > 0) return value;
    const params = { file: reader.file, row, column, value: text };
    reader.warnings.push({ code: 'control.bad-sigma', params });
    return null;
  };
  const both = read('sigmaXy');
  const [ownX, ownY, ownZ] = [read('sigmaX'), read('sigmaY'), read('sigmaZ')];
  const x = ownX ?? both ?? ownY;
  const y = ownY ?? both ?? ownX;
  if (x === null || y === null) return ownZ === null ? null : [ownZ, ownZ, ownZ];
  return [x, y, ownZ ?? heightFactor * Math.max(x, y)];
}

function typeOf(
  reader: RowReader,
  row: number,
  cell: (column: ControlColumn) => string | undefined,
): ControlType {
  const flag = cell('isCheckpoint')?.trim() ?? '';
  if (/^(?:1|true|yes|y|x)$/i.test(flag) || cellType(flag) === 'checkpoint') return 'checkpoint';
  const text = cell('type');
  if (text === undefined || isAbsent(text)) return 'gcp';
  const type = cellType(text);
  if (type) return type;
  reader.warnings.push({ code: 'control.unknown-type', params: { file: reader.file, row, type: text } });
  return 'gcp';
}

function readMark(
  reader: RowReader,
  row: number,
  cell: (column: ControlColumn) => string | undefined,
): ControlObservation | null {
  const photo = cell('image')?.trim();
  if (!photo || isAbsent(photo)) return null;
  const x = cellNumber(cell('px'), reader.format);
  const y = cellNumber(cell('py'), reader.format);
  if (x === null || y === null) return refuse(reader, row, 'a-mark-without-pixel-coordinates', { photo });
  const sigma = cellNumber(cell('sigmaPx'), reader.format);
  return { photo, x, y, sigmaPx: sigma !== null && sigma > 0 ? sigma : usualObservationSigmaPx, row };
}

function readRow(reader: RowReader, { row, text }: TextLine): ControlRow | null {
  const cells = splitCells(text, reader.delimiter);
  const cell = (column: ControlColumn) => {
    const at = reader.header.columns.get(column);
    return at === undefined ? undefined : cells[at];
  };
  const x = cellNumber(cell('x'), reader.format);
  const y = cellNumber(cell('y'), reader.format);
  if (x === null || y === null) {
    const given = `${cell('x') ?? ''}, ${cell('y') ?? ''}`;
    return refuse(reader, row, 'horizontal-coordinates-are-not-numbers', { given });
  }
  const height = cell('z');
  const z = cellNumber(height, reader.format);
  if (z === null && !isAbsent(height))
    return refuse(reader, row, 'the-height-is-not-a-number', { given: height ?? '' });
  return {
    row,
    label: cell('label')?.trim() || null,
    type: typeOf(reader, row, cell),
    x,
    y,
    z,
    sigma: sigmaOf(reader, row, cell),
    mark: readMark(reader, row, cell),
  };
}

/** The header from a row of column names; null for data, titles and coordinate systems. */
function headerOf({ text }: TextLine): { header: ControlHeader; delimiter: Delimiter } | null {
  const delimiter = findDelimiter(text);
  const header = readHeader(splitCells(text, delimiter));
  return header && { header, delimiter };
}

/**
 * Reads a table whose header names its columns; null where the first lines have no such header. Lines before the header
 * may name the coordinate system. Unreadable rows give warnings with their number.
 */
export function readTable(lines: readonly TextLine[], file: string): ControlTable | null {
  const at = lines.slice(0, headerWithin).findIndex((line) => headerOf(line) !== null);
  if (at < 0) return null;
  const { header, delimiter } = headerOf(lines[at]!)!;
  const warnings: ErrorRecord[] = [];
  const data = lines.slice(at + 1).filter(({ text }) => !text.trim().startsWith('#'));
  const numeric = numericColumns.flatMap((column) => header.columns.get(column) ?? []);
  const format = numberFormatOf(
    data,
    ({ text }) => {
      const cells = splitCells(text, delimiter);
      return numeric.map((column) => cells[column] ?? '');
    },
    file,
  );
  if (format.isAssumed) warnings.push({ code: 'table.number-format-assumed', params: { file } });
  const reader: RowReader = { file, delimiter, format, header, warnings };
  const rows = data.map((line) => readRow(reader, line)).filter((row) => row !== null);
  const stated = lines.slice(0, at).map(({ text }) => withoutEnd(text.replace(/^[#\s]+/, ''), ',;\t').trim());
  const column = header.columns.get('crs');
  const inColumn = column === undefined ? '' : (splitCells(data[0]?.text ?? '', delimiter)[column] ?? '');
  const named = inColumn || stated.find((text) => text !== '') || (header.isGeographic ? 'EPSG:4326' : '');
  return { crsText: named || null, rows, warnings };
}
