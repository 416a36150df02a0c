import { describe, expect, it } from 'vitest';
import { containment, polygonArea } from '../plane/measure.ts';
import type { Ring } from '../position.ts';
import { triangulatePolygon } from './polygon-tin.ts';
import { tinArea } from './tin-volume.ts';

const letter: Ring = [
  [0, 0],
  [9, 0],
  [9, 2],
  [3, 2],
  [3, 4],
  [7, 4],
  [7, 6],
  [3, 6],
  [3, 9],
  [0, 9],
];
const hole: Ring = [
  [1, 1],
  [1, 3],
  [2, 3],
  [2, 1],
];

describe('triangulated polygons', () => {
  it.each([
    ['a concave ring', [letter]],
    ['the ring turned round', [[...letter].reverse()]],
    ['a closed ring', [[...letter, letter[0]!]]],
    ['a hole', [letter, hole]],
    ['a hole first', [hole, letter]],
    [
      'an island in the hole',
      [
        letter,
        hole,
        [
          [1.2, 1.2],
          [1.8, 1.2],
          [1.5, 2],
        ] as Ring,
      ],
    ],
  ])('cover exactly the inside of %s', (_, polygon) => {
    const tin = triangulatePolygon(polygon);
    const expected =
      polygon.length === 3
        ? polygonArea([letter, hole]) + 0.24
        : polygonArea([letter, ...(polygon.length === 2 ? [hole] : [])]);
    expect(tinArea(tin).planArea).toBeCloseTo(expected, 12);
    for (let t = 0; t < tin.triangles.length; t += 3) {
      const corners = [...tin.triangles.subarray(t, t + 3)];
      const [x, y] = [0, 1].map((axis) => corners.reduce((sum, v) => sum + tin.points[3 * v + axis]! / 3, 0));
      expect(containment(polygon, x!, y!)).toBe('inside');
    }
  });

  it('keep the elevations of the corners', () => {
    const tin = triangulatePolygon([
      [
        [0, 0, 5],
        [4, 0, 6],
        [0, 4, 7],
      ],
    ]);
    expect([...tin.points]).toEqual([0, 0, 5, 4, 0, 6, 0, 4, 7]);
  });

  it.each([
    [
      'two corners',
      [
        [
          [0, 0],
          [1, 1],
        ] as Ring,
      ],
    ],
    [
      'no area',
      [
        [
          [0, 0],
          [1, 1],
          [2, 2],
        ] as Ring,
      ],
    ],
    [
      'a bow tie',
      [
        [
          [0, 0],
          [4, 4],
          [4, 0],
          [0, 4],
        ] as Ring,
      ],
    ],
    [
      'rings that cross',
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 4],
        ] as Ring,
        [
          [2, 2],
          [6, 2],
          [6, 3],
          [2, 3],
        ] as Ring,
      ],
    ],
  ])('refuse %s by a typed error', (_, polygon) => {
    expect(() => triangulatePolygon(polygon)).toThrow(
      expect.objectContaining({ code: 'geometry.polygon-invalid' }),
    );
  });
});
