import { usualControlWords } from '#domain/drawing/codes/control-codes.ts';
import { codeDictionary } from '#domain/drawing/codes/dictionary.ts';
import { parseDescription } from '#domain/drawing/codes/parse-description.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { AttributeDefinition, FeatureCode } from '#domain/drawing/feature-code.ts';

/** The attributes that the codes of a feature ask for; of two of one name the first counts. */
export function definitionsOf(
  { code }: Pick<DrawingFeature, 'code'>,
  codes: readonly FeatureCode[],
): AttributeDefinition[] {
  if (code === '' || codes.length === 0) return [];
  const { mentions } = parseDescription(code, codeDictionary(codes, usualControlWords));
  const definitions = new Map<string, AttributeDefinition>();
  for (const { entry } of mentions) {
    for (const one of entry.attributes) if (!definitions.has(one.name)) definitions.set(one.name, one);
  }
  return [...definitions.values()];
}
