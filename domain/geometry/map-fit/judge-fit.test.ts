import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { fitMap, mapFitKinds, minPairs, type PlacePair } from './fit-map.ts';
import { judgeFit } from './judge-fit.ts';
import { applyPlaneMap, type PlaneMap } from './plane-map.ts';

const truth: PlaneMap = [0.05, 0.002, 500_000, 0.002, -0.05, 4_500_000, 0, 0, 1];

function noisyPairs(count: number, seed: number, sigma = 0.1): PlacePair[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const image = [random.between(0, 4000), random.between(0, 3000)] as const;
    const [x, y] = applyPlaneMap(truth, ...image);
    return { image, site: [x + random.normal() * sigma, y + random.normal() * sigma] };
  });
}

function spoiled(pairs: readonly PlacePair[], index: number, by: number): PlacePair[] {
  return pairs.map((pair, i) => (i === index ? { ...pair, site: [pair.site[0] + by, pair.site[1]] } : pair));
}

describe.each(mapFitKinds)('a judged %s fit', (kind) => {
  const judge = (pairs: readonly PlacePair[]) => judgeFit(kind, fitMap(kind, pairs), pairs);

  it('gives residuals in ground units, and their root mean square', () => {
    const pairs = noisyPairs(12, 3);
    const { residuals, rms, redundancy } = judge(pairs);
    const map = fitMap(kind, pairs);
    const [x, y] = applyPlaneMap(map, ...pairs[4]!.image);
    expect(residuals[4]![0]).toBeCloseTo(pairs[4]!.site[0] - x, 9);
    expect(residuals[4]![1]).toBeCloseTo(pairs[4]!.site[1] - y, 9);
    const squares = residuals.map(([dx, dy]) => dx * dx + dy * dy);
    expect(rms).toBeCloseTo(Math.sqrt(squares.reduce((a, b) => a + b) / 12), 12);
    expect(redundancy).toBe(24 - 2 * minPairs[kind]);
  });

  it('names the pair that does not belong to the others', () => {
    for (const index of [0, 5, 9]) expect(judge(spoiled(noisyPairs(10, 11), index, 8)).outlier).toBe(index);
  });

  it('names none where all belong together, nor where too few are there to tell', () => {
    let named = 0;
    for (let seed = 1; seed <= 40; seed++) if (judge(noisyPairs(9, seed)).outlier !== null) named++;
    expect(named).toBeLessThanOrEqual(5);
    expect(judge(spoiled(noisyPairs(minPairs[kind] + 1, 4), 0, 8)).outlier).toBeNull();
  });

  it('names none of exact pairs for their rounding', () => {
    expect(judge(noisyPairs(10, 5, 0)).outlier).toBeNull();
  });
});
