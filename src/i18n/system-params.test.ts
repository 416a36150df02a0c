import { describe, expect, it } from 'vitest';
import { startTranslations } from './setup.ts';
import { bindText } from './use-text.ts';

async function words() {
  const instance = await startTranslations('en-US');
  return bindText(instance, instance.t, 'en-US');
}

describe('what is told of coordinate systems', () => {
  const conflict = {
    code: 'crs.conflict-epsg',
    params: {
      a: 'wkt-2112',
      aSays: 'EPSG:32632',
      b: 'geokeys',
      bSays: 'EPSG:32633',
      offsetMetres: 447_600,
    },
  };

  it('names declarations by what they are, and metres with separators', async () => {
    const { textOf, errorText } = await words();
    expect(textOf('createPage', conflict)).toBe(
      'The file contradicts itself: its WKT says EPSG:32632, its GeoTIFF key directory says EPSG:32633. ' +
        'They put the data 447,600 m apart here.',
    );
    expect(errorText(conflict, 'unknownError')).toMatch(
      /^Its WKT says EPSG:32632, its GeoTIFF key directory/,
    );
  });

  it('says which part of a declaration is meant', async () => {
    const { textOf } = await words();
    const params = { a: 'geokeys EPSG:5703', aSays: 'metre', b: 'geokeys NAVD88 height', bSays: 'foot' };
    const record = { code: 'crs.conflict-vertical-unit', params: { ...params, offsetMetres: 69.52 } };
    expect(textOf('createPage', record)).toContain(
      'its GeoTIFF key directory (EPSG:5703) gives heights in metre, its GeoTIFF key directory (NAVD88 height) in foot',
    );
    expect(textOf('createPage', record)).toContain('69.52 m');
  });

  it('leaves texts of other kinds as they are', async () => {
    const { errorText } = await words();
    const params = { file: 'hill.las', wanted: '0.001', scale: '0.01' };
    expect(errorText({ code: 'las.scale-coarsened', params }, 'unknownError')).toMatch(/^hill\.las: /);
  });
});
