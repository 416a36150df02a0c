import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { createBundle, type RayBundle, triangulateRobustly } from './triangulate.ts';

/** Rays from places on a circle to a point, with noise in units of 1/3000 radians. */
function createRays(count: number, noise: number, point = [3, -2, 5]): RayBundle {
  const random = createRandom(count, 6);
  const bundle = createBundle(count + 4);
  bundle.count = count;
  for (let k = 0; k < count; k++) {
    const centre = [20 * Math.cos(k), 20 * Math.sin(k), 60 + k];
    const direction = point.map((v, c) => v - centre[c]!);
    const length = Math.hypot(...direction);
    const noisy = direction.map((v) => v / length + (noise * random.normal()) / 3000);
    const unit = Math.hypot(...noisy);
    for (let c = 0; c < 3; c++) {
      bundle.direction[3 * k + c] = noisy[c]! / unit;
      bundle.centre[3 * k + c] = centre[c]!;
    }
    bundle.variance[k] = (1 / 3000) ** 2;
  }
  return bundle;
}

const error = (found: Float64Array, point = [3, -2, 5]) => Math.hypot(...point.map((v, c) => v - found[c]!));

describe('triangulation', () => {
  it('is exact for exact rays, of two as of many', () => {
    const out = new Float64Array(3);
    for (const count of [2, 3, 9]) {
      expect(triangulateRobustly(createRays(count, 0), 16, 0.02, out)).toBe(count);
      expect(error(out)).toBeLessThan(1e-9);
    }
  });

  it('averages noise: the error falls with the rays', () => {
    const out = new Float64Array(3);
    expect(triangulateRobustly(createRays(24, 1), 16, 0.02, out)).toBe(24);
    expect(error(out)).toBeLessThan(0.03);
  });

  it('leaves out wrong rays', () => {
    const bundle = createRays(8, 0.3);
    bundle.direction.set([0, 0, -1], 6);
    bundle.direction.set([0.1, 0.2, -0.974], 15);
    const out = new Float64Array(3);
    expect(triangulateRobustly(bundle, 16, 0.02, out)).toBe(6);
    expect(Array.from(bundle.isUsed.subarray(0, 8))).toEqual([1, 1, 0, 1, 1, 0, 1, 1]);
    expect(error(out)).toBeLessThan(0.05);
  });

  it('refuses narrow angles, parallel rays and points behind the cameras', () => {
    const out = new Float64Array(3);
    expect(triangulateRobustly(createRays(3, 0, [3, -2, -9000]), 16, 0.02, out)).toBe(0);
    const behind = createRays(4, 0);
    for (let k = 0; k < 12; k++) behind.direction[k]! *= -1;
    expect(triangulateRobustly(behind, 16, 0.02, out)).toBe(0);
    const parallel = createRays(3, 0);
    for (let k = 0; k < 3; k++) parallel.direction.set([0, 0, -1], 3 * k);
    expect(triangulateRobustly(parallel, 16, 0.02, out)).toBe(0);
  });
});
