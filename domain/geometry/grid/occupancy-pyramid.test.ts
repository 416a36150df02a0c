import { describe, expect, it } from 'vitest';
import { createRandom } from '#tests/support/point-sets.ts';
import { createOccupancy } from '../outline/survey-outline.ts';
import { circumcircle } from '../plane/circumcircle.ts';
import {
  type BinSet,
  binAt,
  binSet,
  hasBin,
  hasPlace,
  meetBins,
  pyramidOf,
  rectOfBins,
} from './occupancy-pyramid.ts';

function pyramidOfPlaces(places: readonly (readonly [number, number])[], edge = 2) {
  const occupied = createOccupancy({ minX: 10, minY: 20, maxX: 61, maxY: 43 }, edge);
  for (const [x, y] of places) occupied.see(x, y);
  return pyramidOf(occupied);
}

const random = createRandom(2);
const places = Array.from({ length: 150 }, (): [number, number] => [10 + 51 * random(), 20 + 23 * random()]);

function met(pyramid: ReturnType<typeof pyramidOf>, passed: BinSet | null = null): Set<number> {
  const found = new Set<number>();
  const circle = circumcircle(20, 30, 32, 31, 25, 38);
  meetBins(pyramid, circle, (column, row) => !found.add(row * pyramid.width + column), passed);
  return found;
}

describe('the pyramid of bins with points', () => {
  it('shows all bins with points in a circle, and none far from it', () => {
    const pyramid = pyramidOfPlaces(places);
    const found = met(pyramid);
    const { x, y, toX, toY } = circumcircle(20, 30, 32, 31, 25, 38);
    const radius = Math.hypot(toX, toY);
    const near = (place: readonly [number, number], by: number) =>
      Math.hypot(place[0] - x - toX, place[1] - y - toY) <= radius + by;
    for (const place of places) {
      const [column, row] = binAt(pyramid, ...place);
      const isFound = found.has(row * pyramid.width + column);
      if (near(place, 0)) expect(isFound).toBe(true);
      if (!near(place, 2 * Math.SQRT2)) expect(isFound).toBe(false);
    }
    expect(found.size).toBeGreaterThan(5);
  });

  it('passes over the bins of a set, and stops when told', () => {
    const pyramid = pyramidOfPlaces(places);
    const all = met(pyramid);
    const west = { left: 0, bottom: 0, right: 8, top: 30, marks: null };
    const rest = met(pyramid, west);
    expect([...rest].sort()).toEqual([...all].filter((bin) => bin % pyramid.width > 8).sort());
    expect(met(pyramid, binSet(Uint32Array.from(all), pyramid)).size).toBe(0);
    let seen = 0;
    meetBins(pyramid, circumcircle(20, 30, 32, 31, 25, 38), () => ++seen === 2);
    expect(seen).toBe(2);
  });

  it('has sets of bins by their numbers, and knows the rectangle of those that are whole', () => {
    const pyramid = pyramidOfPlaces(places);
    const set = binSet(Uint32Array.of(3, 3 + 2 * pyramid.width, 7 + pyramid.width), pyramid);
    expect(set).toMatchObject({ left: 3, bottom: 0, right: 7, top: 2 });
    expect([
      hasBin(set, 3, 0),
      hasBin(set, 3, 2),
      hasBin(set, 7, 1),
      hasBin(set, 3, 1),
      hasBin(set, 8, 1),
    ]).toEqual([true, true, true, false, false]);
    expect(hasPlace(pyramid, set, 10 + 2 * 7 + 1, 20 + 3)).toBe(true);
    const rect = rectOfBins(pyramid, { left: -4, bottom: 1, right: 5, top: 90, marks: null });
    expect([rect.minX, rect.maxY]).toEqual([-Infinity, Infinity]);
    expect(rect.minY).toBeCloseTo(22, 4);
    expect(rect.maxX).toBeCloseTo(22, 4);
  });
});
