import { expect, test } from 'vitest';
import { drawContours } from './contour-paths.ts';

const line = (elevation: number, index: boolean, coordinates: number[][]) => ({
  properties: { elevation, index },
  geometry: { type: 'LineString', coordinates },
});

test('lines are drawn north up, relative to their corner, index contours apart', () => {
  const drawing = drawContours({
    features: [
      line(100, true, [
        [500_000, 4_500_000],
        [500_200, 4_500_100],
      ]),
      line(101, false, [
        [500_050, 4_500_050],
        [500_100, 4_500_050],
      ]),
    ],
  });
  expect(drawing).toEqual({
    viewBox: '0 0 1000.0 500.0',
    index: 'M0.0 500.0L1000.0 0.0',
    minor: 'M250.0 250.0L500.0 250.0',
  });
});

test('no lines and other texts give no drawing', () => {
  expect(drawContours({ features: [] })).toBeNull();
  expect(drawContours({ type: 'FeatureCollection' })).toBeNull();
  expect(drawContours(null)).toBeNull();
});
