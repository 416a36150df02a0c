import { expect, it } from 'vitest';
import type { DrawingFeature } from '../feature.ts';
import { onGround, withSpacing } from './drape.ts';

const feature = (parts: Partial<DrawingFeature>): DrawingFeature => ({
  id: 'a',
  kind: 'polyline',
  layerId: 'l',
  code: '',
  name: '',
  rank: 1,
  coordinates: [0, 0, 5, 10, 0, 7],
  ...parts,
});

it('puts vertices between those of lines, evenly and never farther apart than asked', () => {
  const [line] = withSpacing([feature({})], 3);
  expect(line!.coordinates).toEqual([0, 0, 5, 2.5, 0, 5.5, 5, 0, 6, 7.5, 0, 6.5, 10, 0, 7]);
  const [ring] = withSpacing(
    [feature({ kind: 'polygon', coordinates: [0, 0, 1, 4, 0, 1, 4, 4, 1, 0, 4, 1] })],
    2,
  );
  expect(ring!.coordinates).toHaveLength(3 * 8);
  const [arc] = withSpacing([feature({ coordinates: [0, 0, 0, 10, 0, 0], bulges: [1, 0] })], 1);
  expect(arc!.bulges).toBeUndefined();
  const { coordinates } = arc!;
  for (let i = 0; i < coordinates.length; i += 3) {
    expect(Math.abs(Math.hypot(coordinates[i]! - 5, coordinates[i + 1]!) - 5)).toBeLessThan(0.006);
  }
});

it('leaves features as they are without a spacing, points always', () => {
  const line = feature({ bulges: [1, 0] });
  const point = feature({ kind: 'point', coordinates: [1, 2, 3] });
  expect(withSpacing([line, point], null)).toEqual([line, point]);
  expect(withSpacing([point], 0.1)).toEqual([point]);
});

it.each([
  [0, 'edit.not-positive'],
  [-1, 'edit.not-positive'],
  [Number.NaN, 'edit.not-positive'],
  [1e-9, 'edit.too-many-vertices'],
])('refuses a spacing of %d', (spacing, code) => {
  expect(() => withSpacing([feature({})], spacing)).toThrow(code);
});

it('counts the vertices of all features against the limit', () => {
  expect(withSpacing([feature({}), feature({ id: 'b' })], 1, 22)).toHaveLength(2);
  expect(() => withSpacing([feature({}), feature({ id: 'b' })], 1, 21)).toThrow('edit.too-many-vertices');
});

it('gives vertices the heights of the ground, and counts those off it', () => {
  const draped = feature({ elevation: { mode: 'none' } });
  const { replaced, skipped } = onGround([draped, feature({ id: 'b' })], Float64Array.of(1, NaN, 2, 3));
  expect(replaced!.map(({ coordinates }) => coordinates)).toEqual([
    [0, 0, 1, 10, 0, 7],
    [0, 0, 2, 10, 0, 3],
  ]);
  expect(replaced![0]!.elevation).toBeUndefined();
  expect(skipped).toBe(1);
  expect(() => onGround([feature({})], Float64Array.of(NaN, NaN))).toThrow('edit.off-surface');
});
