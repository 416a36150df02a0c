import { describe, expect, it } from 'vitest';
import { availableProcessing, chargeOf } from './metering.ts';

describe('processing that an account has left', () => {
  it('is what was granted less what was used, and never below nothing', () => {
    expect(availableProcessing({ free: 5, used: 1.5, unlimitedUntil: null }, 0)).toBe(3.5);
    expect(availableProcessing({ free: 5, used: 7, unlimitedUntil: null }, 0)).toBe(0);
  });

  it('has no limit where none was set, and until the time up to which none holds', () => {
    expect(availableProcessing({ free: null, used: 7, unlimitedUntil: null }, 0)).toBeNull();
    const until = { free: 0, used: 7, unlimitedUntil: 1000 };
    expect(availableProcessing(until, 999)).toBeNull();
    expect(availableProcessing(until, 1000)).toBe(0);
  });

  it('is counted in GiB of inputs', () => {
    expect(chargeOf(3 * 2 ** 29)).toBe(1.5);
  });
});
