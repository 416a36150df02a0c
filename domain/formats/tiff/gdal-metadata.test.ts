import { expect, it } from 'vitest';
import { parseGdalMetadata, parsePointSpacing } from './gdal-metadata.ts';

it('reads what is said of bands, in any order of attributes and either quotes', () => {
  const xml = `<GDALMetadata>
    <Item name="UNITTYPE" sample="0" role="unittype">US survey foot &amp; more</Item>
    <Item role='scale' sample='1' name='SCALE'>0.5</Item>
    <Item name="AREA_OR_POINT">Area</Item>
    <Item name="POINT_SPACING">0.25</Item>
  </GDALMetadata>\0`;
  expect([...parseGdalMetadata(xml)]).toEqual([
    [0, { unit: 'US survey foot & more' }],
    [1, { scale: 0.5 }],
  ]);
  expect(parsePointSpacing(xml)).toBe(0.25);
});

it('reads damaged XML up to the damage', () => {
  const xml = '<GDALMetadata><Item sample="0" role="offset">7</Item><Item sample="1" role="of';
  expect([...parseGdalMetadata(xml)]).toEqual([[0, { offset: 7 }]]);
  expect(parsePointSpacing(xml)).toBeNull();
  expect([...parseGdalMetadata('')]).toEqual([]);
});
