import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { loadKernel } from '#tests/support/kernels.ts';
import { createMatchKernel, type DescribedFeatures } from './matching.ts';

const module = loadKernel('matching');

/** Random descriptors; some of them are noisy copies of `source`'s, to be matched. */
function createFeatures(count: number, seed: number, source?: DescribedFeatures): DescribedFeatures {
  const random = createRandom(seed);
  const descriptors = Uint8Array.from({ length: 128 * count }, () => random.between(0, 256));
  for (let i = 0; source && i < count; i += 2) {
    const from = Math.floor(random.between(0, source.count));
    for (let k = 0; k < 128; k++) {
      const value = source.descriptors[128 * from + k]! + random.between(-9, 10);
      descriptors[128 * i + k] = Math.max(0, Math.min(255, value));
    }
  }
  return { count, descriptors };
}

function squaredDistance(a: DescribedFeatures, i: number, b: DescribedFeatures, k: number): number {
  let sum = 0;
  for (let c = 0; c < 128; c++) sum += (a.descriptors[128 * i + c]! - b.descriptors[128 * k + c]!) ** 2;
  return sum;
}

/**
 * Reference: mutual nearest neighbours among the allowed pairs, nearer than `ratio` times the second nearest in both
 * directions.
 */
function matchPlainly(
  a: DescribedFeatures,
  b: DescribedFeatures,
  ratio: number,
  isAllowed: (i: number, k: number) => boolean = () => true,
): number[] {
  const nearest = (count: number, other: number, distance: (i: number, k: number) => number) =>
    Array.from({ length: count }, (_, i) => {
      const sorted = Array.from({ length: other }, (_, k) => [distance(i, k), k] as const)
        .filter(([value]) => Number.isFinite(value))
        .sort((p, q) => p[0] - q[0] || p[1] - q[1]);
      return { first: sorted[0], second: sorted[1]?.[0] ?? Number.POSITIVE_INFINITY };
    });
  const distances = Array.from({ length: a.count }, (_, i) =>
    Array.from({ length: b.count }, (_, k) =>
      isAllowed(i, k) ? squaredDistance(a, i, b, k) : Number.POSITIVE_INFINITY,
    ),
  );
  const ofA = nearest(a.count, b.count, (i, k) => distances[i]![k]!);
  const ofB = nearest(b.count, a.count, (k, i) => distances[i]![k]!);
  return ofA.flatMap(({ first, second }, i) => {
    if (!first || ofB[first[1]]!.first![1] !== i) return [];
    const limit = ratio * ratio * Math.min(second, ofB[first[1]]!.second);
    return first[0] <= limit ? [i, first[1]] : [];
  });
}

describe('free matching', () => {
  it('of more and fewer of the features equals that of so many at once', () => {
    const a = createFeatures(203, 5);
    const b = createFeatures(157, 6, a);
    const kernel = createMatchKernel(module);
    kernel.load(a, b);
    const atOnce = (most: number) => {
      const fresh = createMatchKernel(module);
      fresh.load(a, b);
      return [...fresh.match({ ratio: 0.9 }, most)];
    };
    for (const most of [40, 100, 160, 1000, 60, 62]) {
      expect([...kernel.match({ ratio: 0.9 }, most)], `the first ${most}`).toEqual(atOnce(most));
    }
    expect(atOnce(1000).length).toBeGreaterThan(atOnce(40).length);
  });

  it.each([
    [64, 80],
    [65, 131],
    [97, 48],
    [1, 3],
    [2, 1],
  ])('equals the definition for %i × %i features', (countA, countB) => {
    const a = createFeatures(countA, 1);
    const b = createFeatures(countB, 2, a);
    const kernel = createMatchKernel(module);
    kernel.load(a, b);
    for (const ratio of [0.6, 0.95, 1]) {
      expect([...kernel.match({ ratio })]).toEqual(matchPlainly(a, b, ratio));
    }
  });

  it('takes the first of equal neighbours and lets none of them pass the ratio', () => {
    const a = createFeatures(4, 5);
    const b = { count: 2, descriptors: new Uint8Array(256) };
    b.descriptors.set(a.descriptors.subarray(0, 128));
    b.descriptors.set(a.descriptors.subarray(0, 128), 128);
    const kernel = createMatchKernel(module);
    kernel.load(a, b);
    expect([...kernel.match({ ratio: 1 })]).toEqual([0, 0]);
    b.descriptors[7]! ^= 1;
    b.descriptors[128]! ^= 1;
    kernel.load(a, b);
    expect([...kernel.match({ ratio: 0.9 })]).toEqual([]);
  });

  it('matches the first features only where asked to, and keeps to a distance', () => {
    const a = createFeatures(61, 3);
    const b = createFeatures(74, 4, a);
    const kernel = createMatchKernel(module);
    kernel.load(a, b);
    const cut = (set: DescribedFeatures, count: number) => ({ count, descriptors: set.descriptors });
    expect([...kernel.match({ ratio: 0.9 }, 20)]).toEqual(matchPlainly(cut(a, 20), cut(b, 20), 0.9));
    expect(kernel.match({ ratio: 0.9, maxDistance: 0 }).length).toBe(0);
    expect(kernel.match({ ratio: 0.9, maxDistance: 200 })).toEqual(kernel.match({ ratio: 0.9 }));
  });

  it('finds nothing where a side is empty', () => {
    const kernel = createMatchKernel(module);
    kernel.load(createFeatures(0, 1), createFeatures(5, 2));
    expect(kernel.match({ ratio: 1 }).length).toBe(0);
    const guide = { xy: new Float32Array(10), windows: new Float32Array(0), cell: 4 };
    expect(kernel.matchGuided(guide, { ratio: 1 }).length).toBe(0);
    kernel.load(createFeatures(5, 1), createFeatures(0, 2));
    expect(kernel.match({ ratio: 1 }).length).toBe(0);
    const windows = new Float32Array(30).fill(1);
    expect(kernel.matchGuided({ xy: new Float32Array(0), windows, cell: 4 }, { ratio: 1 }).length).toBe(0);
  });
});

describe('guided matching', () => {
  it.each([3, 17, 1000])('equals the definition inside the windows, cells of %i', (cell) => {
    const a = createFeatures(90, 6);
    const b = createFeatures(120, 7, a);
    const random = createRandom(8);
    const xy = Float32Array.from({ length: 240 }, () => random.between(-50, 150));
    const windows = new Float32Array(6 * 90);
    for (let i = 0; i < 90; i++) {
      const angle = random.between(0, 6.3);
      const place = [random.between(-50, 150), random.between(-50, 150), Math.cos(angle), Math.sin(angle)];
      windows.set([...place, random.between(20, 120), i % 10 === 0 ? -1 : random.between(5, 60)], 6 * i);
    }
    const isInside = (i: number, k: number) => {
      const [x, y, ux, uy, length, width] = windows.subarray(6 * i, 6 * i + 6) as unknown as number[];
      const [dx, dy] = [Math.fround(xy[2 * k]! - x!), Math.fround(xy[2 * k + 1]! - y!)];
      const along = Math.fround(Math.fround(dx * ux!) + Math.fround(dy * uy!));
      const across = Math.fround(Math.fround(dy * ux!) - Math.fround(dx * uy!));
      return width! >= 0 && Math.abs(along) <= length! && Math.abs(across) <= width!;
    };
    const kernel = createMatchKernel(module);
    kernel.load(a, b);
    const found = kernel.matchGuided({ xy, windows, cell }, { ratio: 0.9 });
    expect(found.length).toBeGreaterThan(10);
    expect([...found]).toEqual(matchPlainly(a, b, 0.9, isInside));
  });
});
