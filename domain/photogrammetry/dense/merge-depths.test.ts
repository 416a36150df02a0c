import { describe, expect, it } from 'vitest';
import { rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { simpleCamera } from '../model/camera.ts';
import { type Pose, rotationFromAttitude } from '../model/pose.ts';
import { tileRange } from './disparity-range.ts';
import { type MatchedPair, mergeDepths } from './merge-depths.ts';
import { pixelRays } from './pixel-rays.ts';
import { type RectifiedPair, rectifyPair, type StereoView } from './rectify.ts';

const camera = { ...simpleCamera(200, 150, 180), k1: -0.04, cx: 103, cy: 73 };
const poseAt = (centre: Vec3, yaw = 0): Pose => ({ rotation: rotationFromAttitude(yaw, -88, 1), centre });
const reference: StereoView = { camera, pose: poseAt([0, 0, 50], 5) };

/** Sloping ground: z = 2 + 0.1 x − 0.05 y. Length of a ray to it. */
const along = ([cx, cy, cz]: Vec3, [x, y, z]: Vec3) =>
  (2 + 0.1 * cx - 0.05 * cy - cz) / (z - 0.1 * x + 0.05 * y);

/** The disparities of a perfect match. */
function perfectMatch(pair: RectifiedPair, wrong = 0, partner = pairs.indexOf(pair)): MatchedPair {
  const back = transpose(pair.rotation);
  const values = Float32Array.from({ length: pair.width * pair.height }, (_, k) => {
    const u = (k % pair.width) + 0.5;
    const v = Math.floor(k / pair.width) + 0.5;
    const ray = rotate(back, [(u - pair.cu) / pair.focal, (v - pair.cv) / pair.focal, 1]);
    const depth = along(reference.pose.centre, ray);
    return (pair.focal * pair.baseline) / depth - pair.shift + wrong;
  });
  return { pair, values, partner };
}

const pairTo = (centre: Vec3): RectifiedPair =>
  rectifyPair(reference, { camera, pose: poseAt(centre, 8) }, [35, 65])!;
const pairs = [pairTo([12, 1, 50]), pairTo([-11, 0, 51]), pairTo([1, 10, 49])];

function errorsOf(depth: Float32Array): { errors: number[]; known: number } {
  const rays = pixelRays(camera);
  const turn = transpose(reference.pose.rotation);
  const errors: number[] = [];
  depth.forEach((value, k) => {
    if (Number.isNaN(value)) return;
    errors.push(value - along(reference.pose.centre, rotate(turn, [rays[2 * k]!, rays[2 * k + 1]!, 1])));
  });
  return { errors, known: errors.length / depth.length };
}

const largest = (values: readonly number[]) =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

const rmsOf = (values: readonly number[]) =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
/** Size of a pixel on the ground. */
const pixelM = 50 / 180;

describe('merging the depths of pairs', () => {
  it('gives the depth along the photo’s axis, whatever the planes', () => {
    const map = mergeDepths(
      reference,
      pairs.map((pair) => perfectMatch(pair)),
      2,
    );
    const { errors, known } = errorsOf(map.depth);
    expect(known).toBeGreaterThan(0.95);
    expect(largest(errors)).toBeLessThan(pixelM / 10);
    expect(rmsOf(errors)).toBeLessThan(pixelM / 100);
    const one = map.pairs.indexOf(0b001);
    const three = map.pairs.indexOf(0b111);
    expect(map.sigma[three]!).toBeLessThan(map.sigma[one]!);
    expect(map.sigma[one]!).toBeGreaterThan(0.05);
  });

  it('follows the pairs that agree', () => {
    const matched = pairs.map((pair, index) => perfectMatch(pair, index === 1 ? 6 : 0));
    const { depth, pairs: agreeing } = mergeDepths(reference, matched, 2);
    const checked = depth.map((value, k) => (agreeing[k] === 0b101 ? value : Number.NaN));
    expect(errorsOf(checked).known).toBeGreaterThan(0.5);
    expect(largest(errorsOf(checked).errors)).toBeLessThan(pixelM / 10);
  });

  it('leaves a hole where two pairs contradict each other, and takes islands out', () => {
    const [a, b] = [perfectMatch(pairs[0]!), perfectMatch(pairs[1]!, 8)];
    const { depth } = mergeDepths(reference, [a, b], 2);
    const middle = 75 * camera.width + 100;
    expect(depth[middle]).toBeNaN();
    const island = perfectMatch(pairs[0]!);
    const centre = 60 * island.pair.width + 60;
    const kept = new Set(
      [0, 1, 2].flatMap((row) => [0, 1, 2].map((x) => centre + row * island.pair.width + x)),
    );
    const values = island.values.map((value, k) => (kept.has(k) ? value : Number.NaN));
    const alone = mergeDepths(reference, [{ pair: island.pair, values, partner: 0 }], 1);
    expect(alone.depth.every((value) => Number.isNaN(value))).toBe(true);
    expect(mergeDepths(reference, [], 2).depth.every((value) => Number.isNaN(value))).toBe(true);
  });
});

describe('the disparities of a tile', () => {
  const [width, height] = [40, 30];
  const map = (value: (x: number, y: number) => number) => ({
    width,
    height,
    values: Float32Array.from({ length: width * height }, (_, k) => value(k % width, Math.floor(k / width))),
  });

  it('hold what the coarser level saw there, and some more', () => {
    const range = tileRange(
      map((x) => (x < 20 ? 5 : 30)),
      { x0: 0, y0: 0, w: 30, h: 30 },
    )!;
    expect(range.first).toBeLessThan(10);
    expect(range.first + range.count).toBeGreaterThan(10);
    expect(range.first + range.count).toBeLessThan(40);
  });

  it('are those of the whole level where it saw nothing there, none where it saw nothing at all', () => {
    const half = map((x) => (x < 20 ? 7 : Number.NaN));
    const range = tileRange(half, { x0: 60, y0: 20, w: 16, h: 16 })!;
    expect(range.first).toBeLessThan(14);
    expect(range.first + range.count).toBeGreaterThan(14);
    expect(
      tileRange(
        map(() => Number.NaN),
        { x0: 0, y0: 0, w: 30, h: 30 },
      ),
    ).toBeNull();
  });
});
