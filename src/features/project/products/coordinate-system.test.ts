import { expect, test } from 'vitest';
import { nameOfWkt, systemLabel } from './coordinate-system.ts';

test('the name is the first text of any dialect', () => {
  expect(nameOfWkt('PROJCS["NAD83 / UTM zone 17N",GEOGCS["NAD83"]]')).toBe('NAD83 / UTM zone 17N');
  expect(nameOfWkt('PROJCRS[ "A ""quoted"" grid", BASEGEOGCRS["x"]]')).toBe('A "quoted" grid');
  expect(nameOfWkt('EPSG:26917')).toBeNull();
});

test('the label has name and code where they are known', () => {
  const unit = 'meters';
  expect(systemLabel({ epsg: 26917, wkt: 'PROJCS["UTM"]', unit })).toBe('UTM (EPSG:26917)');
  expect(systemLabel({ epsg: 26917, wkt: null, unit })).toBe('EPSG:26917');
  expect(systemLabel({ epsg: null, wkt: null, unit: null })).toBeNull();
});
