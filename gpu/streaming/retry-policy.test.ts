import { describe, expect, it } from 'vitest';
import { RetryPolicy } from './retry-policy.ts';

describe('RetryPolicy', () => {
  it('lets a piece wait longer after each failure, and calls it a gap after three', () => {
    const book = new RetryPolicy();
    expect(book.mayTry('a', 0)).toBe(true);
    expect(book.fail('a', 0)).toEqual({ delayMs: 1000, isNewGap: false });
    expect([book.mayTry('a', 999), book.mayTry('a', 1000), book.mayTry('b', 0)]).toEqual([false, true, true]);
    expect(book.fail('a', 1000)).toEqual({ delayMs: 4000, isNewGap: false });
    expect(book.gaps).toEqual([]);
    expect(book.fail('a', 5000)).toEqual({ delayMs: 30_000, isNewGap: true });
    expect(book.fail('a', 35_000)).toEqual({ delayMs: 30_000, isNewGap: false });
    expect(book.gaps).toEqual(['a']);
  });

  it('closes a gap that loads after all', () => {
    const book = new RetryPolicy();
    for (const now of [0, 1000, 5000]) book.fail('a', now);
    expect(book.succeed('a')).toBe(true);
    expect(book.gaps).toEqual([]);
    expect(book.mayTry('a', 5001)).toBe(true);
    expect(book.succeed('b')).toBe(false);
  });
});
