import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import type { Reason } from '../../errors/reason.ts';
import { paletteHex } from '../../formats/dxf/colours.ts';
import { type LineType, lineTypes } from '../../formats/exchange-model.ts';
import { csvRecords } from '../../formats/table-text/csv-records.ts';
import {
  type Delimiter,
  findDelimiter,
  splitCells,
  type TableLine,
  tableLines,
} from '../../formats/table-text/split-cells.ts';
import { type AttributeDefinition, type CodeEntry, type CodeKind, codeKinds } from '../feature-code.ts';
import { readAttributes } from './attribute-text.ts';
import { type CodeColumn, codeColumnOf } from './code-columns.ts';
import { type CodeRow, type CodeTable, tableOfRows } from './code-table.ts';
import { controlKinds } from './control-codes.ts';

/** Cells of a line by their columns. */
type Cells = Readonly<Partial<Record<CodeColumn, string>>>;

/** Why a cell cannot be read. */
type Fault = Reason & { readonly column: CodeColumn; readonly value: string };

/**
 * Reads a table of feature codes with headings: code, name, types (`point`, `polyline`, `polygon`, `grid`, parted by
 * blanks, `+` or `|`; empty or `any`: all), layer, colour (`#rrggbb` or an index of AutoCAD's palette), symbol, line type
 * and attributes (`attribute-text`). A row with something in `Control` says that its code is a word of that control code;
 * the words of a control code that the file names take the place of the usual ones. Rows that cannot be read are faults.
 * @throws codes.code-column-missing, codes.empty, codes.row-unreadable, codes.too-many-faults
 */
export function readCodeCsv(text: string, file: string): CodeTable {
  const { lines, delimiter: stated } = tableLines(text);
  const delimiter = stated ?? delimiterOf(lines);
  const [headings, ...data] = csvRecords(text, delimiter).slice(stated === null ? 0 : 1);
  if (!headings) throw new AppError('codes.empty', { file });
  const names = headings.cells.map((cell) => cell.trim());
  const columns = names.map(codeColumnOf);
  if (!columns.includes('code')) {
    const found = names.slice(0, 20).join(' | ').slice(0, 200);
    throw new AppError('codes.code-column-missing', { file, row: headings.number, found });
  }
  const faults: ErrorRecord[] = [];
  const places = new Map<CodeColumn, number>();
  columns.forEach((column, i) => {
    if (column !== null && !places.has(column)) places.set(column, i);
  });
  const used = new Set(places.values());
  const ignored = names.filter((name, i) => name !== '' && !used.has(i));
  if (ignored.length > 0) {
    const params = { file, count: ignored.length, columns: ignored.slice(0, 20).join(', ') };
    faults.push({ code: 'codes.columns-ignored', params });
  }
  const rows: CodeRow[] = [];
  for (const { number: row, cells: found } of data) {
    const cells: { [column in CodeColumn]?: string } = {};
    for (const [column, i] of places) {
      const cell = found[i] ?? '';
      cells[column] = column === 'name' ? cell : cell.trim();
    }
    if (Object.values(cells).every((cell) => cell === '')) continue;
    const read = readRow(cells);
    if ('reason' in read) faults.push({ code: 'codes.row-unreadable', params: { file, row, ...read } });
    else rows.push({ row, ...read });
  }
  return tableOfRows(rows, faults, file);
}

/** The delimiter of a table: the headings say it, since rows may hold line breaks. */
function delimiterOf(lines: readonly TableLine[]): Delimiter {
  const cut = (delimiter: Delimiter) => splitCells(lines[0]?.text ?? '', delimiter);
  const named = (['\t', ';', ','] as const).find((delimiter) => {
    const names = cut(delimiter);
    return names.length > 1 && names.some((name) => codeColumnOf(name) === 'code');
  });
  return named ?? findDelimiter(lines, 2);
}

function readRow(cells: Cells) {
  const { code = '', control = '' } = cells;
  if (code === '') return { column: 'code', value: '', reason: 'code-is-empty' } satisfies Fault;
  if (control === '') return readEntry(code, cells);
  const kind = controlKinds.find((one) => one === control.toLowerCase().replace(/\s+/g, '-'));
  if (kind === undefined) {
    const choices = controlKinds.join(', ');
    return { column: 'control', value: control, reason: 'it-is-none-of-these', choices } satisfies Fault;
  }
  return { control: kind, word: code };
}

function readEntry(code: string, cells: Cells): { readonly entry: CodeEntry } | Fault {
  const kinds = kindsOf(cells.types ?? '');
  if ('reason' in kinds) return kinds;
  const colour = colourOf(cells.colour ?? '');
  if (typeof colour === 'object') return colour;
  const lineType = lineTypeOf(cells.lineType ?? '');
  if (typeof lineType === 'object') return lineType;
  const attributes: readonly AttributeDefinition[] | null = readAttributes(cells.attributes ?? '');
  if (attributes === null) {
    return { column: 'attributes', value: cells.attributes ?? '', reason: 'attributes-cannot-be-read' };
  }
  const { name = '', layer, symbol } = cells;
  const entry: CodeEntry = {
    code,
    name,
    ...(symbol ? { symbol } : {}),
    ...(colour === undefined ? {} : { colour }),
    ...(lineType === undefined ? {} : { lineType }),
    ...(layer ? { layer } : {}),
    kinds: kinds.kinds,
    attributes,
  };
  return { entry };
}

const kindWords: Readonly<Record<string, CodeKind | 'any'>> = {
  ...Object.fromEntries(codeKinds.map((kind) => [kind, kind])),
  any: 'any',
  line: 'polyline',
  area: 'polygon',
};

function kindsOf(cell: string): { readonly kinds: readonly CodeKind[] } | Fault {
  const words = cell
    .toLowerCase()
    .split(/[\s+|/]+/)
    .filter((word) => word !== '');
  const kinds = words.map((word) => kindWords[word.replace(/s$/, '')]);
  if (kinds.includes(undefined)) {
    const choices = [...codeKinds, 'any'].join(', ');
    return { column: 'types', value: cell, reason: 'it-is-none-of-these', choices };
  }
  if (kinds.includes('any')) return { kinds: [] };
  return { kinds: codeKinds.filter((kind) => kinds.includes(kind)) };
}

function colourOf(cell: string): string | undefined | Fault {
  if (cell === '') return undefined;
  const hex = /^#?([0-9a-f]{6})$/i.exec(cell)?.[1];
  if (hex !== undefined) return `#${hex.toLowerCase()}`;
  const index = /^\d{1,3}$/.test(cell) ? Number(cell) : 0;
  if (index >= 1 && index <= 255) return paletteHex(index);
  return { column: 'colour', value: cell, reason: 'colour-is-not-of-the-form-rrggbb' };
}

function lineTypeOf(cell: string): LineType | undefined | Fault {
  if (cell === '') return undefined;
  const wanted = cell.toLowerCase().replace(/[\s_]+/g, '-');
  const known = lineTypes.find((one) => one === wanted || one.replace('-', '') === wanted);
  if (known !== undefined) return known;
  if (wanted === 'continuous') return 'solid';
  return { column: 'lineType', value: cell, reason: 'it-is-none-of-these', choices: lineTypes.join(', ') };
}
