import type { CodeTable } from '#domain/drawing/codes/code-table.ts';
import { readCodeTable } from '#domain/drawing/codes/read-code-table.ts';
import { readTextFile } from './read-text-file.ts';

/** Reads the file of a feature code dictionary. Errors: io.*, codes.* */
export async function readCodeFile(path: string): Promise<CodeTable> {
  const { text, faults } = await readTextFile(path);
  const table = readCodeTable(text, path);
  return { ...table, faults: [...faults, ...table.faults] };
}
