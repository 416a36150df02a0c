import { maxOf } from '../../math/extremes.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { contradictionOf } from './contradiction.ts';
import type { ExaminedControl } from './examine-control.ts';
import { findWrongPoints, outlierSquare, type WrongPoints } from './find-wrong-points.ts';
import { axesOf, leaveOneOut } from './leave-one-out.ts';
import type { Precision } from './precision.ts';

/** Up to this number of points, outliers may mask each other, so all explanations are compared. */
const fewPoints = 12;
/** Minimum detectable error, in standard deviations. */
const noticedFrom = 4.13;
/**
 * A point counts as checked where its minimum detectable error is below this number of its own standard deviations or
 * pixels on the ground.
 */
const [checkedShare, checkedPx] = [10, 10];

/**
 * Which of a few points are wrong; null where there are too many, or their covariance is unknown.
 * @param squares of `leaveOneOut`, one per constrained point
 */
export function compareExplanations(precision: Precision, squares: readonly number[]): WrongPoints | null {
  if (squares.length > fewPoints) return null;
  if (maxOf(squares) <= outlierSquare) return { wrong: [], open: [] };
  const contradiction = contradictionOf(precision);
  return contradiction && findWrongPoints(contradiction);
}

/** Points of which at least one is wrong, and the offset of the worst one: position from the others − given, metres. */
export interface Strain {
  readonly labels: readonly string[];
  readonly label: string;
  readonly off: Vec3;
}

/** Control points used that contradict each other, with too little redundancy to identify the wrong one. */
export function strainOf(precision: Precision, used: readonly ExaminedControl[]): Strain | null {
  const found = leaveOneOut(precision, used);
  const worst = found.reduce((most, { square }, k) => (square > (found[most]?.square ?? 0) ? k : most), 0);
  const point = found[worst];
  if (!point || point.square <= outlierSquare) return null;
  const squares = found.map(({ square }) => square);
  const compared = compareExplanations(precision, squares);
  const open = compared && compared.open.length > 0 ? compared.open : [worst];
  const labels = open.map((k) => used[k]!.control.label);
  return { labels, label: used[worst]!.control.label, off: point.off };
}

/** Largest undetectable error of a control point, metres; infinite where nothing checks the point. */
export interface Unnoticed {
  readonly label: string;
  readonly error: number;
}

/**
 * The largest undetectable error along an axis, of the point least checked by the others: 4.13 standard deviations of
 * its difference from the position given by the others (internal reliability, W. Baarda, 1968, at 0.1 % false alarms
 * and 80 % power). Null where this error is below a multiple of its own standard deviation for every point.
 */
export function unnoticedError(
  precision: Precision,
  used: readonly ExaminedControl[],
  groundSize: number,
): Unnoticed | null {
  const open = leaveOneOut(precision, used).flatMap(({ sigma }, k): Unnoticed[] => {
    const { control } = used[k]!;
    const errors = axesOf(used[k]!).map((axis) => {
      const error = noticedFrom * sigma[axis]!;
      return error <= Math.max(checkedShare * control.sigma[axis]!, checkedPx * groundSize) ? 0 : error;
    });
    const error = maxOf([0, ...errors]);
    return error > 0 ? [{ label: control.label, error }] : [];
  });
  return open.reduce<Unnoticed | null>((worst, one) => (one.error > (worst?.error ?? 0) ? one : worst), null);
}
