import { maxOf } from '../../math/extremes.ts';
import { upperMedian } from '../../math/median.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { compareExplanations } from './control-reliability.ts';
import { type ExaminedControl, groundSizeAt, hasPlan, inlierObservations } from './examine-control.ts';
import { outlierSquare } from './find-wrong-points.ts';
import { intersectRobustly, observationResidual } from './intersect-observations.ts';
import { axesOf, leaveOneOut, squareAnAxis } from './leave-one-out.ts';
import { type Precision, sightedCovariances } from './precision.ts';
import type { ImageObservation } from './problem.ts';

/** Normalised square per axis below which coordinates are reinstated. */
const returnSquare = 9;
/** Minimum ratio of an outlier's square to the median of the other points' squares. */
const standOut = 4;
/** Minimum number of control points left for a meaningful test. */
const minControl = 3;
/** Outlier limit of an observation, in its standard deviations or in the estimated ones. */
const observationDeviations = 5;
const rayleighMedian = 1.1774;

/** Observations with scaled standard deviations. */
export function scaleObservations(marks: readonly ImageObservation[], factor: number): ImageObservation[] {
  return marks.map((mark) => ({ ...mark, sigmaPx: factor * mark.sigmaPx }));
}

/**
 * Tests used points against the rest and rejected points against the solution. Sets `isOutlier` of one point to true,
 * or of points that agree to false.
 * @param used in the order of the network's constrained points
 * @param observationFactor estimated over stated standard deviation of observations
 * @returns whether anything changed
 */
export function testPoints(
  precision: Precision,
  examined: readonly ExaminedControl[],
  used: readonly ExaminedControl[],
  observationFactor: number,
  settled: Set<ExaminedControl>,
): boolean {
  const squares = leaveOneOut(precision, used).map(({ square }) => square);
  const compared = compareExplanations(precision, squares);
  for (const k of compared?.wrong ?? []) {
    used[k]!.isOutlier = true;
    settled.add(used[k]!);
  }
  if (compared) return compared.wrong.length > 0 || takeBack(precision, examined, observationFactor, settled);
  const worst = squares.indexOf(maxOf(squares));
  const median = upperMedian(squares.filter((_, k) => k !== worst)) ?? 0;
  const square = squares[worst] ?? 0;
  if (used.length > minControl && square > outlierSquare && square > standOut * median) {
    used[worst]!.isOutlier = true;
    settled.add(used[worst]!);
    return true;
  }
  return takeBack(precision, examined, observationFactor, settled);
}

/** Reinstates points that agree with the solution without them. */
function takeBack(
  precision: Precision,
  examined: readonly ExaminedControl[],
  observationFactor: number,
  settled: Set<ExaminedControl>,
): boolean {
  const out = examined.filter(
    (one) => one.isOutlier && one.measured && hasPlan(one.control) && !settled.has(one),
  );
  const covariances = sightedCovariances(
    precision,
    out.map((one) => ({
      xyz: one.measured!,
      marks: scaleObservations(inlierObservations(one), observationFactor),
    })),
  );
  let changed = false;
  for (const [k, one] of out.entries()) {
    const covariance = covariances[k];
    if (!covariance) continue;
    const { xyz, sigma } = one.control;
    const total = Array.from(covariance);
    for (const [axis, place] of [0, 3, 5].entries()) total[place]! += sigma[axis]! ** 2;
    const off = one.measured!.map((value, axis) => (Number.isFinite(xyz[axis]!) ? value - xyz[axis]! : 0));
    if (squareAnAxis(off as unknown as Vec3, total, axesOf(one)) > returnSquare) continue;
    one.isOutlier = false;
    settled.add(one);
    changed = true;
  }
  return changed;
}

/** Position that a point's observations are tested against, and its standard deviation, metres. */
export interface JudgingPlace {
  readonly xyz: Vec3;
  readonly sigma: number;
}

/** Normalised residual of an observation from a position; far beyond all limits where it cannot be projected. */
function normalizedResidual(
  block: Reconstruction,
  mark: ImageObservation,
  { xyz, sigma }: JudgingPlace,
): number {
  const residual = observationResidual(block, mark, xyz);
  if (!residual) return Number.MAX_SAFE_INTEGER;
  const sigmaPx = sigma > 0 ? sigma / groundSizeAt(block, mark.photo, xyz) : 0;
  return Math.hypot(...residual) / Math.hypot(mark.sigmaPx, sigmaPx);
}

/**
 * Whether most observations of a point, including the one farthest from the coordinates, intersect in one position:
 * then the coordinates are wrong. Flags those observations as inliers and the coordinates as an outlier.
 */
function accuseCoordinates(
  block: Reconstruction,
  one: ExaminedControl,
  worst: number,
  worth: number,
): boolean {
  const { marks } = one.control;
  const found = intersectRobustly(block, scaleObservations(marks, worth));
  const meeting = found?.isGood.filter(Boolean).length ?? 0;
  if (!found?.isGood[worst] || 2 * meeting <= marks.length) return false;
  for (const [m, isGood] of found.isGood.entries()) one.isGood[m] = isGood;
  one.measured = found.xyz;
  one.isOutlier = true;
  return true;
}

/**
 * Tests every observation against the position of its point: adjusted where it was used, else the intersection of its
 * inlier observations, else as given. Rejects the worst observation of each point and reinstates those that agree.
 * Where the observations of a point intersect, but not at its coordinates, the coordinates are rejected instead.
 * @param placeOf position of a point; null where undetermined
 * @param used points whose coordinates are used
 * @param settled observations and points that changed before and stay as they are
 * @returns whether anything changed
 */
export function testObservations(
  block: Reconstruction,
  examined: readonly ExaminedControl[],
  placeOf: (one: ExaminedControl) => JudgingPlace | null,
  used: readonly ExaminedControl[],
  settled: Set<unknown>,
): boolean {
  const all = examined.map((one) => {
    const place = placeOf(one);
    return one.control.marks.map((mark) => (place ? normalizedResidual(block, mark, place) : null));
  });
  let held = used.length;
  const believed = all.flatMap((lengths, k) =>
    lengths.filter((length, m) => length !== null && examined[k]!.isGood[m]),
  );
  const lengths = believed.filter((length) => length !== null);
  const worth = Math.max(1, (upperMedian(lengths) ?? 0) / rayleighMedian);
  let changed = false;
  for (const [k, one] of examined.entries()) {
    let worst = -1;
    for (const [m, length] of all[k]!.entries()) {
      const mark = one.control.marks[m];
      if (length === null || settled.has(mark)) continue;
      if (one.isGood[m] && length > observationDeviations * worth) {
        if (worst < 0 || length > all[k]![worst]!) worst = m;
      } else if (!one.isGood[m] && length < (observationDeviations - 1) * worth) {
        one.isGood[m] = true;
        settled.add(mark);
        changed = true;
      }
    }
    if (worst < 0) continue;
    if (
      held > minControl &&
      used.includes(one) &&
      !settled.has(one) &&
      accuseCoordinates(block, one, worst, worth)
    ) {
      settled.add(one);
      held--;
      changed = true;
      continue;
    }
    one.isGood[worst] = false;
    settled.add(one.control.marks[worst]);
    changed = true;
  }
  return changed;
}
