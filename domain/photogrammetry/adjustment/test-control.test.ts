import { describe, expect, it } from 'vitest';
import { adjustmentKernel } from '#tests/support/adjustment-kernel.ts';
import { createBlock } from '#tests/support/photo-block.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { type ExaminedControl, examineObservations } from './examine-control.ts';
import type { AdjustmentControl } from './problem.ts';
import { testObservations } from './test-control.ts';

const block = createBlock();
const places: readonly Vec3[] = [
  [-3, 45, -1],
  [60, 46, 1],
  [15, 8, 0.5],
  [45, 30, -0.5],
  [30, 20, 2],
];

/** Points observed in all photos that see them; `offPx` moves the first observation of the last one. */
function examined(offPx = 0): ExaminedControl[] {
  const control = places.map(
    (place, index): AdjustmentControl => ({
      label: `P${index + 1}`,
      type: 'gcp',
      xyz: place,
      sigma: [0.02, 0.02, 0.03],
      marks: block.truth.photos.flatMap((_, photo) => {
        const seen = block.project(photo, place);
        return seen ? [{ photo, xy: [seen[0], seen[1]] as const, sigmaPx: 1 }] : [];
      }),
    }),
  );
  const points = examineObservations(adjustmentKernel, block.truth, control);
  const [first, ...others] = points[4]!.control.marks;
  const marks = [{ ...first!, xy: [first!.xy[0] + offPx, first!.xy[1]] as const }, ...others];
  return points.map((one, k) => (k === 4 ? { ...one, control: { ...one.control, marks } } : one));
}

/** Tests observations against the coordinates, with those of the last point moved. */
function judge(points: ExaminedControl[], off: Vec3, used = points) {
  const placeOf = (one: ExaminedControl) => ({
    xyz: one.control.xyz.map(
      (value, axis) => value + (one === points[4] ? off[axis]! : 0),
    ) as unknown as Vec3,
    sigma: 0,
  });
  testObservations(block.truth, points, placeOf, used, new Set());
  return points[4]!;
}

describe('a point that is held where its marks are not', () => {
  it('has wrong coordinates where all its marks meet', () => {
    const point = judge(examined(), [3, 0, 0]);
    expect(point.isOutlier).toBe(true);
    expect(point.isGood.every(Boolean)).toBe(true);
    for (const axis of [0, 1, 2] as const) expect(point.measured![axis]).toBeCloseTo(places[4]![axis], 6);
  });

  it('has one wrong mark where only that one is elsewhere', () => {
    const point = judge(examined(60), [0, 0, 0]);
    expect(point.isOutlier).toBe(false);
    expect(point.isGood).toEqual(point.isGood.map((_, k) => k > 0));
  });

  it('keeps its coordinates where too little control would be left to tell', () => {
    const points = examined();
    const point = judge(points, [3, 0, 0], points.slice(2));
    expect(point.isOutlier).toBe(false);
  });
});
