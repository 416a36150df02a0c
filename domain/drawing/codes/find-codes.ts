import type { FeatureCode } from '../feature-code.ts';

/** A dictionary prepared to be searched: letters in lower case by code. */
export type CodeIndex = readonly {
  readonly code: FeatureCode;
  readonly key: string;
  readonly text: string;
}[];

/** Prepares codes to be searched, in their order. */
export function codeIndex(codes: readonly FeatureCode[]): CodeIndex {
  return codes.map((code) => {
    const key = code.code.toLowerCase();
    return { code, key, text: `${key}\n${code.name}\n${code.layer ?? ''}`.toLowerCase() };
  });
}

/**
 * Codes whose code, name or layer holds every word of a query: the code itself first, then those that begin with it,
 * then the others, each in their order. All of them where the query is empty. Linear in the text.
 */
export function findCodes(index: CodeIndex, query: string): FeatureCode[] {
  const wanted = query.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  if (wanted === '') return index.map(({ code }) => code);
  const ranks: [FeatureCode[], FeatureCode[], FeatureCode[]] = [[], [], []];
  for (const { code, key, text } of index) {
    if (!words.every((word) => text.includes(word))) continue;
    ranks[key === wanted ? 0 : key.startsWith(wanted) ? 1 : 2].push(code);
  }
  return ranks.flat();
}
