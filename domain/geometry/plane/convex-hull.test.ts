import { describe, expect, it } from 'vitest';
import { createPoints, createRandom, shufflePoints } from '#tests/support/point-sets.ts';
import { createHullMeter, hullColumns } from './convex-hull.ts';

function hullOf(points: Float64Array) {
  const meter = createHullMeter();
  for (let k = 0; k < points.length; k += 3) meter.see(points[k]!, points[k + 1]!);
  return meter.finish();
}

const corners = (chain: Float64Array) =>
  Array.from({ length: chain.length / 2 }, (_, k) => [...chain.subarray(2 * k, 2 * k + 2)]);

describe('the hull of points', () => {
  it('has the corners of a grid, and no points between them', () => {
    const hull = hullOf(
      shufflePoints(
        createPoints(120 * 90, (i) => [i % 120, Math.floor(i / 120), 0]),
        3,
      ),
    );
    expect(corners(hull.lower)).toEqual([
      [0, 0],
      [119, 0],
      [119, 89],
    ]);
    expect(corners(hull.upper)).toEqual([
      [0, 0],
      [0, 89],
      [119, 89],
    ]);
  });

  it('is the same in any order, of more points than are gathered at a time', () => {
    const random = createRandom(8);
    const points = createPoints(30_000, (i) => {
      const [turn, reach] = [2 * Math.PI * random(), i % 50 === 0 ? 100 : 100 * random()];
      return [reach * Math.cos(turn), reach * Math.sin(turn), 0];
    });
    const hull = hullOf(points);
    expect(hull.lower.length).toBeGreaterThan(200);
    expect(hullOf(shufflePoints(points, 5))).toEqual(hull);
  });

  it('covers the columns of a grid between its sides, those on them included', () => {
    const triangle = hullOf(Float64Array.of(0, 0, 0, 8, 0, 0, 0, 8, 0));
    const frame = { width: 20, height: 20, originX: -4, originY: 10, cellSize: 1 };
    expect(hullColumns(triangle, frame, 10)).toEqual([4, 12]);
    expect(hullColumns(triangle, frame, 6)).toEqual([4, 8]);
    expect(hullColumns(triangle, frame, 2)).toEqual([4, 4]);
    const [first, last] = hullColumns(triangle, frame, 1);
    expect(first).toBeGreaterThan(last);
  });

  it('of one point or none covers nothing but that', () => {
    const frame = { width: 3, height: 3, originX: 0, originY: 2, cellSize: 1 };
    const [first, last] = hullColumns(hullOf(new Float64Array(0)), frame, 1);
    expect(first).toBeGreaterThan(last);
  });
});
