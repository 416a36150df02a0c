import { describe, expect, test } from 'vitest';
import type { GridFrame, GridWindow } from '#domain/geometry/grid/grid.ts';
import type { ColumnPoints } from '../cloud/column-points.ts';
import { highestPoints } from './highest-points.ts';

const frame: GridFrame = { width: 20, height: 20, originX: 0.5, originY: 19.5, cellSize: 1 };
const whole: GridWindow = { x: 0, y: 0, width: 20, height: 20 };
const metres = { horizontal: 1, vertical: 1 };
const feet = { horizontal: 0.3048, vertical: 0.3048 };

type Place = readonly [x: number, y: number, z: number];

function createPoints(places: readonly Place[]): ColumnPoints {
  const unused = () => Promise.reject(new Error('not asked for'));
  return {
    column: unused,
    within: unused,
    visit: async (rect, see) => {
      for (const [x, y, z] of places) {
        if (x >= rect.minX && x <= rect.maxX && y >= rect.minY && y <= rect.maxY) see(x, y, z);
      }
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
  const xyz = await highestPoints(createPoints(places), frame, whole, unit);
  const [column, row] = [x - 0.5, 19.5 - y];
  for (let k = 0; k < xyz.length; k += 3) if (xyz[k] === column && xyz[k + 1] === -row) return xyz[k + 2];
  return undefined;
}

describe('the highest point of each cell', () => {
  test('stands at the middle of its cell', async () => {
    const xyz = await highestPoints(createPoints(ground), frame, whole, metres);
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

  test('is the same in any window, also where what keeps a point from being lonely is outside of it', async () => {
    const pair: Place[] = [...ground, [7.4, 7.6, 30], [10.3, 7.6, 29], [3.5, 12.5, 30]];
    const all = await highestPoints(createPoints(pair), frame, whole, metres);
    const parts: number[][] = [];
    for (const x of [0, 8]) {
      for (const y of [0, 11]) {
        const window = { x, y, width: x === 0 ? 8 : 12, height: y === 0 ? 11 : 9 };
        const part = await highestPoints(createPoints(pair), frame, window, metres);
        for (let k = 0; k < part.length; k += 3) parts.push([...part.subarray(k, k + 3)]);
      }
    }
    parts.sort((a, b) => b[1]! - a[1]! || a[0]! - b[0]!);
    expect(parts.flat()).toEqual([...all]);
  });

  test('a point with nothing around it stays', async () => {
    expect(await heightAt([[7.4, 7.6, 30]], 7.5, 7.5)).toBe(30);
  });

  test('the height it must stand out by is in metres, whatever the unit', async () => {
    expect(await heightAt([...ground, [7.4, 7.6, 9]], 7.5, 7.5, metres)).toBe(1);
    expect(await heightAt([...ground, [7.4, 7.6, 9]], 7.5, 7.5, feet)).toBe(9);
  });
});
