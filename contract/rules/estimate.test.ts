import { expect, it } from 'vitest';
import { type EstimateInput, estimateProcessing, megapixelsOf, pointsOf } from './estimate.ts';

const nothing: EstimateInput = { photos: [], points: 0, bytes: 0, density: null, threads: 4 };
const estimate = (changes: Partial<EstimateInput>) => estimateProcessing({ ...nothing, ...changes });

it('memory grows with the largest photo and the threads, not with the number of points without end', () => {
  const flight = { photos: Array<number>(100).fill(20) };
  const { memoryMib } = estimate(flight);
  expect(estimate({ ...flight, threads: 8 }).memoryMib).toBeGreaterThan(memoryMib);
  expect(estimate({ photos: [...flight.photos, 45] }).memoryMib).toBeGreaterThan(memoryMib);
  const [million, billion] = [estimate({ points: 1e6 }).memoryMib, estimate({ points: 1e9 }).memoryMib];
  expect(billion).toBeGreaterThan(million);
  expect(billion).toBeLessThan(20 * million);
});

it('disk grows with pixels, density, points and what is uploaded', () => {
  const flight = { photos: Array<number>(100).fill(20), density: 4 };
  const { diskMib } = estimate(flight);
  expect(estimate({ ...flight, density: 2 }).diskMib).toBeGreaterThan(diskMib);
  expect(estimate({ photos: flight.photos.slice(50), density: 4 }).diskMib).toBeLessThan(diskMib);
  expect(estimate({ ...flight, bytes: 2 ** 30 }).diskMib).toBe(diskMib + 1024);
  expect(estimate({ points: 2e6 }).diskMib).toBeGreaterThan(estimate({ points: 1e6 }).diskMib);
});

it('says more than was measured, and not twice as much', () => {
  const runs = [
    [
      { photos: Array<number>(20).fill(0.48), density: 2 },
      { memoryMib: 916, diskMib: 296 },
    ],
    [{ photos: Array<number>(3).fill(9), density: 3 }, { memoryMib: 957 }],
    [{ photos: Array<number>(4).fill(22.46), density: 2 }, { memoryMib: 3097 }],
    [{ points: 311_797 }, { memoryMib: 337, diskMib: 16 }],
    [{ points: 2_457_015 }, { memoryMib: 585, diskMib: 116 }],
    [{ points: 1_988_657 }, { memoryMib: 666 }],
    [{ points: 6_961_417 }, { memoryMib: 1022, diskMib: 321 }],
  ] as const;
  for (const [input, seen] of runs) {
    const found = estimate({ threads: 2, ...input });
    for (const [what, mib] of Object.entries(seen)) {
      expect(found[what as keyof typeof found]).toBeGreaterThan(mib);
      expect(found[what as keyof typeof found]).toBeLessThan(2 * mib);
    }
  }
});

it('sizes of files stand in where nobody counted', () => {
  expect(megapixelsOf(10e6)).toBeCloseTo(20, 0);
  expect(pointsOf('a.LAS', 34e6)).toBeCloseTo(1e6, -3);
  expect(pointsOf('a.laz', 34e6)).toBeGreaterThan(pointsOf('a.las', 34e6));
});
