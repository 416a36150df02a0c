import { expect, test } from 'vitest';
import { createRandom } from '../math/random.ts';
import { nthSmallest } from './nth-smallest.ts';

test('gives what stands at every place of the sorted values, with ties, and looks no further than asked', () => {
  const random = createRandom(5);
  for (const count of [1, 2, 3, 8, 169]) {
    const values = Float64Array.from({ length: count }, () => Math.floor(random.next() * count));
    const sorted = values.slice().sort();
    const room = Float64Array.of(...values, -1, 1e9);
    for (let n = 0; n < count; n++) expect(nthSmallest(room, count, n)).toBe(sorted[n]);
    expect([...room.subarray(count)]).toEqual([-1, 1e9]);
  }
});
