import { describe, expect, it } from 'vitest';
import type { DrawingFeature } from '../feature.ts';
import { commonProperties } from './common-properties.ts';
import { patchFeature } from './patch-feature.ts';

const line: DrawingFeature = {
  id: 'a',
  kind: 'polyline',
  layerId: 'l',
  code: 'EP',
  name: '',
  coordinates: [0, 0, 0, 1, 1, 1],
  rank: 1,
  look: { colour: '#ff0000', lineWeight: 0.5 },
  attributes: { owner: 'City', width: 3.5 },
};
const other: DrawingFeature = {
  ...line,
  id: 'b',
  code: 'CL',
  look: { colour: '#ff0000' },
  elevation: { mode: 'none' },
  attributes: { owner: 'City', width: 4, note: null },
};

describe('properties of many features', () => {
  it('are shared or mixed', () => {
    const { layerId, code, look, elevation, attributes } = commonProperties([line, other]);
    expect([layerId, code]).toEqual([{ isMixed: false, value: 'l' }, { isMixed: true }]);
    expect(look.colour).toEqual({ isMixed: false, value: '#ff0000' });
    expect(look.lineWeight).toEqual({ isMixed: true });
    expect(look.symbol).toEqual({ isMixed: false, value: undefined });
    expect(elevation).toEqual({ isMixed: true });
    expect(attributes.get('owner')).toEqual({ isMixed: false, value: 'City' });
    expect([attributes.get('width'), attributes.get('note')]).toEqual([{ isMixed: true }, { isMixed: true }]);
    expect(commonProperties([other, { ...other }]).elevation).toEqual({
      isMixed: false,
      value: { mode: 'none' },
    });
  });

  it('change only where they are named, and go back to the layer’s by null', () => {
    const patched = patchFeature(line, {
      look: { colour: null, lineType: 'dashed' },
      elevation: { mode: 'draped', surface: 'Ground' },
      attributes: { width: 5, class: 'A' },
      withoutAttributes: ['owner'],
    });
    expect(patched).toMatchObject({ code: 'EP', coordinates: line.coordinates });
    expect(patched.look).toEqual({ lineWeight: 0.5, lineType: 'dashed' });
    expect(patched.elevation).toEqual({ mode: 'draped', surface: 'Ground' });
    expect(Object.entries(patched.attributes ?? {})).toEqual([
      ['width', 5],
      ['class', 'A'],
    ]);
    const bare = patchFeature(line, {
      look: { colour: null, lineWeight: null },
      withoutAttributes: ['owner', 'width'],
    });
    expect(bare).not.toHaveProperty('look');
    expect(bare).not.toHaveProperty('attributes');
    expect(patchFeature(other, { elevation: null })).not.toHaveProperty('elevation');
  });

  it('are refused where they do not fit', () => {
    const fails = (patch: Parameters<typeof patchFeature>[1], code: string) =>
      expect(() => patchFeature(line, patch)).toThrow(expect.objectContaining({ code }));
    fails({ look: { symbol: 'tree' } }, 'drawing.symbol-unfit');
    fails({ attributes: { ' ': 1 } }, 'drawing.attribute-unnamed');
    fails({ elevation: { mode: 'clamped', surface: '' } }, 'drawing.surface-unnamed');
    expect(patchFeature(line, { look: { symbol: null } }).look).toEqual(line.look);
  });
});
