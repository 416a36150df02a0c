import { describe, expect, it } from 'vitest';
import { lockAngle } from './lock-angle.ts';

const degrees = Math.PI / 180;

describe('locked angles', () => {
  it('are the nearest multiple of the step, exactly along the axes', () => {
    expect(lockAngle([100.1, 50.3], [110, 51], 90 * degrees)).toEqual([110, 50.3]);
    expect(lockAngle([100.1, 50.3], [99, 20], 45 * degrees)).toEqual([100.1, 20]);
    const [x, y] = lockAngle([0, 0], [10, 8], 45 * degrees);
    expect([x, y]).toEqual([expect.closeTo(9, 12), expect.closeTo(9, 12)]);
  });

  it('turn by the step in all directions', () => {
    for (let azimuth = 0; azimuth < 360; azimuth += 30) {
      const wanted = azimuth * degrees;
      const seen = (azimuth + 11) * degrees;
      const [x, y] = lockAngle([5, -5], [5 + Math.sin(seen), -5 + Math.cos(seen)], 30 * degrees);
      expect(Math.sin(Math.atan2(x - 5, y + 5) - wanted)).toBeCloseTo(0, 12);
      expect(Math.hypot(x - 5, y + 5)).toBeCloseTo(Math.cos(11 * degrees), 12);
    }
  });

  it('have no direction at the place itself', () => {
    expect(lockAngle([1, 2], [1, 2], 1)).toEqual([1, 2]);
  });
});
