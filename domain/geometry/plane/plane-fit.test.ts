import { describe, expect, it } from 'vitest';
import { createPlaneFit } from './plane-fit.ts';

const fitOf = (points: readonly (readonly [number, number, number])[]) => {
  const fit = createPlaneFit();
  for (const [x, y, z] of points) fit.add(x, y, z);
  return fit.plane();
};
const square = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const));

describe('a plane through points', () => {
  it('has their slopes', () => {
    const plane = fitOf(square.map(([x, y]) => [x, y, 7 + 0.3 * x - 0.2 * y]))!;
    expect(plane.slopeX).toBeCloseTo(0.3, 12);
    expect(plane.slopeY).toBeCloseTo(-0.2, 12);
    expect(plane.roughness).toBeLessThan(1e-7);
    expect(plane.breadth).toBeCloseTo(0.25, 12);
  });

  it('tells how far they lie from it', () => {
    // one of nine a unit high: the mean takes 1/9, and no slope follows the one in the middle
    const plane = fitOf(square.map(([x, y]) => [x, y, x === 0 && y === 0 ? 1 : 0]))!;
    expect([plane.slopeX, plane.slopeY]).toEqual([0, 0]);
    expect(plane.roughness).toBeCloseTo(Math.sqrt((1 - 1 / 9) / 9), 12);
  });

  it('is narrow where they lie nearly on a line, and none on one', () => {
    expect(fitOf([0, 1, 2, 3].map((x) => [x, x % 2 === 0 ? 0.01 : 0, x]))!.breadth).toBeLessThan(1e-4);
    expect(fitOf([0, 1, 2].map((x) => [x, 2 * x, x]))).toBeNull();
    expect(fitOf([[1, 1, 1]])).toBeNull();
    expect(fitOf([])).toBeNull();
  });

  it('starts anew', () => {
    const fit = createPlaneFit();
    fit.add(100, 3, 9);
    fit.clear();
    for (const [x, y] of square) fit.add(x, y, x);
    expect(fit.count).toBe(9);
    expect(fit.plane()?.slopeX).toBeCloseTo(1, 12);
  });
});
