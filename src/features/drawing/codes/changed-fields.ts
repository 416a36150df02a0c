import type { CodeEntry } from '#domain/drawing/feature-code.ts';

const fields = ['code', 'name', 'kinds', 'symbol', 'colour', 'lineType', 'layer', 'attributes'] as const;
export type CodeField = (typeof fields)[number];

/** The fields in which two entries of a code differ. */
export function changedFields(before: CodeEntry, after: CodeEntry): CodeField[] {
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}
