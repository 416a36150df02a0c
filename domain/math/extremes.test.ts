import { expect, it } from 'vitest';
import { appendAll, maxOf, minOf } from './extremes.ts';

it('takes a million values', () => {
  const values = Array.from({ length: 1_000_000 }, (_, i) => (i * 7919) % 1_000_003);
  const sorted = [...values].sort((a, b) => a - b);
  expect([minOf(values), maxOf(values)]).toEqual([sorted[0], sorted.at(-1)]);
  const list = [1];
  appendAll(list, values);
  expect(list).toHaveLength(1_000_001);
});

it('answers for none and for what is no number as Math does', () => {
  expect([minOf([]), maxOf([])]).toEqual([Infinity, -Infinity]);
  expect([minOf([1, Number.NaN]), maxOf([Number.NaN, 1])]).toEqual([Number.NaN, Number.NaN]);
});
