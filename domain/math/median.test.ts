import { expect, it } from 'vitest';
import { upperMedian } from './median.ts';

it('is the value in the middle, the upper of two, and leaves the list as it was', () => {
  const values = [10, 9, 1, 2];
  expect(upperMedian(values)).toBe(9);
  expect(values).toEqual([10, 9, 1, 2]);
  expect(upperMedian(Float64Array.of(100, 20, 3))).toBe(20);
  expect(upperMedian([])).toBeUndefined();
});
