import { describe, expect, it } from 'vitest';
import { arcOfBulge } from '#domain/geometry/plane/bulge.ts';
import { near } from '#tests/support/paths.ts';
import {
  arcThrough,
  bulgeOfRadius,
  circleAbout,
  circleThrough,
  type DrawnShape,
  type Place,
  rectangleByCorners,
  rectangleBySide,
} from './shapes.ts';

const circlesOf = ({ coordinates, bulges }: DrawnShape) => {
  const [x0, y0, , x1, y1] = coordinates as [number, number, number, number, number];
  const ends = [
    [x0, y0, x1, y1],
    [x1, y1, x0, y0],
  ] as const;
  return ends.flatMap(([ax, ay, bx, by], i) => arcOfBulge(ax, ay, bx, by, bulges![i]!) ?? []);
};

describe('circles', () => {
  it('lie about their centre, level with it', () => {
    expect(circleAbout([3, 4, 9], [3, 9, 0])).toEqual({
      kind: 'polygon',
      coordinates: [-2, 4, 9, 8, 4, 9],
      bulges: [1, 1],
    });
    expect(circleAbout([3, 4, 9], [3, 4, 0])).toBeNull();
  });

  it('go through three places in either order, in two arcs of one circle', () => {
    const [a, b, c]: Place[] = [
      [4, 0, 1],
      [0, 3, 2],
      [-5, 0, 3],
    ];
    for (const shape of [circleThrough(a!, b!, c!), circleThrough(c!, b!, a!), circleThrough(b!, a!, c!)]) {
      const circles = circlesOf(shape!);
      expect(circles).toHaveLength(2);
      for (const { centreX, centreY, radius } of circles) {
        for (const [x, y] of [a!, b!, c!])
          expect(Math.hypot(x - centreX, y - centreY)).toBeCloseTo(radius, 9);
      }
      expect(Math.abs(circles[0]!.sweep + circles[1]!.sweep)).toBeCloseTo(2 * Math.PI, 9);
    }
    expect(circleThrough([0, 0, 0], [1, 1, 0], [2, 2, 0])).toBeNull();
    expect(circleThrough([0, 0, 0], [1, 1, 0], [0, 0, 0])).toBeNull();
  });
});

describe('arcs', () => {
  it('go through a third place', () => {
    const quarter = arcThrough([10, 0, 1], [0, 10, 2], [10 * Math.SQRT1_2, 10 * Math.SQRT1_2, 0]);
    expect(quarter?.coordinates).toEqual([10, 0, 1, 0, 10, 2]);
    expect(quarter?.bulges).toEqual(near([Math.tan(Math.PI / 8), 0]));
    expect(arcThrough([0, 0, 0], [2, 2, 0], [1, 1, 0])).toBeNull();
  });

  it('have a radius, to the right where it is positive', () => {
    const bulge = bulgeOfRadius([0, 0, 0], [0, 10, 0], 13)!;
    const arc = arcOfBulge(0, 0, 0, 10, bulge)!;
    expect([arc.radius, arc.centreX, arc.centreY]).toEqual(near([13, 12, 5]));
    expect(bulgeOfRadius([0, 0, 0], [0, 10, 0], -5)).toBeCloseTo(1, 9);
    expect(bulgeOfRadius([0, 0, 0], [0, 10, 0], 4.9)).toBeNull();
    expect(bulgeOfRadius([0, 0, 0], [0, 0, 0], 4.9)).toBeNull();
  });
});

describe('rectangles', () => {
  it('have opposite corners, or a side and a width', () => {
    expect(rectangleByCorners([0, 0, 1], [4, 3, 2])?.coordinates).toEqual([
      0, 0, 1, 4, 0, 1, 4, 3, 2, 0, 3, 2,
    ]);
    expect(rectangleByCorners([0, 0, 1], [4, 0, 2])).toBeNull();
    const turned = rectangleBySide([0, 0, 1], [3, 4, 2], [-4, 3, 9]);
    expect(turned?.coordinates).toEqual(near([0, 0, 1, 3, 4, 2, -1, 7, 2, -4, 3, 1]));
    expect(rectangleBySide([0, 0, 1], [3, 4, 2], [6, 8, 9])).toBeNull();
  });
});
