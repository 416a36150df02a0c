import { describe, expect, it } from 'vitest';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { commonProperties } from '#domain/drawing/properties/common-properties.ts';
import { formOf, patchOf } from './properties-form.ts';

const point: DrawingFeature = {
  id: 'a',
  kind: 'point',
  layerId: 'l',
  code: 'TREE',
  name: '1',
  coordinates: [0, 0, 0],
  rank: 1,
  look: { transparency: 0.25 },
  attributes: { girth: 2.5, parcel: '007' },
};
const other = { ...point, id: 'b', code: 'SHRUB', attributes: { girth: 3, parcel: '007' } };
const words = { yes: 'Ja', no: 'Nein' };

describe('the form of properties', () => {
  it('changes nothing where nothing was touched, differing values neither', () => {
    const form = formOf(commonProperties([point, other]));
    expect(form).toMatchObject({ code: null, transparency: '25', elevation: 'own', lineType: '' });
    expect(form.attributes.map(({ text }) => text)).toEqual([null, '007']);
    expect(patchOf(form, { ...form }, words)).toBeNull();
  });

  it('becomes a patch of what was touched', () => {
    const before = formOf(commonProperties([point, other]));
    const [girth, parcel] = before.attributes;
    const patch = patchOf(
      before,
      {
        ...before,
        code: ' OAK ',
        colour: '#00ff00',
        transparency: '',
        elevation: 'draped',
        surface: 'Ground',
        attributes: [
          { ...girth!, text: '4.5' },
          { ...parcel!, isRemoved: true },
          { key: 2, name: 'felled', text: 'nein', isNew: true, isRemoved: false },
          { key: 3, name: 'row', text: '0012', isNew: true, isRemoved: false },
        ],
      },
      words,
    );
    expect(patch).toEqual({
      code: 'OAK',
      look: { colour: '#00ff00', transparency: null },
      elevation: { mode: 'draped', surface: 'Ground' },
      attributes: { girth: 4.5, felled: false, row: '0012' },
      withoutAttributes: ['parcel'],
    });
  });

  it('empties a code only where it was emptied', () => {
    const one = formOf(commonProperties([point]));
    expect(patchOf(one, { ...one, code: '' }, words)).toEqual({ code: '' });
  });
});
