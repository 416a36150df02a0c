import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { rotationErrorDeg } from '../../../tests/support/photo-scenes.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { type Pose, rotationFromAttitude, toCamera } from '../model/pose.ts';
import { solveP3p } from './p3p.ts';
import { poseOfArray, type RayPoints, resect } from './resect.ts';

const truth = (seed: number): Pose => {
  const random = createRandom(seed, 8);
  return {
    rotation: rotationFromAttitude(random.between(0, 360), random.between(-90, -40), random.between(-9, 9)),
    centre: [random.between(-9, 9), random.between(-9, 9), random.between(60, 90)],
  };
};

/** Points around the camera's view and rays to them with angular noise (pixels of a 3000 px focal length). */
function createData(pose: Pose, count: number, noisePx: number, wrongShare: number, relief = 15): RayPoints {
  const random = createRandom(count, 9);
  const rays = new Float64Array(3 * count);
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const point: Vec3 = [random.between(-40, 40), random.between(-40, 40), random.between(-relief, relief)];
    const [x, y, z] = toCamera(pose, point);
    const pixel = () => (noisePx * random.normal()) / 3000;
    const ray = [x / z + pixel(), y / z + pixel(), 1];
    if (random.next() < wrongShare) ray.splice(0, 2, random.between(-0.6, 0.6), random.between(-0.5, 0.5));
    const length = Math.hypot(...ray);
    for (let c = 0; c < 3; c++) {
      rays[3 * i + c] = (Math.sign(z) * ray[c]!) / length;
      points[3 * i + c] = point[c]!;
    }
  }
  return { count, rays, points, variance: new Float64Array(count).fill((1 / 3000) ** 2) };
}

const distance = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe('the three-point solver', () => {
  it('has the true pose among its answers for exact rays', () => {
    for (let seed = 0; seed < 80; seed++) {
      const pose = truth(seed);
      const { rays, points } = createData(pose, 3 + seed, 0, 0);
      const answers = new Float64Array(48);
      const found = solveP3p(rays.slice(0, 9), points.slice(0, 9), answers);
      const errors = Array.from({ length: found }, (_, k) =>
        distance(poseOfArray(answers, 12 * k).centre, pose.centre),
      );
      expect(Math.min(...errors)).toBeLessThan(1e-6);
    }
  });

  it('refuses three points in a line', () => {
    const points = new Float64Array([0, 0, 0, 1, 1, 0, 2, 2, 0]);
    const { rays } = createData(truth(1), 3, 0, 0);
    expect(solveP3p(rays, points, new Float64Array(48))).toBe(0);
  });
});

describe('resection', () => {
  it('is exact for exact data', () => {
    const pose = truth(4);
    const found = resect(createData(pose, 40, 0, 0), 1, 1)!;
    expect(distance(found.pose.centre, pose.centre)).toBeLessThan(1e-9);
    expect(rotationErrorDeg(found.pose.rotation, pose.rotation)).toBeLessThan(1e-9);
    expect(found.inliers.length).toBe(40);
  });

  it('finds the pose among half wrong points', () => {
    const pose = truth(5);
    const found = resect(createData(pose, 300, 0.7, 0.5), 1 / 2.25, 1)!;
    expect(distance(found.pose.centre, pose.centre)).toBeLessThan(0.03);
    expect(found.inliers.length).toBeGreaterThan(120);
    expect(found.inliers.length).toBeLessThan(180);
  });

  it('works over flat ground', () => {
    const pose = truth(6);
    const found = resect(createData(pose, 100, 0.5, 0.2, 0), 1 / 2.25, 1)!;
    expect(distance(found.pose.centre, pose.centre)).toBeLessThan(0.05);
  });
});
