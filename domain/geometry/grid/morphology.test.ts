import { describe, expect, test } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { erodeByDisk, openByDisk } from './morphology.ts';

const random = createRandom(3);
const [width, height] = [23, 17];
const values = Float32Array.from({ length: width * height }, () => Math.floor(40 * random.next()));

/** Extreme of all cells within a radius of each. */
function byDisk(cells: Float32Array, radius: number, pick: (a: number, b: number) => number): Float32Array {
  return cells.map((own, at) => {
    const [column, row] = [at % width, Math.floor(at / width)];
    return cells.reduce((kept, value, other) => {
      const away = Math.hypot((other % width) - column, Math.floor(other / width) - row);
      return away <= radius ? pick(kept, value) : kept;
    }, own);
  });
}

describe.each([0, 1, 2, 3, 5, 8, 20, 40])('a disk of %i cells', (radius) => {
  test('erodes to the lowest cell within it', () => {
    expect(erodeByDisk(values, width, height, radius)).toEqual(byDisk(values, radius, Math.min));
  });

  test('opens to the highest of the lowest', () => {
    const lowest = byDisk(values, radius, Math.min);
    expect(openByDisk(values, width, height, radius)).toEqual(byDisk(lowest, radius, Math.max));
  });
});
