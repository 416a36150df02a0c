import { describe, expect, it } from 'vitest';
import { distanceToMarks } from '../plane/distance-to-marks.ts';
import { createOccupancy, outlineOf } from './survey-outline.ts';

const rect = { minX: 0, minY: 0, maxX: 100, maxY: 100 };

function outlineOfPlaces(isMeasured: (x: number, y: number) => boolean, gap: number) {
  const occupancy = createOccupancy(rect);
  for (let x = 0; x <= 100; x++) for (let y = 0; y <= 100; y++) if (isMeasured(x, y)) occupancy.see(x, y);
  return outlineOf(occupancy, gap);
}

/** Area inside, counted by quarter units. */
function areaOf(contains: (x: number, y: number) => boolean): number {
  let count = 0;
  for (let x = 0.25; x < 100; x += 0.5) for (let y = 0.25; y < 100; y += 0.5) if (contains(x, y)) count++;
  return count / 4;
}

describe('the outline of a survey', () => {
  it('is the whole rectangle of points that fill it', () => {
    expect(areaOf(outlineOfPlaces(() => true, 10).contains)).toBe(10_000);
  });

  it('leaves out a notch wider than the gap', () => {
    const { contains } = outlineOfPlaces((x, y) => x <= 20 || y <= 20, 10);
    expect(areaOf(contains)).toBeGreaterThan(3600);
    expect(areaOf(contains)).toBeLessThan(3600 * 1.03);
    expect(contains(60, 60)).toBe(false);
    expect(contains(10, 90)).toBe(true);
  });

  it('keeps notches narrower than the gap, and all holes inside', () => {
    const narrow = outlineOfPlaces((x, y) => Math.abs(x - 50) > 4 || y < 50, 10);
    expect(narrow.contains(50, 80)).toBe(true);
    const hole = outlineOfPlaces((x, y) => Math.hypot(x - 50, y - 50) > 30, 10);
    expect(hole.contains(50, 50)).toBe(true);
  });

  it('parts two areas of one survey', () => {
    const { contains } = outlineOfPlaces((x) => x < 30 || x > 70, 10);
    expect([10, 50, 90].map((x) => contains(x, 50))).toEqual([true, false, true]);
  });

  it('does not depend on the order of the points', () => {
    const forward = createOccupancy(rect);
    const backward = createOccupancy(rect);
    const places = Array.from({ length: 500 }, (_, i) => [(i * 37) % 101, (i * 61) % 101] as const);
    for (const [x, y] of places) forward.see(x, y);
    for (const [x, y] of places.toReversed()) backward.see(x, y);
    // Millions of marks, which toEqual would take one by one.
    expect(backward.marks.every((mark, at) => mark === forward.marks[at])).toBe(true);
    expect(forward.marks).toContain(1);
  });
});

describe('distances to marks', () => {
  it('are those of trying every mark', () => {
    const [width, height] = [23, 17];
    const marks = new Uint8Array(width * height).map((_, i) => ((i * 7919) % 61 === 0 ? 1 : 0));
    const distances = distanceToMarks(marks, width, height);
    for (let at = 0; at < marks.length; at++) {
      let nearest = Infinity;
      for (let to = 0; to < marks.length; to++) {
        if (!marks[to]) continue;
        const rows = Math.floor(to / width) - Math.floor(at / width);
        nearest = Math.min(nearest, Math.hypot((to % width) - (at % width), rows));
      }
      expect(distances[at]).toBeCloseTo(nearest, 5);
    }
    expect(distanceToMarks(new Uint8Array(4), 2, 2)[3]).toBe(Infinity);
  });
});
