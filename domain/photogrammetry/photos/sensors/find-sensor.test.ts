import { expect, it } from 'vitest';
import { findSensor } from './find-sensor.ts';
import table from './sensors.json' with { type: 'json' };

it.each([
  ['DJI', 'FC6310', 13.2],
  ['dji', 'FC300S\0\0', 6.31],
  ['Hasselblad', 'L1D-20c', 13.2],
  ['Canon', 'Canon PowerShot SX260 HS', 6.17],
  ['Canon', 'Canon EOS DIGITAL REBEL XSi', 22.2],
  ['NIKON CORPORATION', 'NIKON D800', 35.9],
  ['OLYMPUS IMAGING CORP.', 'E-M5', 17.3],
  ['SONY', 'ILCE-7RM4', 35.7],
  ['Autel Robotics', 'XT705', 13.2],
  ['senseFly', 'S.O.D.A.', 12.75],
  ['Apple', 'iPhone 5', 4.54],
])('knows %s %s', (make, model, width) => {
  expect(findSensor(make, model)?.widthMm).toBe(width);
});

it('knows wide lenses, and nothing of other cameras', () => {
  expect(findSensor('GoPro', 'HERO4 Black')).toEqual({ widthMm: 6.17, isFisheye: true });
  expect(findSensor('DJI', 'FC9999')).toBeNull();
  expect(findSensor('Nobody', 'FC6310')).toBeNull();
  expect(findSensor(null, 'FC6310')).toBeNull();
  expect(findSensor('DJI', null)).toBeNull();
});

it('holds sizes that a sensor can have', () => {
  const rows = Object.values(table.makes).flatMap((models) => Object.values(models));
  const widths = rows.map((row) => (typeof row === 'number' ? row : row.widthMm));
  expect(widths.length).toBeGreaterThan(300);
  expect(widths.every((width) => width >= 3.6 && width <= 54)).toBe(true);
});
