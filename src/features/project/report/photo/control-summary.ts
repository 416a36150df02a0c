import type { ControlPoint } from './photo-report.ts';

const rootMeanSquare = (values: readonly number[]): number | null =>
  values.length === 0
    ? null
    : Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

/** Root mean squares of surveyed points, metres and pixels; null where nothing was measured. */
export interface ControlSummary {
  readonly count: number;
  readonly x: number | null;
  readonly y: number | null;
  readonly z: number | null;
  readonly horizontal: number | null;
  readonly space: number | null;
  readonly px: number | null;
}

/** Summary of the points that were used; those left out are excluded. */
export function summariseControl(points: readonly ControlPoint[]): ControlSummary {
  const used = points.filter(({ status, residual }) => status === 'used' && residual !== null);
  const axis = (index: 0 | 1 | 2) =>
    rootMeanSquare(used.flatMap(({ residual }) => (residual?.[index] == null ? [] : [residual[index]])));
  const [x, y, z] = [axis(0), axis(1), axis(2)];
  const horizontal = x === null || y === null ? null : Math.hypot(x, y);
  return {
    count: used.length,
    x,
    y,
    z,
    horizontal,
    space: horizontal === null || z === null ? null : Math.hypot(horizontal, z),
    px: rootMeanSquare(used.flatMap(({ rmsPx }) => (rmsPx === null ? [] : [rmsPx]))),
  };
}
