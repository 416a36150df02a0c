import { describe, expect, it } from 'vitest';
import type { DrawingFeature } from '../feature.ts';
import {
  attributeNames,
  type ConditionField,
  conditionTest,
  type FeatureCondition,
} from './feature-condition.ts';

const base: DrawingFeature = {
  id: 'f',
  kind: 'point',
  layerId: 'trees',
  code: 'TREE',
  name: '101',
  coordinates: [0, 0, 0],
  rank: 1,
  attributes: { species: 'Oak', height: 12.5, girth: '85', felled: false, note: null },
};
const attribute = (name: string): ConditionField => ({ of: 'attribute', name });
const meets = (
  field: ConditionField,
  comparison: FeatureCondition['comparison'],
  value = '',
  feature = base,
) => conditionTest([{ field, comparison, value }])(feature);

describe('conditions on features', () => {
  it('compare texts without regard to case', () => {
    expect(meets({ of: 'code' }, 'is', ' tree ')).toBe(true);
    expect(meets({ of: 'code' }, 'is-not', 'tree')).toBe(false);
    expect(meets({ of: 'code' }, 'begins-with', 'tr')).toBe(true);
    expect(meets(attribute('species'), 'contains', 'AK')).toBe(true);
    expect(meets(attribute('species'), 'begins-with', 'ak')).toBe(false);
  });

  it('compare numbers by value, written as text or not', () => {
    expect(meets(attribute('height'), 'is', '12.50')).toBe(true);
    expect(meets(attribute('height'), 'more', '12.5')).toBe(false);
    expect(meets(attribute('height'), 'at-least', '12.5')).toBe(true);
    expect(meets(attribute('girth'), 'less', '9')).toBe(false);
    expect(meets(attribute('girth'), 'at-most', '85')).toBe(true);
    expect(meets(attribute('species'), 'less', '1000')).toBe(false);
    expect(meets({ of: 'name' }, 'more', '100')).toBe(true);
  });

  it('take what a feature lacks for empty', () => {
    expect(meets(attribute('note'), 'is-empty')).toBe(true);
    expect(meets(attribute('constructor'), 'is-empty')).toBe(true);
    expect(meets(attribute('felled'), 'is-filled')).toBe(true);
    expect(meets(attribute('felled'), 'is', 'FALSE')).toBe(true);
    expect(meets(attribute('missing'), 'is-not', 'x')).toBe(true);
    expect(meets({ of: 'purpose' }, 'is', '')).toBe(true);
    expect(meets({ of: 'purpose' }, 'is', 'contour', { ...base, purpose: 'contour' })).toBe(true);
  });

  it('must all be met', () => {
    const test = conditionTest([
      { field: { of: 'layer' }, comparison: 'is', value: 'trees' },
      { field: { of: 'kind' }, comparison: 'is-not', value: 'point' },
    ]);
    expect([base, { ...base, kind: 'polyline' } as const].map(test)).toEqual([false, true]);
  });

  it('say which value cannot be compared', () => {
    expect(() => meets(attribute('height'), 'more', 'tall')).toThrow(
      expect.objectContaining({ code: 'selection.number-needed', params: { value: 'tall' } }),
    );
    expect(() => meets({ of: 'code' }, 'contains', ' ')).toThrow(
      expect.objectContaining({ code: 'selection.value-empty' }),
    );
  });

  it('name the attributes that there are', () => {
    const other = { ...base, attributes: { crown: 3 } };
    expect(attributeNames([base, other])).toEqual(['crown', 'felled', 'girth', 'height', 'note', 'species']);
  });
});
