import { describe, expect, it } from 'vitest';
import { createGrid, sampleGrid } from './grid.ts';
import { surfaceNoise } from './surface-noise.ts';

describe('surface noise', () => {
  it('is nothing on a plane and the deviation of white noise', () => {
    const frame = { width: 120, height: 120, originX: 0, originY: 0, cellSize: 1 };
    const plane = createGrid(
      frame,
      Float32Array.from({ length: 14_400 }, (_, i) => (i % 120) * 0.5),
    );
    expect(surfaceNoise(plane)).toBeCloseTo(0, 4);
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const noisy = createGrid(
      frame,
      Float32Array.from({ length: 14_400 }, () => 0.1 * normal()),
    );
    expect(surfaceNoise(noisy)).toBeGreaterThan(0.09);
    expect(surfaceNoise(noisy)).toBeLessThan(0.11);
    const half = createGrid(
      frame,
      noisy.values.map((value, i) => (i < 7_200 ? value : 0)),
    );
    expect(surfaceNoise(half, { minX: 5, maxX: 110, minY: -115, maxY: -65 })).toBe(0);
    expect(surfaceNoise(half, { minX: 5, maxX: 110, minY: -50, maxY: -5 })).toBeGreaterThan(0.09);
    // the same noise of points four cells apart, interpolated between them
    const fine = createGrid(
      { ...frame, width: 4 * 119 + 1, height: 4 * 119 + 1, cellSize: 0.25 },
      Float32Array.from({ length: (4 * 119 + 1) ** 2 }, (_, i) => {
        const [x, y] = [(i % 477) / 4, Math.floor(i / 477) / 4];
        return sampleGrid(noisy, x, -y);
      }),
    );
    const truth = Math.sqrt(fine.values.reduce((sum, value) => sum + value * value, 0) / fine.values.length);
    expect(surfaceNoise(fine)).toBeLessThan(0.2 * truth);
    expect(surfaceNoise(fine, undefined, 8) / truth).toBeGreaterThan(0.9);
    expect(surfaceNoise(fine, undefined, 8) / truth).toBeLessThan(1.05);
    const small = createGrid({ ...frame, width: 8, height: 8 }, new Float32Array(64));
    expect(surfaceNoise(small, undefined, 4)).toBe(0);
  });
});
