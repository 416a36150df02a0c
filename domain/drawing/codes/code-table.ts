import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { symbolNamed } from '../../symbols/library.ts';
import type { CodeEntry } from '../feature-code.ts';
import { type ControlKind, type ControlWords, controlKinds, usualControlWords } from './control-codes.ts';
import { codeKey } from './dictionary.ts';

/** A file of feature codes. */
export interface CodeTable {
  readonly entries: readonly CodeEntry[];
  /** Those of the file for the control codes that it names, else the usual ones. */
  readonly words: ControlWords;
  /** Rows that are no codes (at most half of all, else reading fails), and what was left out. */
  readonly faults: readonly ErrorRecord[];
}

/** A row of such a file: a code, or a word of a control code. */
export type CodeRow =
  | { readonly row: number; readonly entry: CodeEntry }
  | { readonly row: number; readonly control: ControlKind; readonly word: string };

/**
 * The table of the rows of a file.
 * @throws codes.empty without a code, codes.too-many-faults where more rows are wrong than right
 */
export function tableOfRows(
  rows: readonly CodeRow[],
  faults: readonly ErrorRecord[],
  file: string,
): CodeTable {
  const entries: CodeEntry[] = [];
  const firstRows = new Map<string, number>();
  const told = [...faults];
  const words = new Map<ControlKind, string[]>();
  for (const read of rows) {
    if ('control' in read) {
      words.set(read.control, [...(words.get(read.control) ?? []), read.word]);
      continue;
    }
    const { row, entry } = read;
    const key = codeKey(entry.code);
    const otherRow = firstRows.get(key);
    if (otherRow !== undefined) {
      told.push({ code: 'codes.code-twice', params: { file, row, code: entry.code, otherRow } });
      continue;
    }
    firstRows.set(key, row);
    const { code, symbol } = entry;
    if (symbol !== undefined && !symbolNamed(symbol)) {
      told.push({ code: 'codes.symbol-unknown', params: { file, row, code, symbol } });
    }
    entries.push(entry);
  }
  const bad = told.filter(({ code }) => code === 'codes.row-unreadable' || code === 'codes.code-twice');
  if (entries.length === 0) {
    throw bad[0] ? new AppError(bad[0].code, bad[0].params) : new AppError('codes.empty', { file });
  }
  if (bad.length > entries.length) {
    throw new AppError('codes.too-many-faults', {
      file,
      count: bad.length,
      row: Number(bad[0]!.params['row']),
    });
  }
  const named = controlKinds.map((kind) => [kind, words.get(kind) ?? usualControlWords[kind]] as const);
  return { entries, words: Object.fromEntries(named) as unknown as ControlWords, faults: told };
}
