import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { selectFeatures } from './select-features.ts';

/** Keypoints of which 90 %, including the strongest, are in one corner of a 1000 × 800 image. */
function createKeys(count: number) {
  const random = createRandom(12);
  const xy = new Float32Array(2 * count);
  const response = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const isCorner = i % 10 !== 0;
    xy[2 * i] = random.between(0, isCorner ? 200 : 1000);
    xy[2 * i + 1] = random.between(0, isCorner ? 160 : 800);
    response[i] = random.between(0.01, isCorner ? 0.2 : 0.1);
  }
  return { count, xy, response };
}

describe('selection of features', () => {
  it('spreads over the image what is strong in one corner only', () => {
    const keys = createKeys(20_000);
    const order = selectFeatures(keys, 1000, 800, 2000);
    expect(new Set(order).size).toBe(2000);
    const isCorner = (i: number) => keys.xy[2 * i]! < 200 && keys.xy[2 * i + 1]! < 160;
    const share = (count: number) => order.subarray(0, count).filter(isCorner).length / count;
    expect(share(2000)).toBeLessThan(0.15);
    expect(share(500)).toBeLessThan(0.4);
  });

  it('prefers the stronger within a cell and takes all where there are few', () => {
    const keys = createKeys(5000);
    const order = selectFeatures(keys, 1000, 800, 1e6);
    expect(order.length).toBe(5000);
    const few = { count: 3, xy: Float32Array.of(5, 5, 6, 5, 7, 5), response: Float32Array.of(0.1, 0.3, 0.2) };
    expect([...selectFeatures(few, 1000, 800, 500)]).toEqual([1, 2, 0]);
    expect([...selectFeatures(few, 1000, 800, 1)]).toEqual([1]);
    expect([...selectFeatures(few, 1000, 800, 0)]).toEqual([]);
  });
});
