import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { adjustmentKernel } from '#tests/support/adjustment-kernel.ts';
import { createBlock } from '#tests/support/photo-block.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { adjustBlockInSteps, runThrough } from './adjust-block.ts';
import { contradictionOf } from './contradiction.ts';
import { examineObservations, usedControl } from './examine-control.ts';
import { leaveOneOut } from './leave-one-out.ts';
import { precisionOf } from './precision.ts';
import type { AdjustmentControl, AdjustmentProblem, ScaleBar } from './problem.ts';

const known = createBlock({ rows: 3, columns: 4, points: 120, noisePx: 0.4 });
const places: readonly Vec3[] = [
  [-5, -6, 1],
  [40, -4, 0],
  [20, 20, 2],
  [-3, 45, -1],
  [45, 46, 1],
];

/** A block solved with five control points, the height of one not measured. */
function solved(scaleBars: readonly ScaleBar[]) {
  const random = createRandom(5);
  const control = places.map((place, index): AdjustmentControl => {
    const marks = known.truth.photos.flatMap((_, photo) => {
      const seen = known.project(photo, place);
      return seen ? [{ photo, xy: [seen[0] + random.normal(), seen[1]] as const, sigmaPx: 1 }] : [];
    });
    const xyz = place.map((value, axis) =>
      index === 2 && axis === 2 ? Number.NaN : value + 0.05 * random.normal(),
    ) as unknown as Vec3;
    return { label: `P${index}`, type: 'gcp', xyz, sigma: [0.02, 0.02, 0.03], marks };
  });
  const problem: AdjustmentProblem = {
    reconstruction: known.truth,
    freeIntrinsics: 'focal',
    control,
    scaleBars,
  };
  const examined = examineObservations(adjustmentKernel, known.truth, control);
  const used = examined.map((one) => usedControl(one, new Set())!);
  const block = runThrough(adjustBlockInSteps(adjustmentKernel, problem, used));
  const precision = precisionOf(adjustmentKernel, block.solved, block.block.varianceFactor)!;
  return { precision, examined };
}

describe('what points contradict the rest by', () => {
  it.each([
    ['alone', []],
    ['with a measured distance', [{ from: 'P0', to: 'P4', length: 72.14, sigma: 0.01 }]],
  ] as const)('is for one point what leaving it out says, %s', (_, bars) => {
    const { precision, examined } = solved(bars);
    const contradiction = contradictionOf(precision)!;
    const left = leaveOneOut(precision, examined);
    for (const [k, { square }] of left.entries()) {
      expect(square).toBeGreaterThan(0);
      expect(contradiction.axes(k)).toBe(k === 2 ? 2 : 3);
      expect(contradiction.fall([k]) / contradiction.axes(k) / square).toBeCloseTo(1, 5);
    }
    expect(contradiction.fall([0, 1])).toBeGreaterThan(contradiction.fall([0]));
  });
});
