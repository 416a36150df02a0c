import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { adjustmentKernel } from '#tests/support/adjustment-kernel.ts';
import { createBlock } from '#tests/support/photo-block.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { intrinsicNames } from '../model/camera.ts';
import { adjust } from './adjust.ts';
import { fitDome } from './diagnose.ts';
import type { AdjustmentControl, PositionPrior } from './problem.ts';

const known = createBlock({ rows: 3, columns: 4, points: 120 });
const corners: readonly Vec3[] = [
  [-5, -6, 1],
  [40, -4, 0],
  [20, 20, 2],
  [-3, 45, -1],
  [45, 46, 1],
];
const surveySigma = 0.02;

/** The same block with new noise on every measurement and standard deviations overstated by a factor. */
function measure(run: number, stated = 1) {
  const { truth } = known;
  const random = createRandom(run, 9);
  const noisy = (place: Vec3, sigma: number) =>
    place.map((value) => value + sigma * random.normal()) as unknown as Vec3;
  const observations = {
    ...truth.observations,
    xy: truth.observations.xy.map((v) => v + 0.4 * random.normal()),
  };
  const positions = truth.photos.map(({ pose }, photo): PositionPrior => {
    return { photo, xyz: noisy(pose.centre, 1), sigma: [stated, stated, stated] };
  });
  const control = corners.map((place, index): AdjustmentControl => {
    const marks = truth.photos.flatMap((_, photo) => {
      const seen = known.project(photo, place);
      const xy = [
        (seen?.[0] ?? 0) + 0.5 * random.normal(),
        (seen?.[1] ?? 0) + 0.5 * random.normal(),
      ] as const;
      return seen ? [{ photo, xy, sigmaPx: 0.5 * stated }] : [];
    });
    const sigma: Vec3 = [surveySigma, surveySigma, surveySigma];
    return { label: `P${index}`, type: 'gcp', xyz: noisy(place, surveySigma), sigma, marks };
  });
  return adjust(adjustmentKernel, {
    reconstruction: { ...truth, observations },
    freeIntrinsics: 'all',
    positions,
    control,
    wants: { covariance: true },
  });
}

describe('deviations of marks and positions', () => {
  it('are told by their residuals, whatever was stated', () => {
    const [right, wrong] = [measure(3), measure(3, 3)];
    expect(right.deviations.marks).toBeCloseTo(1, 0);
    expect(wrong.deviations.marks * 3).toBeCloseTo(right.deviations.marks, 1);
    expect(wrong.deviations.plan * 3).toBeCloseTo(right.deviations.plan, 1);
    const [a, b] = [right, wrong].map(({ covariance }) => Math.sqrt(covariance!.poses[36 * 5 + 21]!));
    expect(b! / a!).toBeCloseTo(1, 1);
  });

  it('stay as stated where too few tell', () => {
    expect(measure(4, 3).deviations.height).toBe(1);
  });
});

describe('the covariance', () => {
  it('predicts how results scatter about the truth, within a quarter', { timeout: 60_000 }, () => {
    const sums = new Map<string, [number, number]>();
    const add = (name: string, error: number, sigma: number) => {
      const [square, count] = sums.get(name) ?? [0, 0];
      sums.set(name, [square + (error / sigma) ** 2, count + 1]);
    };
    for (let run = 0; run < 24; run++) {
      const { reconstruction, covariance } = measure(run);
      expect(reconstruction.points.length).toBe(known.truth.points.length);
      for (const [photo, { pose }] of reconstruction.photos.entries()) {
        for (const axis of [0, 1, 2] as const) {
          const error = pose.centre[axis] - known.truth.photos[photo]!.pose.centre[axis];
          add(`centre ${axis}`, error, Math.sqrt(covariance!.poses[36 * photo + 7 * (3 + axis)]!));
        }
      }
      const [camera, truth] = [reconstruction.cameras[0]!, known.truth.cameras[0]!];
      for (const [k, name] of intrinsicNames.entries()) {
        add('intrinsics', camera[name] - truth[name], covariance!.intrinsics[0]!.sigmas[k]!);
      }
      for (let k = 0; k < reconstruction.points.length; k++) {
        add(`point ${k % 3}`, reconstruction.points[k]! - known.truth.points[k]!, covariance!.points[k]!);
      }
    }
    expect(sums.size).toBe(7);
    for (const [square, count] of sums.values()) {
      expect(Math.sqrt(square / count)).toBeGreaterThan(0.75);
      expect(Math.sqrt(square / count)).toBeLessThan(1.25);
    }
  });

  it('says that focal length and height hang together under vertical photos of one height', () => {
    const { diagnosis, covariance, varianceFactor } = measure(1);
    expect(diagnosis.focalHeightCorrelation).toBeGreaterThan(0.9);
    const { sigmas, correlations, free } = covariance!.intrinsics[0]!;
    expect(free).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(sigmas.every((sigma) => sigma > 0)).toBe(true);
    expect(correlations[3]![4]).toBeLessThan(-0.8);
    expect(correlations[3]![4]).toBeCloseTo(correlations[4]![3]!, 12);
    expect(varianceFactor).toBeGreaterThan(0.9);
    expect(varianceFactor).toBeLessThan(1.1);
  });

  it('is told for the first photo’s frame where nothing measures one', () => {
    const { covariance } = adjust(adjustmentKernel, {
      reconstruction: known.truth,
      freeIntrinsics: 'focal',
      wants: { covariance: true },
    });
    expect(covariance!.poses.subarray(0, 36).every((value) => value === 0)).toBe(true);
    expect(covariance!.poses[36 * 11 + 7 * 5]).toBeGreaterThan(0);
    expect(covariance!.points.every((sigma) => sigma > 0)).toBe(true);
  });
});

describe('a bowl in heights', () => {
  const heights = (off: (r2: number, k: number) => number) =>
    Array.from({ length: 25 }, (_, k) => {
      const [x, y] = [(k % 5) * 20 + 100, Math.floor(k / 5) * 20 - 300];
      return { x, y, off: off(((x - 140) ** 2 + (y + 260) ** 2) / (2 * 40 ** 2), k) };
    });

  it('is measured beside a tilt', () => {
    const fit = fitDome(heights((r2, k) => 0.3 - 0.8 * r2 + 0.01 * k))!;
    expect(fit.amount).toBeCloseTo(0.8, 9);
    expect(fit.sigma).toBeLessThan(1e-9);
  });

  it('is nothing against noise that is as large', () => {
    const random = createRandom(4);
    const fit = fitDome(heights(() => random.normal()))!;
    expect(Math.abs(fit.amount)).toBeLessThan(3 * fit.sigma);
  });

  it('is not told from few heights or from one place', () => {
    expect(fitDome(heights(() => 0).slice(0, 5))).toBeNull();
    expect(fitDome(heights(() => 1).map((one) => ({ ...one, x: 0, y: 0 })))).toBeNull();
  });
});
