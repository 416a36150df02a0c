import { AppError } from '../../errors/app-error.ts';
import type { AttributeValue, DrawingFeature } from '../feature.ts';

/** What a condition looks at; an attribute by its name. */
export type ConditionField =
  | { readonly of: 'layer' | 'code' | 'name' | 'kind' | 'purpose' }
  | { readonly of: 'attribute'; readonly name: string };

/** How it is compared; the last two need no value. */
export const comparisons = [
  'is',
  'is-not',
  'contains',
  'begins-with',
  'less',
  'at-most',
  'at-least',
  'more',
  'is-empty',
  'is-filled',
] as const;
export type Comparison = (typeof comparisons)[number];

/** Comparisons of fields that are chosen from a list. */
export const choiceComparisons = ['is', 'is-not'] as const satisfies readonly Comparison[];

/** A condition on a feature. */
export interface FeatureCondition {
  readonly field: ConditionField;
  readonly comparison: Comparison;
  /** Id of a layer, a kind, a purpose (empty: none), or what was typed, with a decimal point. */
  readonly value: string;
}

const ordered: Readonly<Partial<Record<Comparison, (a: number, b: number) => boolean>>> = {
  less: (a, b) => a < b,
  'at-most': (a, b) => a <= b,
  'at-least': (a, b) => a >= b,
  more: (a, b) => a > b,
};

/**
 * A test for features that meet all conditions. Texts are compared without regard to case; numbers by value where both
 * sides are numbers. What a feature lacks is empty.
 * @throws selection.value-empty, selection.number-needed with the value
 */
export function conditionTest(conditions: readonly FeatureCondition[]): (feature: DrawingFeature) => boolean {
  const tests = conditions.map(testOf);
  return (feature) => tests.every((test) => test(feature));
}

function testOf({ field, comparison, value }: FeatureCondition): (feature: DrawingFeature) => boolean {
  const read = readerOf(field);
  const isEmpty = (found: AttributeValue) => found === null || found === '';
  if (comparison === 'is-empty') return (feature) => isEmpty(read(feature));
  if (comparison === 'is-filled') return (feature) => !isEmpty(read(feature));
  const wanted = value.trim();
  const compare = ordered[comparison];
  if (compare !== undefined) {
    const limit = numberOf(wanted);
    if (limit === null) throw new AppError('selection.number-needed', { value: wanted });
    return (feature) => {
      const number = numberOf(read(feature));
      return number !== null && compare(number, limit);
    };
  }
  const isChosen = field.of === 'kind' || field.of === 'layer' || field.of === 'purpose';
  if (wanted === '' && !isChosen) throw new AppError('selection.value-empty');
  const text = wanted.toLowerCase();
  const number = isChosen ? null : numberOf(wanted);
  const is = (found: AttributeValue) => {
    const known = number === null ? null : numberOf(found);
    return known === null ? textOf(found) === text : known === number;
  };
  switch (comparison) {
    case 'is-not':
      return (feature) => !is(read(feature));
    case 'contains':
      return (feature) => textOf(read(feature)).includes(text);
    case 'begins-with':
      return (feature) => textOf(read(feature)).startsWith(text);
    default:
      return (feature) => is(read(feature));
  }
}

function readerOf(field: ConditionField): (feature: DrawingFeature) => AttributeValue {
  switch (field.of) {
    case 'layer':
      return ({ layerId }) => layerId;
    case 'attribute': {
      const { name } = field;
      return ({ attributes }) => (attributes && Object.hasOwn(attributes, name) ? attributes[name]! : null);
    }
    case 'purpose':
      return ({ purpose }) => purpose ?? '';
    case 'code':
    case 'name':
    case 'kind': {
      const { of } = field;
      return (feature) => feature[of];
    }
  }
}

const textOf = (value: AttributeValue) => (value === null ? '' : String(value).toLowerCase());

function numberOf(value: AttributeValue): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Names of the attributes that features have, in alphabetical order. */
export function attributeNames(features: Iterable<DrawingFeature>): string[] {
  const names = new Set<string>();
  for (const { attributes } of features) for (const name in attributes) names.add(name);
  return [...names].sort((a, b) => (a < b ? -1 : 1));
}
