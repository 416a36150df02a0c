import type { CodeEntry, FeatureCode } from '../feature-code.ts';
import { codeKey } from './dictionary.ts';

/** What a table of codes would change of a dictionary. */
export interface CodeChanges {
  /** Codes that the dictionary does not have. */
  readonly added: readonly CodeEntry[];
  readonly changed: readonly { readonly before: FeatureCode; readonly after: CodeEntry }[];
  readonly same: readonly FeatureCode[];
  /** Codes that the table does not have. */
  readonly missing: readonly FeatureCode[];
}

/** Compares a dictionary with a table of codes, which differ in more than case and blanks. */
export function compareCodes(codes: readonly FeatureCode[], entries: readonly CodeEntry[]): CodeChanges {
  const byKey = new Map(codes.map((code) => [codeKey(code.code), code]));
  const added: CodeEntry[] = [];
  const changed: { before: FeatureCode; after: CodeEntry }[] = [];
  const same: FeatureCode[] = [];
  for (const entry of entries) {
    const before = byKey.get(codeKey(entry.code));
    if (before === undefined) added.push(entry);
    else if (textOf(before) === textOf(entry)) same.push(before);
    else changed.push({ before, after: entry });
    byKey.delete(codeKey(entry.code));
  }
  return { added, changed, same, missing: [...byKey.values()] };
}

function textOf({ code, name, symbol, colour, lineType, layer, kinds, attributes }: CodeEntry): string {
  const listed = attributes.map((one) => [one.name, one.type, one.values ?? null, one.initial ?? null]);
  return JSON.stringify([code, name, symbol, colour, lineType, layer, [...kinds].sort(), listed]);
}
