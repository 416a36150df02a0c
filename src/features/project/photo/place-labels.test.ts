import { expect, test } from 'vitest';
import { placePoints } from './place-labels.ts';

const plan = { place: (x: number, y: number) => [x, y] as const };

function createPoint(label: string, x: number, y: number) {
  return { point: { label, position: [x, y] as const }, shape: 'square' as const };
}

test('a label alone stands right of its sign', () => {
  const [placed] = placePoints(plan, [createPoint('A1', 50, 50)]);
  expect(placed?.labelAt.anchor).toBe('start');
});

test('a label gives way to a neighbour’s sign and to labels before it', () => {
  const placed = placePoints(plan, [createPoint('A1', 50, 50), createPoint('B1', 66, 50)]);
  expect(placed.map(({ labelAt }) => labelAt.anchor)).toEqual(['end', 'start']);
});

test('where everything is taken the label stays at its first place', () => {
  const crowd = Array.from({ length: 6 }, (_, index) => createPoint(`P${index}`, 50, 50));
  expect(placePoints(plan, crowd).at(-1)?.labelAt.anchor).toBe('start');
});
