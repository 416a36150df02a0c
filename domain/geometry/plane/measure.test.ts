import { describe, expect, it } from 'vitest';
import type { Ring } from '../position.ts';
import {
  azimuthRad,
  containment,
  doSegmentsMeet,
  findSelfCrossing,
  planAngleRad,
  planDistance,
  planPerimeter,
  polygonArea,
  ringCentroid,
  signedArea,
  slopeDistance,
  slopePerimeter,
  spaceAngleRad,
  verticalDistance,
} from './measure.ts';

const square: Ring = [
  [0, 0, 0],
  [4, 0, 3],
  [4, 4, 3],
  [0, 4, 0],
];

function moved(ring: Ring, dx: number, dy: number): Ring {
  return ring.map(([x, y, z]) => [x + dx, y + dy, z!]);
}

describe('distances and angles', () => {
  it('measures in plan, along the slope and vertically', () => {
    expect(planDistance([0, 0, 0], [3, 4, 12])).toBe(5);
    expect(slopeDistance([0, 0, 0], [3, 4, 12])).toBe(13);
    expect(verticalDistance([0, 0, 12], [3, 4, 0])).toBe(-12);
    expect(slopeDistance([0, 0], [3, 4])).toBeNaN();
    expect(planPerimeter(square)).toBe(16);
    expect(slopePerimeter(square)).toBe(18);
  });

  it('measures angles in plan and in space', () => {
    expect(planAngleRad([0, 0, 0], [1, 0, 0], [0, 1, 5])).toBeCloseTo(Math.PI / 2, 15);
    expect(planAngleRad([0, 0], [1, 0], [-1, 0])).toBe(Math.PI);
    expect(spaceAngleRad([0, 0, 0], [1, 0, 0], [1, 0, 1])).toBeCloseTo(Math.PI / 4, 15);
    expect(planAngleRad([0, 0], [0, 0], [1, 0])).toBeNaN();
  });

  it('counts azimuths clockwise from north', () => {
    const quarters = [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ].map(([x, y]) => azimuthRad([0, 0], [x!, y!]));
    expect(quarters.map((angle) => angle / (Math.PI / 2))).toEqual([0, 1, 2, 3]);
  });
});

describe('areas', () => {
  it('signs rings by direction and takes holes away', () => {
    expect(signedArea(square)).toBe(16);
    expect(signedArea([...square].reverse())).toBe(-16);
    const hole: Ring = [
      [1, 1],
      [1, 2],
      [2, 2],
      [2, 1],
    ];
    expect(polygonArea([square, hole])).toBe(15);
  });

  it('keeps its digits far from the origin', () => {
    const small: Ring = [
      [0, 0, 0],
      [0.1, 0, 0],
      [0.1, 0.1, 0],
      [0, 0.1, 0],
    ];
    expect(signedArea(moved(small, 500_000, 4_649_776))).toBeCloseTo(0.01, 9);
    expect(ringCentroid(moved(square, 500_000, 4_649_776))).toEqual([500_002, 4_649_778]);
  });
});

describe('containment', () => {
  const star: Ring = [
    [0, 0],
    [10, 0],
    [10, 10],
    [5, 5],
    [0, 10],
  ];

  it.each([
    [5, 4, 'inside'],
    [5, 5, 'boundary'],
    [5, 6, 'outside'],
    [0, 0, 'boundary'],
    [7.5, 7.5, 'boundary'],
    [2, 0, 'boundary'],
    [-1, 0, 'outside'],
    [11, 5, 'outside'],
    [2, 5, 'inside'],
    [9, 10, 'outside'],
    [9.9, 9.95, 'outside'],
    [0, 10, 'boundary'],
  ])('places (%f, %f) %s', (x, y, where) => {
    expect(containment([star], x, y)).toBe(where);
    expect(containment([[...star].reverse()], x, y)).toBe(where);
  });

  it('is exact beside an edge that rounding cannot see', () => {
    const ring: Ring = [
      [0, 0],
      [3, 1],
      [0, 1],
    ];
    expect(containment([ring], 1.5, 0.5)).toBe('boundary');
    expect(containment([ring], 1.5, 0.5 - 2 ** -53)).toBe('outside');
    expect(containment([ring], 1.5, 0.5 + 2 ** -52)).toBe('inside');
  });

  it('treats holes by the even-odd rule', () => {
    const hole: Ring = [
      [1, 1],
      [3, 1],
      [3, 3],
      [1, 3],
    ];
    expect(containment([square, hole], 2, 2)).toBe('outside');
    expect(containment([square, hole], 0.5, 2)).toBe('inside');
  });
});

describe('crossings', () => {
  it('finds where a ring meets itself', () => {
    expect(findSelfCrossing(square)).toBeUndefined();
    expect(
      findSelfCrossing([
        [0, 0],
        [4, 4],
        [4, 0],
        [0, 4],
      ]),
    ).toEqual([0, 2]);
    expect(
      findSelfCrossing([
        [0, 0],
        [4, 0],
        [2, 0],
        [2, 3],
      ]),
    ).toBeDefined();
  });

  it('counts shared ends and touching as meeting', () => {
    expect(doSegmentsMeet([0, 0], [2, 2], [1, 1], [5, 0])).toBe(true);
    expect(doSegmentsMeet([0, 0], [1, 0], [2, 0], [3, 0])).toBe(false);
    expect(doSegmentsMeet([0, 0], [2, 0], [1, 0], [3, 0])).toBe(true);
  });
});
