import type { ConditionField, FeatureCondition } from '#domain/drawing/select/feature-condition.ts';
import { choiceComparisons, comparisons } from '#domain/drawing/select/feature-condition.ts';

const attributePrefix = 'attribute ';

/** Text of a field in a list. */
export function fieldKey(field: ConditionField): string {
  return field.of === 'attribute' ? `${attributePrefix}${field.name}` : field.of;
}

/** The field of a text made by `fieldKey`. */
export function fieldOfKey(key: string): ConditionField {
  if (key.startsWith(attributePrefix)) return { of: 'attribute', name: key.slice(attributePrefix.length) };
  return { of: key as Exclude<ConditionField['of'], 'attribute'> };
}

/** Whether the value of a field is chosen from a list. */
export function isChosen({ of }: ConditionField): boolean {
  return of === 'layer' || of === 'kind' || of === 'purpose';
}

/** Comparisons that a field allows. */
export function comparisonsOf(field: ConditionField): readonly FeatureCondition['comparison'][] {
  return isChosen(field) ? choiceComparisons : comparisons;
}

/** Whether a comparison needs a value. */
export function needsValue({ comparison }: FeatureCondition): boolean {
  return comparison !== 'is-empty' && comparison !== 'is-filled';
}
