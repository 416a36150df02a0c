import type { DrawingFeature } from '../feature.ts';
import type { FeatureCode } from '../feature-code.ts';
import { usualControlWords } from './control-codes.ts';
import { codeDictionary } from './dictionary.ts';
import { parseDescription } from './parse-description.ts';

/**
 * How many features name each code, by the code's id; a feature that names two counts for both. Descriptions are read
 * once each.
 */
export function countUses(
  codes: readonly FeatureCode[],
  features: Iterable<Pick<DrawingFeature, 'code'>>,
): ReadonlyMap<string, number> {
  const byText = new Map<string, number>();
  for (const { code } of features) if (code !== '') byText.set(code, (byText.get(code) ?? 0) + 1);
  const dictionary = codeDictionary(codes, usualControlWords);
  const uses = new Map<string, number>();
  for (const [text, count] of byText) {
    const named = new Set(
      parseDescription(text, dictionary).mentions.map(({ entry }) => entry as FeatureCode),
    );
    for (const { id } of named) uses.set(id, (uses.get(id) ?? 0) + count);
  }
  return uses;
}
