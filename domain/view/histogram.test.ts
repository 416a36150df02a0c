import { describe, expect, it } from 'vitest';
import { histogramOf, joinQuantiles, quantilesOf, valueAtShare } from './histogram.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('quantiles', () => {
  it('keep both ends and every percentile of an even whole', () => {
    const quantiles = quantilesOf(Array.from({ length: 1001 }, (_, i) => 200 + i))!;
    expect(quantiles[0]).toBe(200);
    expect(quantiles.at(-1)).toBe(1200);
    for (const share of [0.01, 0.02, 0.25, 0.5, 0.98]) {
      expect(valueAtShare(quantiles, share)).toBeCloseTo(200 + 1000 * share, 9);
    }
  });

  it('of two wholes count both the same', () => {
    const joined = joinQuantiles([quantilesOf([0, 1])!, quantilesOf([10, 11])!])!;
    expect(valueAtShare(joined, 0.25)).toBeCloseTo(0.5, 1);
    expect(valueAtShare(joined, 0.75)).toBeCloseTo(10.5, 1);
    expect(joinQuantiles([])).toBeNull();
    expect(quantilesOf([])).toBeNull();
  });
});

describe('histogramOf', () => {
  it('spreads an even whole evenly, and adds up to 1', () => {
    const shares = histogramOf(quantilesOf(Array.from({ length: 5000 }, (_, i) => i / 5))!, 20);
    for (const share of shares) expect(share).toBeCloseTo(0.05, 6);
    expect(sum(shares)).toBeCloseTo(1, 9);
  });

  it('shows where values heap up, a single value and a level one', () => {
    const heaped = [...new Array<number>(900).fill(3), ...Array.from({ length: 100 }, (_, i) => i / 10)];
    const shares = histogramOf(quantilesOf(heaped.sort((a, b) => a - b))!, 10);
    expect(shares.indexOf(Math.max(...shares))).toBe(3);
    expect(shares[3]).toBeGreaterThan(0.85);
    expect(sum(shares)).toBeCloseTo(1, 9);
    expect(histogramOf([7, 7, 7], 4)).toEqual([1, 0, 0, 0]);
  });
});
