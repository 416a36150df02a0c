import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/site/random.ts';
import { groundPoints, imageOf, nadirGrid, sceneCamera } from '../../../../tests/support/photo-scenes.ts';
import { multiply, rotationFromVector } from '../../pose.ts';
import { applySimilarity, fitSimilarity } from '../similarity.ts';
import { adjustBundle } from './bundle.ts';
import type { Bundle } from './bundle-work.ts';
import { createReducedSystem, solveReduced } from './reduced-system.ts';

const truth = {
  camera: { ...sceneCamera, k1: -0.04 },
  poses: nadirGrid(3, 4, 80, 22),
  points: groundPoints({ seed: 2, count: 300, reach: 60, relief: 10 }),
};

/** The scene's exact observations, poses, points and focal length disturbed. */
function createBundle(changes: Partial<Bundle> = {}, noisePx = 0, wrongShare = 0): Bundle {
  const random = createRandom(4);
  const start = [0];
  const photo: number[] = [];
  const xy: number[] = [];
  const points: number[] = [];
  for (const point of truth.points) {
    const seen = truth.poses.flatMap((pose, i) => {
      const pixel = imageOf(truth.camera, pose, point);
      return pixel ? [{ i, pixel }] : [];
    });
    if (seen.length < 3) continue;
    for (const { i, pixel } of seen) {
      const off = random.next() < wrongShare ? 60 : noisePx;
      photo.push(i);
      xy.push(pixel[0] + off * random.normal(), pixel[1] + off * random.normal());
    }
    start.push(photo.length);
    points.push(...point.map((v) => v + 0.5 * random.normal()));
  }
  const n = truth.poses.length;
  const camera = { ...sceneCamera, focal: 3060 };
  return {
    cameras: [camera],
    cameraOf: new Uint32Array(n),
    pose: Float64Array.from(
      truth.poses.flatMap(({ rotation, centre }) => [
        ...multiply(rotationFromVector([0.004 * random.normal(), 0.004 * random.normal(), 0.004]), rotation),
        ...centre.map((v) => v + 0.3 * random.normal()),
      ]),
    ),
    points: Float64Array.from(points),
    start: Uint32Array.from(start),
    photo: Uint32Array.from(photo),
    xy: Float32Array.from(xy),
    unitPx: new Float64Array(n).fill(1),
    free: [0, 3],
    given: [camera],
    intrinsicSigma: (_, index) => (index === 0 ? 1e5 : 10),
    position: Float64Array.from(truth.poses.flatMap(({ centre }) => centre)),
    positionWeight: new Float64Array(3 * n).fill(1e4),
    lossScale: 10,
    maxIterations: 40,
    leastGain: 1e-12,
    damping: 1e-4,
    ...changes,
  };
}

const centreError = (bundle: Bundle) =>
  Math.max(
    ...truth.poses.map(({ centre }, i) =>
      Math.hypot(...centre.map((v, c) => bundle.pose[12 * i + 9 + c]! - v)),
    ),
  );

describe('the adjustment of a bundle', () => {
  it('reaches the truth from exact observations', () => {
    const bundle = createBundle();
    const { cost } = adjustBundle(bundle);
    expect(cost).toBeLessThan(1e-3);
    expect(centreError(bundle)).toBeLessThan(1e-4);
    expect(bundle.cameras[0]!.focal).toBeCloseTo(3000, 1);
    expect(bundle.cameras[0]!.k1).toBeCloseTo(-0.04, 4);
  });

  it('finds the shape without positions', () => {
    const bundle = createBundle({ positionWeight: new Float64Array(36) });
    adjustBundle(bundle);
    const own = truth.poses.map(
      (_, i) => [...bundle.pose.subarray(12 * i + 9, 12 * i + 12)] as [number, number, number],
    );
    const centres = truth.poses.map(({ centre }) => centre);
    const similarity = fitSimilarity(own, centres)!;
    own.forEach((p, i) => {
      const moved = applySimilarity(similarity, p);
      expect(Math.hypot(...moved.map((v, c) => v - centres[i]![c]!))).toBeLessThan(1e-3);
    });
  });

  it('is little moved by wrong observations', () => {
    const bundle = createBundle({ lossScale: 3, positionWeight: new Float64Array(36).fill(1) }, 0.5, 0.05);
    adjustBundle(bundle);
    expect(centreError(bundle)).toBeLessThan(0.15);
    expect(Math.abs(bundle.cameras[0]!.focal - 3000)).toBeLessThan(10);
  });

  it('keeps intrinsics that are not free', () => {
    const bundle = createBundle({ free: [] });
    adjustBundle(bundle);
    expect(bundle.cameras[0]).toEqual(bundle.given[0]);
  });
});

describe('the reduced system', () => {
  it('has the same answer factorised and iterated', () => {
    const random = createRandom(8);
    /** A chain of photos, each joined to the next; of any length. */
    const solve = (photos: number) => {
      const start = Uint32Array.from({ length: photos }, (_, p) => 2 * p);
      const photoOf = Uint32Array.from({ length: 2 * (photos - 1) }, (_, k) => (k + 1) >> 1);
      const system = createReducedSystem(photos, 2, start, photoOf);
      for (let i = 0; i < photos; i++) {
        const [own, next] = [36 * system.rowStart[i]!, 36 * (system.rowStart[i]! + 1)];
        for (let r = 0; r < 6; r++) {
          system.blocks[own + 7 * r] = 4 + (i % 3);
          if (i + 1 < photos) system.blocks[next + 7 * r] = 0.9;
          system.border[(6 * i + r) * 2] = 0.01;
        }
      }
      system.corner.set([50, 1, 1, 40]);
      for (let k = 0; k < system.right.length; k++) system.right[k] = random.normal();
      const x = new Float64Array(system.right.length);
      expect(solveReduced(system, x)).toBe(true);
      return { system, x };
    };
    for (const photos of [12, 140]) {
      const { system, x } = solve(photos);
      for (const i of [0, 5, photos - 1]) {
        for (let r = 0; r < 6; r++) {
          let sum = (4 + (i % 3)) * x[6 * i + r]! + 0.01 * x[6 * photos]!;
          if (i > 0) sum += 0.9 * x[6 * (i - 1) + r]!;
          if (i + 1 < photos) sum += 0.9 * x[6 * (i + 1) + r]!;
          expect(sum).toBeCloseTo(system.right[6 * i + r]!, 4);
        }
      }
    }
  });
});
