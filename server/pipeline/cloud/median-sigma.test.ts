import { describe, expect, it } from 'vitest';
import { createSigmaMedian } from './median-sigma.ts';

describe('createSigmaMedian', () => {
  it('finds the median over all parts to a hundredth, at any scale', () => {
    for (const scale of [1e-4, 1, 30]) {
      const sigmas = createSigmaMedian();
      for (let part = 0; part < 3; part++) {
        sigmas.add(Float32Array.from({ length: 333 }, (_, i) => scale * (0.01 + (i * 3 + part) * 1e-4)));
      }
      expect(sigmas.median()! / (scale * 0.0599)).toBeCloseTo(1, 1);
      expect(Math.abs(sigmas.median()! / (scale * 0.0599) - 1)).toBeLessThan(0.015);
    }
  });

  it('leaves out what is no standard deviation', () => {
    const sigmas = createSigmaMedian();
    expect(sigmas.median()).toBeNull();
    sigmas.add(Float32Array.of(Number.NaN, 0, -1, Number.POSITIVE_INFINITY));
    expect(sigmas.median()).toBeNull();
    sigmas.add(Float32Array.of(0.02));
    expect(sigmas.median()).toBeCloseTo(0.02, 3);
  });
});
