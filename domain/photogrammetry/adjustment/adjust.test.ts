import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { adjustmentKernel } from '#tests/support/adjustment-kernel.ts';
import { type BlockOptions, createBlock, type KnownBlock } from '#tests/support/photo-block.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { adjust } from './adjust.ts';
import type { AdjustmentControl, AdjustmentProblem, ControlResult, PositionPrior } from './problem.ts';

const places: readonly Vec3[] = [
  [-5, -6, 1],
  [62, -4, 0],
  [30, 20, 2],
  [-3, 45, -1],
  [60, 46, 1],
  [15, 8, 0.5],
  [45, 30, -0.5],
  [28, 45, 0],
  [10, 30, 1],
  [48, 5, 0],
];

const gcpSigma: Vec3 = [0.01, 0.01, 0.015];

interface ControlOptions {
  readonly gcps: number;
  readonly noisePx?: number;
  readonly seed?: number;
}

/** Points at known positions, observed in all photos that see them; the first ones are ground control. */
function createControl(
  block: KnownBlock,
  { gcps, noisePx = 0, seed = 3 }: ControlOptions,
): AdjustmentControl[] {
  const random = createRandom(seed, 5);
  return places.map((place, index) => ({
    label: `P${index + 1}`,
    type: index < gcps ? 'gcp' : 'checkpoint',
    xyz:
      noisePx > 0
        ? (place.map((value, axis) => value + gcpSigma[axis]! * random.normal()) as unknown as Vec3)
        : place,
    sigma: gcpSigma,
    marks: block.truth.photos.flatMap((_, photo) => {
      const seen = block.project(photo, place);
      if (!seen) return [];
      return [
        {
          photo,
          xy: [seen[0] + noisePx * random.normal(), seen[1] + noisePx * random.normal()] as const,
          sigmaPx: Math.max(noisePx, 0.1),
        },
      ];
    }),
  }));
}

function positionsOf(
  { truth }: KnownBlock,
  sigma: number,
  shift: Vec3 = [0, 0, 0],
  seed = 5,
): PositionPrior[] {
  const random = createRandom(seed, 6);
  return truth.photos.map(({ pose: { centre } }, photo) => ({
    photo,
    xyz: centre.map((value, axis) => value + shift[axis]! + sigma * random.normal()) as unknown as Vec3,
    sigma: [sigma, sigma, sigma],
  }));
}

const noisy: BlockOptions = { noisePx: 0.4 };

function solve(block: KnownBlock, change: Partial<AdjustmentProblem>) {
  return adjust(adjustmentKernel, {
    reconstruction: block.disturb(0.5, 0.3),
    freeIntrinsics: 'all',
    ...change,
  });
}

const rms = (points: readonly ControlResult[], axis: 0 | 1 | 2) =>
  Math.sqrt(points.reduce((sum, { residual }) => sum + residual[axis] ** 2, 0) / points.length);

describe('control', () => {
  it('places a block whose positions are poor, and checkpoints tell how well', () => {
    const block = createBlock(noisy);
    const control = createControl(block, { gcps: 5, noisePx: 0.5 });
    const { control: results, diagnosis } = solve(block, { control, positions: positionsOf(block, 2) });
    expect(results.map(({ label, type }) => [label, type])).toEqual(
      control.map(({ label, type }) => [label, type]),
    );
    expect(
      results.filter(({ isOutlier, marks }) => isOutlier || marks.some((mark) => mark.isOutlier)),
    ).toEqual([]);
    expect(diagnosis.warnings).toEqual([]);
    const checks = results.filter(({ type }) => type === 'checkpoint');
    const gsd = 60 / 1400;
    expect(rms(checks, 0)).toBeLessThan(0.7 * gsd);
    expect(rms(checks, 1)).toBeLessThan(0.7 * gsd);
    expect(rms(checks, 2)).toBeLessThan(2 * gsd);
  });

  it('does not let checkpoints into the solution', () => {
    const block = createBlock(noisy);
    const control = createControl(block, { gcps: 5, noisePx: 0.5 });
    const moved = control.map((point) =>
      point.type === 'gcp'
        ? point
        : { ...point, xyz: point.xyz.map((value) => value + 7) as unknown as Vec3 },
    );
    const positions = positionsOf(block, 2);
    const [a, b] = [solve(block, { control, positions }), solve(block, { control: moved, positions })];
    expect(b.reconstruction).toEqual(a.reconstruction);
    a.control.forEach((point, k) => {
      const other = b.control[k]!;
      if (point.type === 'gcp') expect(other).toEqual(point);
      else expect(other.residual[0]).toBeCloseTo(point.residual[0] - 7, 9);
    });
  });

  it('is enough without positions', () => {
    const block = createBlock();
    const control = createControl(block, { gcps: 4 });
    const { control: results, rmsPx } = solve(block, { control, maxIterations: 80 });
    expect(rmsPx).toBeLessThan(1e-3);
    for (const axis of [0, 1, 2] as const) expect(rms(results, axis)).toBeLessThan(1e-3);
  });

  it('tells a shift of all positions', () => {
    const block = createBlock(noisy);
    const control = createControl(block, { gcps: 4, noisePx: 0.5 });
    const positions = positionsOf(block, 0.05, [1, -2, 47]);
    const { positionShift, control: results } = solve(block, {
      control,
      positions,
      estimatePositionShift: true,
    });
    const limits = [0.1, 0.1, 0.3];
    [1, -2, 47].forEach((value, axis) => {
      expect(Math.abs(positionShift![axis]! - value)).toBeLessThan(limits[axis]!);
    });
    expect(rms(results, 2)).toBeLessThan(0.1);
  });

  it('works without a height', () => {
    const block = createBlock(noisy);
    const control = createControl(block, { gcps: 5, noisePx: 0.5 }).map((point, k) =>
      k === 2 ? { ...point, xyz: [point.xyz[0], point.xyz[1], Number.NaN] as Vec3 } : point,
    );
    const { control: results } = solve(block, { control, positions: positionsOf(block, 0.5) });
    expect(results[2]!.residual[2]).toBeNaN();
    expect(Math.abs(results[2]!.measured![2] - places[2]![2])).toBeLessThan(0.1);
  });
});

describe('wrong control', () => {
  const block = createBlock(noisy);
  const control = createControl(block, { gcps: 6, noisePx: 0.5 });
  const positions = positionsOf(block, 1);

  it('is found where a mark is on another target, which is named', () => {
    const marks = control[1]!.marks.map((mark, k) => {
      const other = control[9]!.marks.find(({ photo }) => photo === mark.photo);
      return k === 2 && other ? { ...mark, xy: other.xy } : mark;
    });
    const wrong = control.map((point, k) => (k === 1 ? { ...point, marks } : point));
    const { control: results, diagnosis } = solve(block, { control: wrong, positions });
    expect(results[1]!.isOutlier).toBe(false);
    expect(results[1]!.marks.map(({ isOutlier }) => isOutlier)).toEqual(marks.map((_, k) => k === 2));
    expect(results[1]!.marks[2]!.suspect).toBe('P10');
    expect(diagnosis.warnings.map(({ code }) => code)).toEqual(['photo.control-mark-exchanged']);
    expect(Math.hypot(...results[1]!.residual)).toBeLessThan(0.05);
  });

  it('is found where one of two marks is wrong', () => {
    const [first, second] = control[1]!.marks;
    const marks = [first!, { ...second!, xy: [second!.xy[0] + 60, second!.xy[1] + 45] as const }];
    const wrong = control.map((point, k) => (k === 1 ? { ...point, marks } : point));
    const { control: results } = solve(block, { control: wrong, positions });
    expect(results[1]!.marks.map(({ isOutlier }) => isOutlier)).toEqual([false, true]);
  });

  it('is found where two labels are exchanged', () => {
    const wrong = control.map((point, k) =>
      k === 0
        ? { ...point, marks: control[3]!.marks }
        : k === 3
          ? { ...point, marks: control[0]!.marks }
          : point,
    );
    const { control: results, diagnosis } = solve(block, { control: wrong, positions });
    expect(
      results.filter(({ isOutlier }) => isOutlier).map(({ label, suspect }) => [label, suspect]),
    ).toEqual([
      ['P1', 'P4'],
      ['P4', 'P1'],
    ]);
    expect(diagnosis.warnings.map(({ code }) => code)).toEqual([
      'photo.control-exchanged',
      'photo.control-exchanged',
      'photo.control-unchecked',
    ]);
    for (const axis of [0, 1, 2] as const) {
      expect(
        rms(
          results.filter(({ isOutlier }) => !isOutlier),
          axis,
        ),
      ).toBeLessThan(0.06);
    }
  });

  it.each([0.3, 3, 30])('is found where a point was surveyed %d m off', (metres) => {
    const wrong = control.map((point, k) =>
      k === 4 ? { ...point, xyz: [point.xyz[0], point.xyz[1] + metres, point.xyz[2]] as const } : point,
    );
    const { control: results } = solve(block, { control: wrong, positions });
    expect(results.filter(({ isOutlier }) => isOutlier).map(({ label }) => label)).toEqual(['P5']);
    expect(results[4]!.residual[1]).toBeCloseTo(-metres, 0);
  });
});

/** Control with only the first two observations of each point. */
const withTwoMarks = (control: readonly AdjustmentControl[]) =>
  control.map((point) => ({ ...point, marks: point.marks.slice(0, 2) }));

const badMarks = (results: readonly ControlResult[]) =>
  results.flatMap(({ label, marks }) => (marks.some(({ isOutlier }) => isOutlier) ? [label] : []));

describe('whose fault it is', () => {
  const block = createBlock(noisy);

  it('is that of coordinates where all marks of a point meet elsewhere, and says where', () => {
    const control = createControl(block, { gcps: 10, noisePx: 0.5 }).map((point, k) =>
      k === 2 ? { ...point, xyz: [point.xyz[0] - 8, point.xyz[1] + 2, point.xyz[2] - 1] as const } : point,
    );
    const { control: results, diagnosis } = solve(block, { control, positions: positionsOf(block, 1) });
    expect(badMarks(results)).toEqual([]);
    expect(diagnosis.warnings.map(({ code }) => code)).toEqual(['photo.control-outlier']);
    const { label, count, east, north, up } = diagnosis.warnings[0]!.params as Record<string, number>;
    expect([label, count]).toEqual(['P3', control[2]!.marks.length]);
    for (const [found, wanted] of [
      [east, 8],
      [north, -2],
      [up, 1],
    ]) {
      expect(Math.abs(found! - wanted!)).toBeLessThan(0.15);
    }
  });

  it('is that of coordinates where two marks meet that these hold elsewhere', () => {
    const control = withTwoMarks(createControl(block, { gcps: 6, noisePx: 0.5 }).slice(0, 6)).map(
      (point, k) => ({
        ...point,
        xyz: [point.xyz[0], point.xyz[1] + (k === 4 ? 2.5 : 0), point.xyz[2]] as const,
        sigma: [0.02, 0.02, 0.03] as const,
        marks: point.marks.map((mark) => ({ ...mark, sigmaPx: 1 })),
      }),
    );
    const { control: results } = solve(block, { control, positions: positionsOf(block, 5) });
    expect(badMarks(results)).toEqual([]);
    expect(results.filter(({ isOutlier }) => isOutlier).map(({ label }) => label)).toEqual(['P5']);
  });

  it('is told as open where too few points are left to tell', () => {
    const good = createControl(block, { gcps: 3, noisePx: 0.5 })
      .slice(0, 3)
      .map((point) => ({ ...point, marks: point.marks.map((mark) => ({ ...mark, sigmaPx: 1 })) }));
    const wrong = good.map((point, k) =>
      k === 2 ? { ...point, xyz: [point.xyz[0] + 0.3, point.xyz[1], point.xyz[2]] as const } : point,
    );
    const positions = positionsOf(block, 0.02, [1, -2, 20]);
    const strained = (control: readonly AdjustmentControl[]) => {
      const { control: results, diagnosis } = solve(block, {
        control,
        positions,
        estimatePositionShift: true,
      });
      expect(results.filter(({ isOutlier }) => isOutlier)).toEqual([]);
      return diagnosis.warnings.map(({ code, params }) => [code, params['label']]);
    };
    expect(strained(wrong)).toEqual([['photo.control-strained', 'P3']]);
    expect(strained(good)).toEqual([]);
  });

  /** Observations and coordinates with the stated errors; some coordinates are shifted by a vector. */
  const surveyed = (indices: readonly number[], off: ReadonlyMap<number, Vec3>, seed: number) => {
    const all = createControl(block, { gcps: 10, noisePx: 0.5, seed });
    return indices.map((index): AdjustmentControl => {
      const by = off.get(index) ?? [0, 0, 0];
      const xyz = all[index]!.xyz.map((value, axis) => value + by[axis]!) as unknown as Vec3;
      return { ...all[index]!, xyz, sigma: [0.02, 0.02, 0.03] };
    });
  };
  const accused = (results: readonly ControlResult[]) =>
    results.filter(({ isOutlier }) => isOutlier).map(({ label }) => label);
  const corners = [0, 1, 3, 4];

  it.each([
    [0, [0.4, 0.3, 0]],
    [1, [-0.3, 0.4, 0]],
    [3, [0, -0.5, 0]],
    [4, [0.5, 0, 0]],
  ] as const)('is that of corner %i of four, half a metre off in plan', (index, off) => {
    const control = surveyed(corners, new Map([[index, off]]), 11 + index);
    const { control: results } = solve(block, {
      control,
      positions: positionsOf(block, 2, [1, -2, 10]),
      estimatePositionShift: true,
    });
    expect(accused(results)).toEqual([`P${index + 1}`]);
    expect(badMarks(results)).toEqual([]);
  });

  it.each([
    [[0, 1], 21],
    [[0, 4], 22],
    [[1, 3], 23],
  ] as const)('is that of two of six that hide each other: %j', (wrong, seed) => {
    const off = new Map<number, Vec3>(wrong.map((index, k) => [index, [k === 0 ? 0.5 : -0.3, 0.3, 0]]));
    const control = surveyed([...corners, 2, 8], off, seed);
    const { control: results } = solve(block, { control, positions: positionsOf(block, 0.02) });
    expect(accused(results)).toEqual(wrong.map((index) => `P${index + 1}`));
  });

  it('is nobody’s where a height of four is off under poor positions, and how little is checked is told', () => {
    const control = surveyed(corners, new Map([[3, [0, 0, 0.5]]]), 31);
    const { control: results, diagnosis } = solve(block, {
      control,
      positions: positionsOf(block, 2, [1, -2, 10]),
      estimatePositionShift: true,
    });
    expect(accused(results)).toEqual([]);
    const told = diagnosis.warnings.find(({ code }) => code === 'photo.control-unchecked');
    expect(told?.params['error']).toBeGreaterThan(0.3);
  });

  it('is not that of marks because coordinates were rounded to a hundred pixels', () => {
    const step = 5;
    const sigma: Vec3 = [step / Math.sqrt(12), step / Math.sqrt(12), step / Math.sqrt(12)];
    const control = withTwoMarks(createControl(block, { gcps: 10, noisePx: 4 })).map((point, k) => ({
      ...point,
      xyz: places[k]!.map((value) => Math.round(value / step) * step) as unknown as Vec3,
      sigma,
      marks: point.marks.map((mark) => ({ ...mark, sigmaPx: 1 })),
    }));
    const { control: results } = solve(block, { control });
    expect(badMarks(results)).toEqual([]);
    expect(results.filter(({ isOutlier }) => isOutlier)).toEqual([]);
  });
});

describe('distances between points', () => {
  it('give an arbitrary frame its scale', () => {
    const block = createBlock();
    const truth = createControl(block, { gcps: 2 });
    const scale = 3;
    const start = block.disturb(0.2, 0.1);
    const reconstruction = {
      ...start,
      points: start.points.map((value) => value * scale),
      photos: start.photos.map((photo) => ({
        ...photo,
        pose: { ...photo.pose, centre: photo.pose.centre.map((value) => value * scale) as unknown as Vec3 },
      })),
    };
    const length = Math.hypot(...[0, 1, 2].map((axis) => places[0]![axis]! - places[4]![axis]!));
    const control = [truth[0]!, truth[4]!].map((point) => ({
      ...point,
      type: 'gcp' as const,
      xyz: [Number.NaN, Number.NaN, Number.NaN] as Vec3,
    }));
    const { control: results, rmsPx } = adjust(adjustmentKernel, {
      reconstruction,
      freeIntrinsics: 'none',
      control,
      scaleBars: [{ from: 'P1', to: 'P5', length, sigma: 0.001 }],
      maxIterations: 100,
    });
    const [a, b] = [results[0]!.measured!, results[1]!.measured!];
    expect(rmsPx).toBeLessThan(1e-3);
    expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeCloseTo(length, 3);
  });
});
