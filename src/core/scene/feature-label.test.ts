import { describe, expect, it } from 'vitest';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { METRE } from '#domain/units/units.ts';
import { planeOfMap } from '../measure/ground.ts';
import { featureLabel } from './feature-label.ts';

function createFeature(more: Partial<DrawingFeature>): DrawingFeature {
  return {
    id: 'a',
    kind: 'point',
    layerId: 'l',
    code: '',
    name: '',
    coordinates: [0, 0, 0],
    rank: 1,
    ...more,
  };
}

const ports = {
  numberText: (value: number, digits: number) => value.toFixed(digits),
  purposeText: (purpose: string) => `[${purpose}]`,
};
const metres = { horizontalUnit: METRE };
const line = { kind: 'polyline', coordinates: [0, 0, 1, 3, 4, 9] } as const;
const square = { kind: 'polygon', coordinates: [0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0] } as const;

describe('featureLabel', () => {
  it('names what has a name', () => {
    expect(featureLabel(createFeature({ name: 'P7' }), false, true, ports, metres, planeOfMap)?.text).toBe(
      'P7',
    );
    expect(featureLabel(createFeature({}), false, true, ports, metres, planeOfMap)).toBeNull();
  });

  it('measures lines and areas in plan where wanted, in the unit of the project', () => {
    const label = (more: Partial<DrawingFeature>, isMeasured: boolean) =>
      featureLabel(createFeature(more), false, isMeasured, ports, metres, planeOfMap)?.text;
    expect(label({ ...line, name: 'Kerb' }, true)).toBe('Kerb · 5.000\u00a0m');
    expect(label(square, true)).toBe('100.00\u00a0m²');
    expect(label(square, false)).toBeUndefined();
  });

  it('says what a feature is for before its name', () => {
    const bounds = createFeature({ ...square, purpose: 'crop-bounds', name: 'Site' });
    expect(featureLabel(bounds, false, false, ports, metres, planeOfMap)?.text).toBe('[crop-bounds] · Site');
  });

  it('is the text of an annotation, and the length that a dimension measures', () => {
    const size = { value: 2, on: 'ground' } as const;
    const label = (form: 'text' | 'dimension', text: string) =>
      featureLabel(
        createFeature({
          kind: 'annotation',
          coordinates: [0, 0, 0, 3, 4, 7, 0, 9, 0],
          annotation: { form, text, size, rotation: 0 },
        }),
        false,
        false,
        ports,
        metres,
        planeOfMap,
      )?.text;
    expect(label('text', 'Old tree\nkeep')).toBe('Old tree keep');
    expect(label('dimension', '')).toBe('5.000\u00a0m');
    expect(label('dimension', 'about 5')).toBe('about 5');
  });

  it('gives no figure without a unit of lengths', () => {
    expect(
      featureLabel(createFeature(line), false, true, ports, { horizontalUnit: null }, planeOfMap),
    ).toBeNull();
  });
});
