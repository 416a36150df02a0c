import { describe, expect, test } from 'vitest';
import { type GridFrame, gridRect } from '#domain/geometry/grid.ts';
import type { ColumnPoints } from '../cloud/column-points.ts';
import { highestPoints } from './highest-points.ts';

const frame: GridFrame = { width: 20, height: 20, originX: 0.5, originY: 19.5, cellSize: 1 };
const metres = { horizontal: 1, vertical: 1 };
const feet = { horizontal: 0.3048, vertical: 0.3048 };

type Place = readonly [x: number, y: number, z: number];

function createPoints(places: readonly Place[]): ColumnPoints {
  const unused = () => Promise.reject(new Error('not asked for'));
  return {
    column: unused,
    within: unused,
    visit: async (rect, see) => {
      expect(rect).toEqual(gridRect(frame));
      for (const [x, y, z] of places) see(x, y, z);
    },
  };
}

/** Two points in every cell of a level ground at height 1. */
const ground: Place[] = Array.from({ length: 800 }, (_, k) => [
  0.3 + (k % 20),
  0.2 + (Math.floor(k / 20) % 20),
  1,
]);

async function heightAt(
  places: readonly Place[],
  x: number,
  y: number,
  unit = metres,
): Promise<number | undefined> {
  const xyz = await highestPoints(createPoints(places), frame, unit);
  for (let k = 0; k < xyz.length; k += 3) if (xyz[k] === x && xyz[k + 1] === y) return xyz[k + 2];
  return undefined;
}

describe('the highest point of each cell', () => {
  test('stands at the middle of its cell', async () => {
    const xyz = await highestPoints(createPoints(ground), frame, metres);
    expect(xyz).toHaveLength(3 * 400);
    expect(await heightAt([...ground, [7.9, 7.1, 4]], 7.5, 7.5)).toBe(4);
  });

  test('a bird high above everything gives way to what is below it', async () => {
    expect(await heightAt([...ground, [7.4, 7.6, 30]], 7.5, 7.5)).toBe(1);
    expect(await heightAt([[7.4, 7.6, 30], ...ground], 7.5, 7.5)).toBe(1);
  });

  test('what has company stays: a mast, a wire, a roof', async () => {
    const mast: Place[] = [
      [7.4, 7.6, 30],
      [7.5, 7.6, 27],
    ];
    expect(await heightAt([...ground, ...mast], 7.5, 7.5)).toBe(30);
    const wire: Place[] = Array.from({ length: 7 }, (_, k) => [1.5 + 3 * k, 9.5, 20]);
    expect(await heightAt([...ground, ...wire], 10.5, 9.5)).toBe(20);
  });

  test('a point with nothing around it stays', async () => {
    expect(await heightAt([[7.4, 7.6, 30]], 7.5, 7.5)).toBe(30);
  });

  test('the height it must stand out by is in metres, whatever the unit', async () => {
    expect(await heightAt([...ground, [7.4, 7.6, 9]], 7.5, 7.5, metres)).toBe(1);
    expect(await heightAt([...ground, [7.4, 7.6, 9]], 7.5, 7.5, feet)).toBe(9);
  });
});
