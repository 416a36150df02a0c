import type { CodeTable } from './code-table.ts';
import { readCodeCsv } from './read-code-csv.ts';
import { readFieldCodeList } from './read-field-code-list.ts';

/** Endings of files of feature codes. */
export const codeEndings = ['.csv', '.txt', '.fcl'] as const;

/**
 * Reads a feature code dictionary by its ending: `.fcl` is a field code list, all others are tables with headings.
 * @throws what `readFieldCodeList` and `readCodeCsv` throw
 */
export function readCodeTable(text: string, file: string): CodeTable {
  return /\.fcl$/i.test(file) ? readFieldCodeList(text, file) : readCodeCsv(text, file);
}
