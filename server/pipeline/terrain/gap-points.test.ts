import { describe, expect, it } from 'vitest';
import type { GridFrame } from '#domain/geometry/grid/grid.ts';
import { pyramidOf } from '#domain/geometry/grid/occupancy-pyramid.ts';
import { createOccupancy, type SurveyOutline } from '#domain/geometry/outline/survey-outline.ts';
import type { Spool } from '../cloud/spool.ts';
import { createGapMeter, type GapPoints, sortByBin } from './gap-points.ts';

/** Cells of half a metre, the north-western corner at (100, 260). */
const frame: GridFrame = { width: 101, height: 60, originX: 100.25, originY: 259.75, cellSize: 0.5 };
const scale = [0.001, 0.001, 0.001] as const;
const spool = { layout: { scaling: { scale, offset: [100, 200, 10] } } } as unknown as Spool;
const everywhere: SurveyOutline = { gap: 1, contains: () => true };

/** The fill of a surface with one point per cell where `hasPoint` is true. */
function fill(
  heightAt: (x: number, y: number) => number,
  hasPoint: (column: number, row: number) => boolean,
  { outline = everywhere, maxSquares = 1000 } = {},
): GapPoints {
  const meter = createGapMeter(frame, spool, maxSquares);
  for (let row = 0; row < frame.height; row++) {
    for (let column = 0; column < frame.width; column++) {
      if (!hasPoint(column, row)) continue;
      const [x, y] = [100.1 + 0.5 * column, 259.8 - 0.5 * row];
      const integers = [x - 100, y - 200, heightAt(x, y) - 10].map((value) => Math.round(1000 * value));
      meter.see(column, row, integers[0]!, integers[1]!, integers[2]!);
    }
  }
  return meter.finish(outline);
}

const plane = (x: number, y: number) => 20 + 0.3 * (x - 100) - 0.2 * (y - 230);
const inHole = (column: number, row: number) => column > 30 && column < 70 && row > 14 && row < 45;

describe('gaps of a surface', () => {
  it('have a point in each square of 8 cells without one, at the height of what is around', () => {
    const gaps = fill(plane, (column, row) => !inHole(column, row));
    expect(gaps).toMatchObject({ square: 8, longestEdge: 23 });
    expect(gaps.places.length / 3).toBe(4 * 3);
    for (let k = 0; k < gaps.places.length; k += 3) {
      const [column, row, z] = [gaps.places[k]!, gaps.places[k + 1]!, gaps.places[k + 2]!];
      expect([column % 8, row % 8]).toEqual([4, 4]);
      expect(gaps.isGap(column, row)).toBe(true);
      expect(Math.abs(z - plane(100.25 + 0.5 * column, 259.75 - 0.5 * row))).toBeLessThan(0.05);
    }
    expect(gaps.isGap(31, 20)).toBe(false);
  });

  it('go no higher or lower than what is around, carry no edge of things into the gap', () => {
    const house = (x: number) => (x < 116 ? 30 : 20);
    const gaps = fill(house, (column, row) => !inHole(column, row));
    for (let k = 2; k < gaps.places.length; k += 3) {
      expect(gaps.places[k]).toBeGreaterThanOrEqual(20);
      expect(gaps.places[k]).toBeLessThanOrEqual(30);
    }
  });

  it('are none where there are points, and outside the survey', () => {
    expect(fill(plane, () => true).places.length).toBe(0);
    const outline = { gap: 1, contains: (x: number) => x < 120 };
    const gaps = fill(plane, (column, row) => !inHole(column, row), { outline });
    expect(gaps.places.length / 3).toBe(3);
    expect(gaps.isGap(60, 20)).toBe(false);
    expect(fill(plane, () => false).places.length).toBe(0);
  });

  it('reach the outline, so that triangles do', () => {
    const outline = { gap: 1, contains: (x: number) => x < 121 };
    const gaps = fill(plane, (column, row) => !inHole(column, row), { outline });
    expect(gaps.places.length / 3).toBe(6);
    expect([gaps.isGap(41, 20), gaps.isGap(48, 20)]).toEqual([true, false]);
  });

  it('are no matter of points outside the survey', () => {
    const outline = { gap: 1, contains: (x: number) => x < 135 };
    const inField = (column: number, row: number) => column < 31 || (column < 70 && (row < 15 || row > 44));
    const isLone = (column: number, row: number) => column > 90 && row % 10 === 0;
    const spire = (x: number, y: number) => (x > 140 ? 500 : plane(x, y));
    const alone = fill(spire, inField, { outline });
    const beside = fill(spire, (column, row) => inField(column, row) || isLone(column, row), { outline });
    expect(alone.places.length).toBeGreaterThan(0);
    expect(beside.places).toEqual(alone.places);
  });

  it('are filled in larger squares where there would be more than a limit', () => {
    const gaps = fill(plane, (column, row) => !inHole(column, row), { maxSquares: 30 });
    expect(gaps).toMatchObject({ square: 16, longestEdge: 46 });
    expect(gaps.places.length / 3).toBe(2);
  });
});

it('finds points by the bins that they lie in', () => {
  const occupied = createOccupancy({ minX: 0, minY: 0, maxX: 40, maxY: 30 }, 5);
  const points = Float64Array.of(1, 1, 10, 39, 29, 11, 12, 7, 12, 13, 8, 13, 22, 7, 14);
  for (let k = 0; k < points.length; k += 3) occupied.see(points[k]!, points[k + 1]!);
  const addOf = sortByBin(points, pyramidOf(occupied));
  const found = (set: Parameters<typeof addOf>[0]) => {
    const heights: number[] = [];
    addOf(set, (_x, _y, z) => heights.push(z));
    return heights;
  };
  expect(found({ left: 0, bottom: 0, right: 7, top: 5, marks: null })).toEqual([10, 12, 13, 14, 11]);
  expect(found({ left: 2, bottom: 1, right: 3, top: 4, marks: null })).toEqual([12, 13]);
  expect(found({ left: 2, bottom: 1, right: 4, top: 1, marks: Uint8Array.of(0, 1, 1) })).toEqual([14]);
});
