import { maxOf } from '../../math/extremes.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { contradictionOf } from './contradiction.ts';
import type { ExaminedControl } from './examine-control.ts';
import { findWrongPoints, outlierSquare, type WrongPoints } from './find-wrong-points.ts';
import { axesOf, leaveOneOut } from './leave-one-out.ts';
import type { Precision } from './precision.ts';

/** Up to so many points, wrong ones hide behind each other: all explanations are compared. */
const fewPoints = 12;
/** Standard deviations from which an error is noticed. */
const noticedFrom = 4.13;
/** A point is checked where errors are noticed from so many of its own standard deviations or pixels on the ground on. */
const [checkedShare, checkedPx] = [10, 10];

/**
 * Which of few points are wrong; null where they are many, or their covariance is not known.
 * @param squares of `leaveOneOut`, an entry a held point
 */
export function compareExplanations(precision: Precision, squares: readonly number[]): WrongPoints | null {
  if (squares.length > fewPoints) return null;
  if (maxOf(squares) <= outlierSquare) return { wrong: [], open: [] };
  const contradiction = contradictionOf(precision);
  return contradiction && findWrongPoints(contradiction);
}

/** Points one or some of which must be wrong, and where the others put the worst of them over its coordinates, metres. */
export interface Strain {
  readonly labels: readonly string[];
  readonly label: string;
  readonly off: Vec3;
}

/** What of the control that takes part contradicts itself, and too little is left to tell whose fault it is. */
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

/** An error of a control point that would not be noticed, metres; infinite where nothing checks the point. */
export interface Unnoticed {
  readonly label: string;
  readonly error: number;
}

/**
 * The largest error along an axis that no test would notice, of the point that the others check worst: 4.13 standard
 * deviations of its difference from where the others put it (internal reliability, W. Baarda, 1968, at 0.1 % false
 * alarms and 80 % power). Null where errors of every point are noticed from some times its own standard deviation on.
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
