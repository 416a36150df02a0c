import { describe, expect, it } from 'vitest';
import { coordinateSteps, roundingSigma } from './rounding.ts';

const points = (...rows: readonly (readonly [number, number, number | null])[]) =>
  rows.map(([x, y, z]) => ({ x, y, z }));

describe('what coordinates are rounded to', () => {
  it('is told by the most decimals of plan and of height', () => {
    expect(coordinateSteps(points([374012.1, 5200100, 12.34], [374020.2, 5200110.7, 13], [1, 2, 3]))).toEqual(
      { plan: 0.1, height: 0.01 },
    );
    expect(coordinateSteps(points([100, 200, 3], [110, 210, 4], [120, 220, 5]))).toEqual({
      plan: 1,
      height: 1,
    });
    expect(coordinateSteps(points([-84.123456, 33.1, 290.5], [-84.1, 33.2, 291], [-84, 33, 290]))).toEqual({
      plan: 1e-6,
      height: 0.1,
    });
  });

  it('is not told by so few values that their last digits may be 0 by chance', () => {
    expect(coordinateSteps(points([374012, 5200100, 12], [374020, 5200110, null]))).toEqual({
      plan: 1,
      height: null,
    });
    expect(coordinateSteps([])).toEqual({ plan: null, height: null });
  });

  it('makes a standard deviation of a step over the root of twelve', () => {
    expect(roundingSigma(0.1)).toBeCloseTo(0.0289, 4);
  });
});
