import { expect, test } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { settleHeights } from './same-places.ts';

test('gives each place the mean of the heights given there, whichever zero stands in it', () => {
  const random = createRandom(4);
  const input: number[] = [];
  const means = new Map<string, number>();
  for (let k = 0; k < 500; k++) {
    const [x, y] = [k === 0 ? 0 : random.next(), k === 0 ? -0 : random.next()];
    const heights = k % 7 === 0 ? [1, 5, 3] : [2];
    for (const [given, z] of heights.entries()) {
      input.push(given === 1 ? x + 0 : x, given === 1 ? y + 0 : y, z);
    }
    means.set(`${x} ${y}`, heights.length === 3 ? 3 : 2);
  }
  const xyz = Float64Array.from(input);
  const first = new Set<string>();
  const order = Uint32Array.from(
    Array.from({ length: xyz.length / 3 }, (_, k) => k).filter((k) => {
      const place = `${xyz[3 * k]} ${xyz[3 * k + 1]}`;
      if (first.has(place)) return false;
      first.add(place);
      return true;
    }),
  );
  const points = Float64Array.from([...order].flatMap((k) => [...xyz.subarray(3 * k, 3 * k + 3)]));
  const conflicts = settleHeights({ points, order }, xyz);
  expect(conflicts.count).toBe(Math.ceil(500 / 7));
  for (let k = 0; k < points.length; k += 3) {
    expect(points[k + 2]).toBe(means.get(`${points[k]} ${points[k + 1]}`));
  }
});
