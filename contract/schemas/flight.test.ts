import { expect, test } from 'vitest';
import { type FlightFacts, flightOf } from './flight.ts';

const facts: FlightFacts = {
  images: 12,
  registered: 11,
  sensors: [{ make: 'Maker', model: 'Model' }],
  pixel_width: 4000,
  pixel_height: 3000,
  total_pixels: 132_000_000,
  focal_length_mm: 8.8,
  points: 5000,
  reprojection_rms_px: 0.4,
  gsd_m: 0.03,
  gcps: ['A'],
  checkpoints: [],
};

test('the facts of a flight are those of its bundle adjustment', () => {
  const meta_tile_data = { kind: 'bundle', crs: null, ...facts };
  expect(flightOf([{ name: 'bundle_adjustment', meta_tile_data }])).toEqual(facts);
});

test.each([
  ['before the adjustment is done', [{ name: 'bundle_adjustment' as const, meta_tile_data: null }]],
  ['in a lidar project', [{ name: 'lidar_point_cloud' as const, meta_tile_data: { points: 3 } }]],
])('there are none %s', (_, products) => {
  expect(flightOf(products)).toBeNull();
});
