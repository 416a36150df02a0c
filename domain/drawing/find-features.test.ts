import { expect, it } from 'vitest';
import type { DrawingFeature } from './feature.ts';
import { featureIndex, featuresInOrder, findFeatures } from './find-features.ts';

const feature = (rank: number, more: Partial<DrawingFeature>): DrawingFeature => ({
  ...{ id: `f${rank}`, kind: 'point', layerId: 'a', code: '', name: '', coordinates: [0, 0, 0], rank },
  ...more,
});
const layers = { a: { id: 'a', name: 'Site' }, b: { id: 'b', name: 'Storm Drains' } };
const features = [
  feature(1, { name: '101', code: 'MH', layerId: 'b' }),
  feature(2, { name: 'Corner oak', code: 'TR', attributes: { species: 'Oak', height: 12.5, dead: false } }),
  feature(3, { name: 'Édifice', code: 'BD', attributes: { owner: null } }),
];

it.each([
  ['', '1 2 3'],
  ['mh', '1'],
  ['OAK', '2'],
  ['species=oak', '2'],
  ['height=12.5 tr', '2'],
  ['drains', '1'],
  ['"storm drains" 101', '1'],
  ['site', '2 3'],
  ['site bd', '3'],
  ['édi', '3'],
  ['"corner oak', '2'],
  ['oak mh', ''],
  ['__proto__', ''],
])('finds %j', (query, found) => {
  expect(
    findFeatures(featureIndex(features), layers, query)
      .map(({ rank }) => rank)
      .join(' '),
  ).toBe(found);
});

it('orders features by rank', () => {
  const table = { x: features[2]!, y: features[0]!, z: features[1]! };
  expect(featuresInOrder(table).map(({ rank }) => rank)).toEqual([1, 2, 3]);
  expect(featuresInOrder({ y: features[0]!, z: features[1]! }).map(({ rank }) => rank)).toEqual([1, 2]);
});
