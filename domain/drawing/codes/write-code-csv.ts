import { csvCell } from '../../formats/table-text/csv-records.ts';
import type { CodeEntry } from '../feature-code.ts';
import { writeAttributes } from './attribute-text.ts';
import { type CodeColumn, codeColumns } from './code-columns.ts';

const columns = (Object.keys(codeColumns) as CodeColumn[]).filter((column) => column !== 'control');

function rowOf(cells: Partial<Record<CodeColumn, string>>): string {
  return `${columns.map((column) => csvCell(cells[column] ?? '')).join(',')}\r\n`;
}

/**
 * Feature codes as a table that `readCodeCsv` gives back: UTF-8 with a byte order mark, so that spreadsheets know the
 * letters, and CR LF. Codes, layers and symbols are written without the blanks around them.
 */
export function writeCodeCsv(entries: readonly CodeEntry[]): string {
  const rows = entries.map(({ code, name, symbol, colour, lineType, layer, kinds, attributes }) =>
    rowOf({
      code: code.trim(),
      name,
      types: kinds.length === 0 ? 'any' : kinds.join(' '),
      layer: layer?.trim() ?? '',
      colour: colour ?? '',
      symbol: symbol?.trim() ?? '',
      lineType: lineType ?? '',
      attributes: writeAttributes(attributes),
    }),
  );
  return `\ufeff${rowOf(codeColumns)}${rows.join('')}`;
}
