import { describe, expect, it } from 'vitest';
import { type Path, placeAtStation, segmentCount, stationsOf } from './path.ts';

const square: Path = {
  coordinates: [0, 0, 0, 10, 0, 10, 10, 10, Number.NaN, 0, 10, 5],
  bulges: [0, 0, 0, 0],
  isClosed: true,
};

describe('stations of a path', () => {
  it('are lengths in plan, back to the first vertex where it is closed', () => {
    expect(segmentCount(square)).toBe(4);
    expect([...stationsOf(square)]).toEqual([0, 10, 20, 30, 40]);
    expect([...stationsOf({ ...square, isClosed: false })]).toEqual([0, 10, 20, 30]);
  });

  it('have places with an even elevation, unknown beside a vertex without one', () => {
    expect(placeAtStation(square, 5)).toEqual({ x: 5, y: 0, z: 5, direction: 0 });
    expect(placeAtStation(square, 15)?.z).toBeNaN();
    expect(placeAtStation(square, 10)?.z).toBe(10);
    expect(placeAtStation(square, 38)).toMatchObject({ x: 0, y: 2, z: 1 });
    expect(placeAtStation(square, 40.001)).toBeNull();
    expect(placeAtStation(square, -0.001)).toBeNull();
    expect(placeAtStation(square, Number.NaN)).toBeNull();
  });

  it('skip segments without a length', () => {
    const path: Path = { coordinates: [0, 0, 0, 0, 0, 0, 4, 0, 8], bulges: [0, 0, 0], isClosed: false };
    expect(placeAtStation(path, 0)).toMatchObject({ x: 0, z: 0, direction: 0 });
    expect(placeAtStation(path, 1)).toMatchObject({ x: 1, z: 2 });
  });

  it('turn with arcs', () => {
    const quarter: Path = {
      coordinates: [1, 0, 0, 0, 1, 0],
      bulges: [Math.tan(Math.PI / 8), 0],
      isClosed: false,
    };
    const middle = placeAtStation(quarter, Math.PI / 4)!;
    expect([middle.x, middle.y]).toEqual([
      expect.closeTo(Math.SQRT1_2, 12),
      expect.closeTo(Math.SQRT1_2, 12),
    ]);
    expect(middle.direction).toBeCloseTo((3 * Math.PI) / 4, 12);
  });
});
