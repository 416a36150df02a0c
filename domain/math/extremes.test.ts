import { expect, it } from 'vitest';
import { appendAll, greatestOf, leastOf } from './extremes.ts';

it('takes a million values', () => {
  const values = Array.from({ length: 1_000_000 }, (_, i) => (i * 7919) % 1_000_003);
  const sorted = [...values].sort((a, b) => a - b);
  expect([leastOf(values), greatestOf(values)]).toEqual([sorted[0], sorted.at(-1)]);
  const list = [1];
  appendAll(list, values);
  expect(list).toHaveLength(1_000_001);
});

it('answers for none and for what is no number as Math does', () => {
  expect([leastOf([]), greatestOf([])]).toEqual([Infinity, -Infinity]);
  expect([leastOf([1, Number.NaN]), greatestOf([Number.NaN, 1])]).toEqual([Number.NaN, Number.NaN]);
});
