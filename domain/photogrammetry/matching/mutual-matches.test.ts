import { expect, it } from 'vitest';
import { mutualMatches } from './mutual-matches.ts';

const side = (nearest: number[], first: number[], second: number[]) => ({
  nearest: Int32Array.from(nearest),
  first: Int32Array.from(first),
  second: Int32Array.from(second),
});

it('keeps those that are each other’s nearest', () => {
  const a = side([1, 1, -1], [10, 20, 99], [1000, 1000, 99]);
  const b = side([0, 0], [40, 10], [1000, 1000]);
  expect([...mutualMatches(a, b, { ratio: 0.8 })]).toEqual([0, 1]);
});

it('refuses a match whose second nearest, on either side, is nearly as near', () => {
  const a = side([0], [64], [101]);
  const b = side([0], [64], [99]);
  const free = side([0], [64], [10_000]);
  expect([...mutualMatches(a, free, { ratio: 0.8 })]).toEqual([0, 0]);
  expect([...mutualMatches(a, b, { ratio: 0.8 })]).toEqual([]);
});

it('refuses a match further than the largest distance', () => {
  const a = side([0], [401], [100_000]);
  expect([...mutualMatches(a, a, { ratio: 0.8, maxDistance: 20 })]).toEqual([]);
  expect([...mutualMatches(a, a, { ratio: 0.8, maxDistance: 21 })]).toEqual([0, 0]);
});
