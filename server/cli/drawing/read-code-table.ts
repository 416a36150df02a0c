import { extname } from 'node:path';
import type { CodeTable } from '#domain/drawing/codes/code-table.ts';
import { readCodeCsv } from '#domain/drawing/codes/read-code-csv.ts';
import { readFieldCodeList } from '#domain/drawing/codes/read-field-code-list.ts';
import { readTextFile } from './read-text-file.ts';

/** Reads a feature code dictionary: `.fcl` is a field code list, all others are tables with headings. Errors: io.*, codes.* */
export async function readCodeTable(path: string): Promise<CodeTable> {
  const { text, faults } = await readTextFile(path);
  const isList = extname(path).toLowerCase() === '.fcl';
  const table = isList ? readFieldCodeList(text, path) : readCodeCsv(text, path);
  return { ...table, faults: [...faults, ...table.faults] };
}
