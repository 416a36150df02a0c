import { expect, test } from 'vitest';
import { denseFactsOf, type FlightFacts, flightOf } from './flight.ts';

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

test('how many photos must see a point is told by the dense cloud that the project made', () => {
  const told = { advanced_fields: { views_for_fusion: 3 }, is_oblique: true, is_data_orbital: false };
  const name = 'dense_point_cloud' as const;
  const ordered = { name, original: 4, meta_tile_data: null };
  expect(denseFactsOf([ordered, { name, original: null, meta_tile_data: { points: 9, ...told } }])).toEqual(
    told,
  );
  expect(denseFactsOf([ordered])).toBeNull();
});
