import { expect, test } from 'vitest';
import { summariseControl } from './control-summary.ts';
import type { ControlPoint } from './photo-report.ts';

function createPoint(over: Partial<ControlPoint>): ControlPoint {
  return {
    label: 'A',
    status: 'used',
    position: [0, 0, 0],
    residual: [0, 0, 0],
    marks: 3,
    rmsPx: 0.5,
    suspect: null,
    markOutliers: [],
    ...over,
  };
}

test('root mean squares are those of the points that were used', () => {
  const summary = summariseControl([
    createPoint({ residual: [0.03, 0.04, 0.12] }),
    createPoint({ label: 'B', residual: [-0.03, 0.04, null] }),
    createPoint({ label: 'C', status: 'outlier', residual: [9, 9, 9] }),
    createPoint({ label: 'D', status: 'unused', residual: null, rmsPx: null, marks: 0 }),
  ]);
  expect(summary.count).toBe(2);
  expect(summary.x).toBeCloseTo(0.03);
  expect(summary.y).toBeCloseTo(0.04);
  expect(summary.horizontal).toBeCloseTo(0.05);
  expect(summary.z).toBeCloseTo(0.12);
  expect(summary.space).toBeCloseTo(0.13);
  expect(summary.px).toBeCloseTo(0.5);
});

test('nothing measured gives nothing, not zero', () => {
  const summary = summariseControl([createPoint({ status: 'unused', residual: null, rmsPx: null })]);
  expect([summary.x, summary.z, summary.space, summary.px]).toEqual([null, null, null, null]);
});
