import { describe, expect, it } from 'vitest';
import { fillSmoothly } from './smooth-fill.ts';

function lattice(width: number, height: number, valueAt: (x: number, y: number) => number) {
  return Float64Array.from({ length: width * height }, (_, cell) =>
    valueAt(cell % width, Math.floor(cell / width)),
  );
}

/** Width, height, and where the hole is. */
const holes = [
  ['a small hole', 33, 21, 10, 5, 4],
  ['a large hole', 131, 97, 60, 50, 35],
] as const;

describe('a smooth fill', () => {
  it.each(holes)('of %s in a harmonic surface is that surface', (_, width, height, x0, y0, radius) => {
    const truth = (x: number, y: number) => 5 + 0.3 * x - 0.2 * y + 0.002 * (x * x - y * y);
    const inHole = (x: number, y: number) => Math.hypot(x - x0, y - y0) < radius;
    const values = lattice(width, height, (x, y) => (inHole(x, y) ? Number.NaN : truth(x, y)));
    fillSmoothly(values, width, height);
    const rise = truth(x0 + radius, y0) - truth(x0 - radius, y0);
    values.forEach((value, cell) => {
      const error = Math.abs(value - truth(cell % width, Math.floor(cell / width)));
      expect(error).toBeLessThan(0.015 * Math.abs(rise));
    });
  });

  it('keeps what is known, and goes no higher or lower than what is around', () => {
    const known = (x: number, y: number) => (x + 3 * y) % 7 === 0 || x < 3;
    const own = lattice(40, 30, (x, y) => (known(x, y) ? ((x * 37 + y * 11) % 10) - 4 : Number.NaN));
    const values = own.slice();
    fillSmoothly(values, 40, 30);
    values.forEach((value, cell) => {
      if (!Number.isNaN(own[cell]!)) expect(value).toBe(own[cell]);
      expect(value).toBeGreaterThanOrEqual(-4);
      expect(value).toBeLessThanOrEqual(5);
    });
  });

  it('goes on level beyond all that is known', () => {
    const values = lattice(64, 9, (x) => (x === 10 ? 3 : Number.NaN));
    fillSmoothly(values, 64, 9);
    for (const value of values) expect(value).toBeCloseTo(3, 9);
  });

  it('leaves a lattice without any value empty', () => {
    const values = lattice(7, 5, () => Number.NaN);
    fillSmoothly(values, 7, 5);
    expect(values.every(Number.isNaN)).toBe(true);
  });
});
