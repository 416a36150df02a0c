import { describe, expect, it } from 'vitest';
import { arcLengths, bendsOf, settleRing } from './feature-ring.ts';

describe('settleRing', () => {
  it('takes a line as it is where it has all its elevations', () => {
    const positions = Float64Array.from([0, 0, 1, 5, 0, 2]);
    expect(settleRing(positions, false, false, 1, () => 9)).toEqual({ positions, source: null });
  });

  it('follows the ground where it bends', () => {
    const ridge = (x: number) => 5 - Math.abs(x - 4);
    const { positions, source } = settleRing(Float64Array.from([0, 0, 99, 10, 0, 99]), false, true, 1, ridge);
    expect([...positions]).toEqual([0, 0, 1, 4, 0, 5, 10, 0, -1]);
    expect([...source!]).toEqual([0, 0, 1]);
  });

  it('stays within a few centimetres of rough ground on a long edge', () => {
    const ground = (x: number) => 3 * Math.sin(x / 40) + Math.sin(x / 7);
    const { positions } = settleRing(Float64Array.from([0, 0, 0, 2000, 0, 0]), false, true, 1, ground);
    let worst = 0;
    for (let i = 3; i < positions.length; i += 3) {
      const [x0, z0, x1, z1] = [positions[i - 3]!, positions[i - 1]!, positions[i]!, positions[i + 2]!];
      for (let x = Math.ceil(x0); x < x1; x++) {
        worst = Math.max(worst, Math.abs(z0 + ((z1 - z0) * (x - x0)) / (x1 - x0) - ground(x)));
      }
    }
    expect(worst).toBeLessThan(0.05);
    expect(positions.length / 3).toBeLessThan(2000);
  });
});

describe('bendsOf', () => {
  it('needs nothing between on a slope', () => {
    expect(bendsOf(Float64Array.from([0, 1, 2, 3, 4]))).toEqual([]);
  });

  it('keeps what lies about a gap', () => {
    expect(bendsOf(Float64Array.from([7, 7, 7, Number.NaN, 7]))).toEqual([2, 3]);
  });
});

describe('arcLengths', () => {
  const bend = Float64Array.from([0, 0, 0, 3, 4, 1, 3, 10, 1]);

  it('adds up the legs in plan', () => {
    expect([...arcLengths(bend, false)]).toEqual([0, 5, 11]);
  });

  it('goes on to the start of a closed line', () => {
    expect(arcLengths(bend, true)[3]).toBeCloseTo(11 + Math.hypot(3, 10));
  });

  it('gives upright lines their height', () => {
    expect([...arcLengths(Float64Array.from([1, 1, 0, 1, 1, 30]), false)]).toEqual([0, 30]);
  });
});
