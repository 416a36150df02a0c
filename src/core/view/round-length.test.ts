import { describe, expect, it } from 'vitest';
import { roundLength, roundStep, ticksBetween } from './round-length.ts';

describe('round lengths', () => {
  it('fit the room they have', () => {
    expect(roundLength(0.5, 96)).toEqual({ length: 20, widthPx: 40 });
    expect(roundLength(1, 100)).toEqual({ length: 100, widthPx: 100 });
    for (const unit of [0.003, 0.7, 42, 1e5]) {
      const { widthPx } = roundLength(unit, 96);
      expect(widthPx).toBeLessThanOrEqual(96);
      expect(widthPx).toBeGreaterThan(96 / 2.6);
    }
  });

  it('divide a length', () => {
    expect(roundStep(100, 5)).toBe(20);
    expect(roundStep(101, 5)).toBe(50);
    expect(ticksBetween(-12, 31, 10)).toEqual([-10, 0, 10, 20, 30]);
  });
});
