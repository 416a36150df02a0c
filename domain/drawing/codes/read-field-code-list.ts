import type { ErrorRecord } from '../../errors/app-error.ts';
import { splitCells, tableLines } from '../../formats/table-text/split-cells.ts';
import { type CodeRow, type CodeTable, tableOfRows } from './code-table.ts';

/**
 * Reads a field code list of Carlson SurvCE (`.fcl`): a line a code with code, `Y` or `N` for a polyline, `Y` or `N` for
 * one with heights, layer (older files leave it out: the code is its layer) and full text, between commas. Codes with a
 * polyline are lines, the others points. Source: Carlson Software, Knowledge Base, topic 373, "FCL" (2024).
 * @throws codes.empty, codes.row-unreadable, codes.too-many-faults
 */
export function readFieldCodeList(text: string, file: string): CodeTable {
  const rows: CodeRow[] = [];
  const faults: ErrorRecord[] = [];
  for (const { number: row, text: line } of tableLines(text).lines) {
    const cells = splitCells(line, ',');
    const [code = '', polyline = '', , fourth] = cells;
    const unreadable = (reason: string, column: string, value: string) =>
      faults.push({ code: 'codes.row-unreadable', params: { file, row, column, value, reason } });
    if (code === '') unreadable('code-is-empty', 'code', '');
    else if (cells.length < 4 || fourth === undefined) unreadable('the-row-is-cut-short', 'code', code);
    else if (!/^[yn]$/i.test(polyline)) unreadable('it-is-neither-y-nor-n', 'types', polyline);
    else {
      const layer = cells.length > 4 && fourth !== '' ? fourth : code;
      const name = cells.slice(cells.length > 4 ? 4 : 3).join(', ');
      const kinds = [/^y$/i.test(polyline) ? 'polyline' : 'point'] as const;
      rows.push({ row, entry: { code, name, layer, kinds, attributes: [] } });
    }
  }
  return tableOfRows(rows, faults, file);
}
