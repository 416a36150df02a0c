import type { CodeEntry, CodeKind } from '../feature-code.ts';
import { type ControlKind, type ControlWords, controlKinds } from './control-codes.ts';

/** Most words of a code that are looked for in a description. */
const maxWords = 8;
/** Most digits of the number of a line. */
const maxDigits = 9;

/** A code found in a description, and the number of its line: `EP2` is line 2 of `EP`, `EP` the line without a number. */
export interface FoundCode {
  readonly entry: CodeEntry;
  readonly string: string;
}

/** Feature codes and control codes, found by their words whatever their case. */
export interface CodeDictionary {
  /** Most words of one code. */
  readonly longest: number;
  find(phrase: string): FoundCode | null;
  control(word: string): ControlKind | null;
}

/** How codes are compared: without regard to case and to the width of blanks. */
export function codeKey(code: string): string {
  return code.trim().replace(/\s+/g, ' ').toUpperCase();
}

/** The dictionary of some codes; of two that differ in case alone the first counts. */
export function codeDictionary(entries: readonly CodeEntry[], words: ControlWords): CodeDictionary {
  const byKey = new Map<string, CodeEntry>();
  let longest = 1;
  for (const entry of entries) {
    const key = codeKey(entry.code);
    if (!byKey.has(key)) byKey.set(key, entry);
    longest = Math.min(maxWords, Math.max(longest, key.split(' ').length));
  }
  const controls = new Map(
    controlKinds.flatMap((kind) => words[kind].map((word) => [codeKey(word), kind] as const)),
  );
  return {
    longest,
    find(phrase) {
      const key = codeKey(phrase);
      for (let end = key.length; end > 0 && key.length - end <= maxDigits; end--) {
        const entry = byKey.get(key.slice(0, end));
        if (entry) return { entry, string: key.slice(end).replace(/^0+(?=\d)/, '') };
        if (!/\d/.test(key[end - 1]!)) return null;
      }
      return null;
    },
    control: (word) => controls.get(codeKey(word)) ?? null,
  };
}

/** Whether features of a code can be of a kind. */
export function takesKind({ kinds }: CodeEntry, kind: CodeKind): boolean {
  return kinds.length === 0 || kinds.includes(kind);
}

/**
 * How the points of a code are joined. `always`: it stands for lines or areas alone, so a line begins at its first point;
 * `when-begun`: it may also stand for single points, so a line needs a begin code; `never`: it stands for points.
 */
export function joining({ kinds }: CodeEntry): 'always' | 'when-begun' | 'never' {
  const hasLines = kinds.length === 0 || kinds.includes('polyline') || kinds.includes('polygon');
  if (!hasLines) return 'never';
  return kinds.length === 0 || kinds.includes('point') ? 'when-begun' : 'always';
}
