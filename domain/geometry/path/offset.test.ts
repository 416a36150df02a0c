import { describe, expect, it } from 'vitest';
import {
  bend,
  circle,
  codeOf,
  lengthOf,
  near,
  type Place,
  path,
  ring,
  square,
} from '#tests/support/paths.ts';
import { signedPathArea } from './area.ts';
import { bufferArea, bufferLine } from './buffer.ts';
import { nearestStation } from './nearest.ts';
import { offsetPath } from './offset.ts';
import { placeAtStation } from './path.ts';
import { selfCrossings } from './self-crossings.ts';

describe('offsets', () => {
  it('move lines and arcs to the right, each by the distance', () => {
    const [moved] = offsetPath(bend, 2, 'mitre');
    expect(moved?.coordinates).toEqual(
      near([500_012, 4_200_000, 1, 500_000, 4_200_012, 3, 499_980, 4_200_012, Number.NaN], 6),
    );
    expect(moved?.bulges[0]).toBeCloseTo(Math.tan(Math.PI / 8), 9);
    const [inner] = offsetPath(bend, -2, 'mitre');
    expect(lengthOf(inner!)).toBeCloseTo(4 * Math.PI + 20, 5);
  });

  it('of a square are mitred or rounded, with the areas of Steiner', () => {
    const areaOf = (distance: number, corner: 'round' | 'mitre') =>
      offsetPath(square(0, 0, 10), distance, corner).map(signedPathArea);
    expect(areaOf(1, 'mitre')).toEqual(near([144]));
    expect(areaOf(1, 'round')).toEqual(near([100 + 40 + Math.PI]));
    expect(areaOf(-1, 'round')).toEqual(near([64]));
    expect(areaOf(-5.1, 'round')).toEqual([]);
  });

  it('have a vertex for each of the line at pointed corners, with its elevation', () => {
    const line = path([
      [0, 0, 0],
      [10, 0, 5],
      [10, 10, 20],
      [20, 10, 0],
    ]);
    const [moved] = offsetPath(line, 1, 'mitre');
    expect(moved?.coordinates).toEqual(near([0, -1, 0, 11, -1, 5, 11, 9, 18.5, 20, 9, 0]));
  });

  it('of circles are circles, and vanish inside', () => {
    expect(offsetPath(circle(0, 0, 5), 1, 'round').map(signedPathArea)).toEqual(near([36 * Math.PI]));
    expect(offsetPath(circle(0, 0, 5), -2, 'round').map(signedPathArea)).toEqual(near([9 * Math.PI]));
    expect(offsetPath(circle(0, 0, 5), -5.5, 'round')).toEqual([]);
  });

  it('are cut where they would cross themselves', () => {
    // A dumbbell: two squares of 10 with a neck of 2 between them falls into two squares.
    const dumbbell = ring([
      [0, 0],
      [10, 0],
      [10, 4],
      [14, 4],
      [14, 0],
      [24, 0],
      [24, 10],
      [14, 10],
      [14, 6],
      [10, 6],
      [10, 10],
      [0, 10],
    ]);
    const inner = offsetPath(dumbbell, -1.5, 'round');
    expect(inner).toHaveLength(2);
    // Of each square the inset of 7 × 7, and what bulges into the neck between circles of 1.5 about its two corners.
    const bulge = 3 - Math.sqrt(1.25) - 2.25 * Math.asin(2 / 3);
    for (const each of inner) expect(signedPathArea(each)).toBeCloseTo(49 + bulge, 6);
    expect(selfCrossings(inner, 9)).toEqual([]);
  });

  it('are refused where too much of a line comes near itself', () => {
    const dense = path(Array.from({ length: 3000 }, (_, i): Place => [i / 1000, (i % 2) / 100]));
    expect(codeOf(() => offsetPath(dense, 5, 'round', { vertices: 5000, pairs: 200_000 }))).toBe(
      'edit.offset-too-dense',
    );
    const long = path(Array.from({ length: 5001 }, (_, i): Place => [i, i % 2]));
    expect(codeOf(() => offsetPath(long, 0.1, 'round', { vertices: 5000, pairs: 200_000 }))).toBe(
      'edit.too-many-vertices',
    );
  });

  it('never come nearer to the line than the distance', () => {
    const zigzag = path(Array.from({ length: 40 }, (_, i): Place => [i, i % 2 === 0 ? 0 : 3 + (i % 5)]));
    for (const distance of [0.3, -0.7, 1.5, -3]) {
      const moved = offsetPath(zigzag, distance, 'round');
      expect(moved.length).toBeGreaterThan(0);
      expect(selfCrossings(moved, 9)).toEqual([]);
      for (const each of moved) {
        const total = lengthOf(each);
        for (let i = 0; i <= 50; i++) {
          const { x, y } = placeAtStation(each, (total * i) / 50)!;
          expect(nearestStation(zigzag, x, y)!.distance).toBeCloseTo(Math.abs(distance), 5);
        }
      }
    }
  });
});

describe('buffers', () => {
  it('of a line have two round ends', () => {
    const [area] = bufferLine(
      path([
        [0, 0],
        [10, 0],
      ]),
      2,
    );
    expect(area).toHaveLength(1);
    expect(signedPathArea(area![0]!)).toBeCloseTo(40 + 4 * Math.PI, 9);
  });

  it('of a ring of lines have a hole', () => {
    const [area] = bufferLine(
      {
        ...square(0, 0, 10),
        isClosed: false,
        coordinates: [...square(0, 0, 10).coordinates, 0, 0, 0],
        bulges: [0, 0, 0, 0, 0],
      },
      1,
    );
    expect(area?.map(signedPathArea)).toEqual(near([140 + Math.PI, -64], 6));
  });

  it('of areas grow outlines and shrink holes, or the other way', () => {
    const holed = [square(0, 0, 20), square(8, 8, 4)];
    expect(bufferArea(holed, 1).map((rings) => rings.map(signedPathArea))).toEqual([
      near([480 + Math.PI, -4], 6),
    ]);
    expect(bufferArea(holed, -1).map((rings) => rings.map(signedPathArea))).toEqual([
      near([324, -32 - Math.PI], 6),
    ]);
    expect(bufferArea([square(0, 0, 4)], -2.5)).toEqual([]);
  });
});
