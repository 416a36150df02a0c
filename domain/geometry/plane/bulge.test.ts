import { describe, expect, it } from 'vitest';
import {
  arcExtent,
  arcOfBulge,
  bulgeOfSweep,
  bulgeThrough,
  flattenArcs,
  segmentArea,
  segmentLength,
} from './bulge.ts';

describe('the arc of a bulge', () => {
  it('of 1 is a half circle, counter-clockwise', () => {
    const arc = arcOfBulge(0, 0, 2, 0, 1)!;
    expect([arc.centreX, arc.centreY, arc.radius, arc.sweep]).toEqual([1, 0, 1, Math.PI]);
    expect(Math.abs(arc.startAngle)).toBeCloseTo(Math.PI, 12);
  });

  it('has its centre left of a small counter-clockwise arc and right of a clockwise one', () => {
    const quarter = bulgeOfSweep(Math.PI / 2);
    expect(arcOfBulge(1, 0, 0, 1, quarter)).toMatchObject({ radius: expect.closeTo(1, 12) as number });
    expect(arcOfBulge(1, 0, 0, 1, quarter)!.centreX).toBeCloseTo(0, 12);
    expect(arcOfBulge(0, 1, 1, 0, -quarter)!.centreY).toBeCloseTo(0, 12);
  });

  it('is none for straight segments and those without length', () => {
    expect(arcOfBulge(0, 0, 1, 0, 0)).toBeNull();
    expect(arcOfBulge(1, 1, 1, 1, 0.5)).toBeNull();
  });
});

describe('a bulge through three places', () => {
  it.each([0.1, 1, 2, 3, 4.5, 6, -0.3, -2, -5])('finds a sweep of %d again', (sweep) => {
    const at = (angle: number): [number, number] => [5 + 3 * Math.cos(angle), 7 + 3 * Math.sin(angle)];
    const bulge = bulgeThrough(at(0.4), at(0.4 + 0.3 * sweep), at(0.4 + sweep));
    expect(bulge).toBeCloseTo(bulgeOfSweep(sweep), 9);
  });

  it('is 0 in line', () => expect(bulgeThrough([0, 0], [1, 1], [2, 2])).toBe(0));
});

describe('the extent of an arc', () => {
  it('reaches as far as the arc does, and no farther', () => {
    expect(arcExtent(0, 0, 2, 0, 1)).toEqual({ minX: 0, maxX: 2, minY: -1, maxY: 0 });
    expect(arcExtent(0, 0, 2, 0, -1).maxY).toBeCloseTo(1, 12);
    expect(arcExtent(0, 0, 2, 1, 0)).toEqual({ minX: 0, maxX: 2, minY: 0, maxY: 1 });
    const quarter = arcExtent(1, 0, 0, 1, bulgeOfSweep(Math.PI / 2));
    expect([quarter.minX, quarter.minY]).toEqual([0, 0]);
    expect([quarter.maxX, quarter.maxY]).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)]);
    const most = arcExtent(1, 0, 0, -1, bulgeOfSweep(1.5 * Math.PI));
    expect(most).toEqual({
      minX: expect.closeTo(-1, 12),
      maxX: expect.closeTo(1, 12),
      minY: expect.closeTo(-1, 12),
      maxY: expect.closeTo(1, 12),
    });
  });
});

describe('segments with arcs', () => {
  it('have the length and area of their circle', () => {
    expect(segmentLength(0, 0, 2, 0, 1)).toBeCloseTo(Math.PI, 12);
    expect(segmentArea(0, 0, 2, 0, 1)).toBeCloseTo(Math.PI / 2, 12);
    expect(segmentArea(0, 0, 2, 0, -1)).toBeCloseTo(-Math.PI / 2, 12);
    expect(segmentArea(0, 0, 2, 0, 0)).toBe(0);
  });

  it('become chords within the tolerance, heights running evenly', () => {
    const circle = flattenArcs([0, 0, 1, 2, 0, 3], [1, 1], true, 1e-4);
    const count = circle.length / 3;
    const half = count / 2;
    expect(circle.slice(3 * half, 3 * half + 3)).toEqual([2, 0, 3]);
    expect(circle[3 * (half / 2) + 2]).toBeCloseTo(2, 12);
    for (let i = 0; i < count; i++) {
      const [j, middle] = [(i + 1) % count, [0, 0]];
      for (const axis of [0, 1]) middle[axis] = (circle[3 * i + axis]! + circle[3 * j + axis]!) / 2;
      const off = 1 - Math.hypot(middle[0]! - 1, middle[1]!);
      expect(off).toBeGreaterThan(0);
      expect(off).toBeLessThanOrEqual(1e-4 * 1.0001);
    }
  });
});
