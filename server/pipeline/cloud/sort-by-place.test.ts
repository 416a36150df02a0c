import { expect, it } from 'vitest';
import { createRandom } from '#tests/support/point-sets.ts';
import { sortByPlace } from './sort-by-place.ts';

const scale = [0.01, 0.01, 0.001] as const;
const offset = [1000, -2000, 0] as const;
const rect = { minX: 1000, minY: -2000, maxX: 1100, maxY: -1900 };

it.each([0, 1, 100, 20_000])('finds all of %i points in a rectangle, and few others', (count) => {
  const random = createRandom(count);
  const xyz = Int32Array.from({ length: 3 * count }, (_, k) =>
    k % 3 === 2 ? k : Math.floor(10_001 * random()),
  );
  const { xyz: sorted, cells } = sortByPlace(xyz, rect, scale, offset);
  expect([...sorted].sort()).toEqual([...xyz].sort());
  for (const [x, y, size] of [
    [1000, -2000, 100],
    [1020, -1950, 5],
    [1093.75, -1906.25, 6.25],
    [900, -2100, 300],
    [1050, -1980, 0],
  ] as const) {
    const part = { minX: x, minY: y, maxX: x + size, maxY: y + size };
    const isIn = (list: Int32Array, k: number) => {
      const [px, py] = [list[k]! * scale[0] + offset[0], list[k + 1]! * scale[1] + offset[1]];
      return px >= part.minX && px <= part.maxX && py >= part.minY && py <= part.maxY;
    };
    let [wanted, found, shown] = [0, 0, 0];
    for (let k = 0; k < xyz.length; k += 3) if (isIn(xyz, k)) wanted++;
    for (const [first, end] of cells.rangesIn(part)) {
      shown += end - first;
      for (let k = first; k < end; k++) if (isIn(sorted, 3 * k)) found++;
    }
    expect(found).toBe(wanted);
    if (count > 1000 && size < 10) expect(shown).toBeLessThan(0.06 * count);
  }
});
