import { describe, expect, test } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { type ChunkSize, choosePeerChunks } from './choose-peer-chunks.ts';

/** An octree in plan with the given numbers of nodes per level, of uneven sizes. */
function nodesOf(counts: readonly number[], seed = 1): Required<ChunkSize>[] {
  const random = createRandom(seed);
  return counts.flatMap((count, level) =>
    Array.from({ length: count }, () => ({ level, pointCount: Math.ceil(random.between(1, 60_000)) })),
  );
}

const sumOf = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

describe('chunks that another decoder reads', () => {
  test.each([[[1, 4, 16, 64, 256, 700]], [[1, 4, 16, 64]], [[1, 1, 2, 2, 3, 500]], [[1, 3000]], [[400]]])(
    'are 64 of %j, of every level',
    (counts) => {
      const nodes = nodesOf(counts);
      const chosen = choosePeerChunks(nodes, 64);
      expect(chosen.size).toBe(64);
      const levels = counts.map((_, level) => [...chosen].filter((at) => nodes[at]!.level === level).length);
      const least = Math.floor(64 / counts.length);
      for (const [level, count] of counts.entries()) {
        expect(levels[level]).toBeGreaterThanOrEqual(Math.min(count, least));
      }
    },
  );

  test('are all where there are no more', () => {
    expect(choosePeerChunks(nodesOf([1, 4, 16, 43]), 64).size).toBe(64);
    expect(choosePeerChunks(nodesOf([1, 4]), 64).size).toBe(5);
    expect(choosePeerChunks([], 64).size).toBe(0);
  });

  test('lie all over the file and are none of its largest where there is a choice', () => {
    const nodes = nodesOf([1, 4, 16, 64, 2000], 3);
    const chosen = [...choosePeerChunks(nodes, 64)].filter((at) => nodes[at]!.level === 4);
    const tenths = new Set(chosen.map((at) => Math.floor((10 * (at - 85)) / 2000)));
    expect(tenths.size).toBe(10);
    const mean = sumOf(chosen.map((at) => nodes[at]!.pointCount)) / chosen.length;
    expect(mean).toBeLessThan(20_000);
    expect(mean).toBeGreaterThan(10_000);
  });
});
