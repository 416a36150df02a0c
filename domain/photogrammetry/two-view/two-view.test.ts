import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import {
  directionErrorDeg,
  groundPoints,
  nadirGrid,
  relativePose,
  rotationErrorDeg,
  sceneCamera,
  sceneMatches,
  seenFeatures,
} from '../../../tests/support/photo-scenes.ts';
import { multiply, rotationFromVector } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Camera } from '../model/camera.ts';
import { type Pose, rotationFromAttitude } from '../model/pose.ts';
import { decomposeEssential, essentialOf, poseOfEssential, sampsonSquared } from './epipolar.ts';
import { solveFivePoint } from './five-point.ts';
import { decomposeHomography, solveHomography } from './homography.ts';
import type { MatchRays } from './rays.ts';
import { refineRelativePose } from './refine-relative.ts';
import { verifyPair } from './verify-pair.ts';

/** Exact rays of random points seen by two random cameras. */
function exactRays(seed: number, count: number, planar = false): { rays: MatchRays; poses: [Pose, Pose] } {
  const random = createRandom(seed, 5);
  const angle = () => random.between(-25, 25);
  const poses: [Pose, Pose] = [
    { rotation: rotationFromAttitude(angle(), -90 + angle(), angle()), centre: [0, 0, 50] },
    {
      rotation: rotationFromAttitude(angle(), -90 + angle(), angle()),
      centre: [random.between(5, 20), random.between(-9, 9), random.between(45, 60)],
    },
  ];
  const unit = (pose: Pose, [x, y, z]: Vec3) => {
    const d = [x - pose.centre[0], y - pose.centre[1], z - pose.centre[2]] as const;
    const r = pose.rotation;
    const c = [0, 3, 6].map((k) => r[k]! * d[0] + r[k + 1]! * d[1] + r[k + 2]! * d[2]);
    const length = Math.hypot(...c);
    return c.map((v) => v / length);
  };
  const points = Array.from(
    { length: count },
    (): Vec3 => [random.between(-25, 35), random.between(-30, 30), planar ? 0 : random.between(-15, 15)],
  );
  const variance = new Float64Array(count).fill((1 / 3000) ** 2);
  return {
    poses,
    rays: {
      count,
      a: Float64Array.from(points.flatMap((p) => unit(poses[0], p))),
      b: Float64Array.from(points.flatMap((p) => unit(poses[1], p))),
      varianceA: variance,
      varianceB: variance,
    },
  };
}

const indices = (n: number) => Uint32Array.from({ length: n }, (_, k) => k);

describe('the five-point solver', () => {
  it('has the true essential matrix among its answers for exact rays', () => {
    const errors = Array.from({ length: 60 }, (_, seed) => {
      const { rays, poses } = exactRays(seed, 5);
      const truth = relativePose(...poses);
      const e = essentialOf(truth.rotation, truth.translation);
      const models = new Float64Array(90);
      const found = solveFivePoint(rays.a, rays.b, indices(5), models);
      let least = Number.POSITIVE_INFINITY;
      for (let m = 0; m < found; m++) {
        for (const sign of [1, -1]) {
          least = Math.min(least, Math.hypot(...e.map((v, k) => v - sign * models[9 * m + k]!)));
        }
      }
      return least;
    }).sort((x, y) => x - y);
    expect(errors[30]).toBeLessThan(1e-9);
    expect(errors[57]).toBeLessThan(1e-5);
  });

  it('gives matrices that fulfil the constraints of an essential matrix', () => {
    const { rays } = exactRays(7, 5);
    const models = new Float64Array(90);
    const found = solveFivePoint(rays.a, rays.b, indices(5), models);
    expect(found).toBeGreaterThan(0);
    for (let m = 0; m < found; m++) {
      const e = models.subarray(9 * m, 9 * m + 9);
      for (let i = 0; i < 5; i++) expect(sampsonSquared(e, rays, i)).toBeLessThan(1e-10);
      const { rotations, direction } = decomposeEssential(e);
      const rebuilt = essentialOf(rotations[0], direction);
      const sign = Math.sign(rebuilt.reduce((sum, v, k) => sum + v * e[k]!, 0));
      for (let k = 0; k < 9; k++) expect(sign * rebuilt[k]!).toBeCloseTo(e[k]!, 6);
    }
  });

  it('refuses five times the same ray', () => {
    const { rays } = exactRays(1, 5);
    expect(solveFivePoint(rays.a, rays.b, [0, 0, 0, 0, 0], new Float64Array(90))).toBe(0);
  });
});

describe('refinement of a relative pose', () => {
  it('reaches the exact pose from a few degrees away', () => {
    const { rays, poses } = exactRays(3, 60);
    const truth = relativePose(...poses);
    const wide = {
      ...rays,
      varianceA: rays.varianceA.map(() => 0.02),
      varianceB: rays.varianceB.map(() => 0.02),
    };
    const near = refineRelativePose(
      {
        rotation: multiply(rotationFromVector([0.03, -0.02, 0.04]), truth.rotation),
        translation: truth.translation,
      },
      wide,
      1,
      60,
    ).pose;
    expect(rotationErrorDeg(near.rotation, truth.rotation)).toBeLessThan(1e-9);
    expect(directionErrorDeg(near.translation, truth.translation)).toBeLessThan(1e-9);
  });
});

describe('homographies', () => {
  it('of a plane give the pose of the cameras, the plane in front', () => {
    const { rays, poses } = exactRays(11, 40, true);
    const truth = relativePose(...poses);
    const h = new Float64Array(9);
    expect(solveHomography(rays, [0, 1, 2, 3], h)).toBe(true);
    const candidates = decomposeHomography(h, rays, indices(40));
    const errors = candidates
      .slice(0, 2)
      .map(
        (c) =>
          rotationErrorDeg(c.rotation, truth.rotation) + directionErrorDeg(c.translation, truth.translation),
      );
    expect(Math.min(...errors)).toBeLessThan(1e-6);
  });
});

describe('the pose of an essential matrix', () => {
  it('puts every point in front of both cameras', () => {
    const { rays, poses } = exactRays(5, 30);
    const truth = relativePose(...poses);
    const negative = essentialOf(truth.rotation, truth.translation).map((v) => -v);
    const { pose, inFront, runnerUp } = poseOfEssential(negative, rays, indices(30));
    expect(inFront).toBe(30);
    expect(runnerUp).toBeLessThan(30);
    expect(directionErrorDeg(pose.translation, truth.translation)).toBeLessThan(1e-6);
  });
});

describe('verifyPair', () => {
  const pairScene = (relief: number, camera: Camera = sceneCamera, poses = nadirGrid(1, 2, 80, 20)) => ({
    camera,
    poses,
    points: groundPoints({ seed: 4, count: 500, reach: 60, relief }),
  });
  const verify = (scene: ReturnType<typeof pairScene>, noise: number, wrong: number) => {
    const [a, b] = seenFeatures(scene, noise, 9);
    const matches = sceneMatches(a!, b!, wrong, 2);
    const sides = [a!, b!].map((features) => ({ features, camera: scene.camera }));
    return { matches, answer: verifyPair(sides[0]!, sides[1]!, matches, 1), a: a!, b: b! };
  };

  it('finds the pose among half wrong matches and drops them', () => {
    const scene = pairScene(15);
    const { answer, matches, a, b } = verify(scene, 0.5, 0.5);
    const truth = relativePose(scene.poses[0]!, scene.poses[1]!);
    expect(answer?.kind).toBe('general');
    expect(rotationErrorDeg(answer!.rotation, truth.rotation)).toBeLessThan(0.1);
    expect(directionErrorDeg(answer!.translation, truth.translation)).toBeLessThan(0.5);
    let right = 0;
    const { matches: kept } = answer!;
    for (let k = 0; k < kept.length; k += 2) if (a.point[kept[k]!] === b.point[kept[k + 1]!]) right++;
    expect(right / (kept.length / 2)).toBeGreaterThan(0.95);
    expect(right).toBeGreaterThan(0.45 * (matches.length / 2));
  });

  it('gives the same answer for the same seed', () => {
    const scene = pairScene(15);
    expect(verify(scene, 0.5, 0.5).answer).toEqual(verify(scene, 0.5, 0.5).answer);
  });

  it('works with a fisheye', () => {
    const fisheye: Camera = { ...sceneCamera, model: 'fisheye', focal: 1500, k1: -0.02 };
    const scene = pairScene(15, fisheye);
    const { answer } = verify(scene, 0.5, 0.3);
    const truth = relativePose(scene.poses[0]!, scene.poses[1]!);
    expect(rotationErrorDeg(answer!.rotation, truth.rotation)).toBeLessThan(0.1);
    expect(directionErrorDeg(answer!.translation, truth.translation)).toBeLessThan(0.5);
  });

  it('calls a flat scene planar and still finds the pose', () => {
    const scene = pairScene(0);
    const { answer } = verify(scene, 0.5, 0.3);
    const truth = relativePose(scene.poses[0]!, scene.poses[1]!);
    expect(answer?.kind).toBe('planar');
    expect(rotationErrorDeg(answer!.rotation, truth.rotation)).toBeLessThan(0.5);
    expect(directionErrorDeg(answer!.translation, truth.translation)).toBeLessThan(2);
  });

  it('calls a turn on the spot a rotation', () => {
    const centre: Vec3 = [0, 0, 80];
    const poses = [
      { rotation: rotationFromAttitude(0, -90, 0), centre },
      { rotation: rotationFromAttitude(20, -84, 3), centre },
    ];
    const { answer } = verify(pairScene(15, sceneCamera, poses), 0.5, 0.3);
    expect(answer?.kind).toBe('rotation');
    const truth = relativePose(poses[0]!, { ...poses[1]!, centre: [1, 0, 80] });
    expect(rotationErrorDeg(answer!.rotation, truth.rotation)).toBeLessThan(0.05);
    expect(answer!.medianAngleDeg).toBeLessThan(0.1);
  });

  it('refuses matches by chance and too few', () => {
    const { answer, matches, a, b } = verify(pairScene(15), 0.5, 1);
    expect(answer).toBeNull();
    const sides = [a, b].map((features) => ({ features, camera: sceneCamera }));
    expect(verifyPair(sides[0]!, sides[1]!, matches.slice(0, 28), 1)).toBeNull();
  });
});
