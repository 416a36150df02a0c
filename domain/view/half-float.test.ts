import { describe, expect, it } from 'vitest';
import { toHalf } from './half-float.ts';

function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * 2 ** -14 * (fraction / 1024);
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}

describe('toHalf', () => {
  it('keeps numbers that a half holds', () => {
    for (const value of [0, 1, -1, 0.5, 2, 0.333251953125, 65504, 6.103515625e-5, 5.9604644775390625e-8]) {
      expect(fromHalf(toHalf(value))).toBe(value);
    }
  });

  it('rounds to within half a step', () => {
    for (let i = 0; i < 2000; i++) {
      const value = Math.sin(i * 12.9898) * 10 ** ((i % 8) - 4);
      const error = Math.abs(fromHalf(toHalf(value)) - value);
      expect(error).toBeLessThanOrEqual(Math.max(2 ** -25, Math.abs(value) * 2 ** -11));
    }
  });

  it('stays finite beyond the range', () => {
    expect(fromHalf(toHalf(1e9))).toBe(65504);
    expect(fromHalf(toHalf(-1e9))).toBe(-65504);
    expect(fromHalf(toHalf(65519))).toBe(65504);
  });
});
