import { describe, expect, it } from 'vitest';
import { contourDigits, contourIntervalOf, niceInterval } from './contour-interval.ts';

describe('contours', () => {
  it('have a round interval for a range, or the one that is wanted', () => {
    expect(niceInterval(100, 160)).toBe(5);
    expect(niceInterval(0, 1.1)).toBeCloseTo(0.1, 12);
    expect(contourIntervalOf(null, [300, 345])).toBe(2);
    expect(contourIntervalOf(0.75, [300, 345])).toBe(0.75);
  });

  it('are written with the decimals of their interval', () => {
    expect([5, 0.5, 0.25, 1.125, 0.1].map(contourDigits)).toEqual([0, 1, 2, 3, 1]);
  });
});
