import { describe, expect, it } from 'vitest';
import { lineLengths, ringArea } from './arc-measure.ts';

const east = 500_000;
const north = 4_500_000;

describe('measures with arcs', () => {
  it('of a circle of two arcs are those of a circle, far from the origin too', () => {
    const circle = [[east, north, 5] as const, [east + 20, north, 5] as const];
    expect(ringArea(circle, [1, 1])).toBeCloseTo(100 * Math.PI, 7);
    expect(lineLengths(circle, [1, 1], true).plan).toBeCloseTo(20 * Math.PI, 8);
  });

  it('take what an arc cuts from a square away, and add what it bulges out', () => {
    const square = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ] as const;
    const half = (Math.PI * 25) / 2;
    expect(ringArea(square, [])).toBe(100);
    expect(ringArea(square, [1, 0, 0, 0])).toBeCloseTo(100 + half, 10);
    expect(ringArea(square, [-1, 0, 0, 0])).toBeCloseTo(100 - half, 10);
    expect(ringArea([...square].reverse(), [0, 0, -1, 0])).toBeCloseTo(100 + half, 10);
  });

  it('climb along an arc as a ramp does', () => {
    const { plan, slope } = lineLengths(
      [
        [0, 0, 0],
        [2, 0, 1],
      ],
      [1, 0],
      false,
    );
    expect(plan).toBeCloseTo(Math.PI, 12);
    expect(slope).toBeCloseTo(Math.hypot(Math.PI, 1), 12);
    expect(
      lineLengths(
        [
          [0, 0],
          [2, 0],
        ],
        [],
        false,
      ),
    ).toEqual({ plan: 2, slope: Number.NaN });
  });
});
