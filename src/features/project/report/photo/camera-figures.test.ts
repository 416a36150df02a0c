import { expect, test } from 'vitest';
import { correlatedPairs, parameterDigits } from './camera-figures.ts';

test.each([
  [0.347, 2],
  [0.018, 3],
  [0.0000123, 6],
  [12, 0],
  [1e-12, 8],
  [null, 4],
])('a standard deviation of %s asks for %i decimals', (sigma, digits) => {
  expect(parameterDigits({ sigma })).toBe(digits);
});

test('pairs above 0.9 in size are named once, the strongest first', () => {
  const matrix = [
    [1, 0.2, -0.95],
    [0.2, 1, 0.99],
    [-0.95, 0.99, 1],
  ];
  expect(correlatedPairs({ names: ['focal', 'k1', 'k2'], matrix })).toEqual([
    { a: 'k1', b: 'k2', correlation: 0.99 },
    { a: 'focal', b: 'k2', correlation: -0.95 },
  ]);
  expect(correlatedPairs(null)).toEqual([]);
});
