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

/** Squared deviations an axis back under which coordinates are believed. */
const returnSquare = 9;
/** Factor of an outlier over the median of the other points' squares. */
const standOut = 4;
/** Ground control that has to stay for a test to mean anything. */
const minControl = 3;
/** Deviations from which a mark is wrong, of its standard deviation or of what marks are worth here. */
const observationDeviations = 5;
const rayleighMedian = 1.1774;

/** Marks with other deviations. */
export function scaleObservations(marks: readonly ImageObservation[], factor: number): ImageObservation[] {
  return marks.map((mark) => ({ ...mark, sigmaPx: factor * mark.sigmaPx }));
}

/**
 * Tests used points against the rest and those left out against the solution; changes `isOutlier` of one point to
 * true, or of those that agree after all to false.
 * @param used in the order of the network's held points
 * @param observationFactor what marks are worth over what is stated
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

/** Where a point is by which its marks are judged, and what that place is worth itself, metres. */
export interface JudgingPlace {
  readonly xyz: Vec3;
  readonly sigma: number;
}

/** Deviations of a mark from a place; far beyond all limits where it does not show there. */
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
 * Whether most marks of a point meet in one place, that which is farthest from the coordinates among them: then not
 * they are wrong but the coordinates. Takes those that do as good, and the coordinates as wrong.
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
 * Tests every mark against the position of its point: adjusted where it was used, else where its good marks meet,
 * else as given. Rejects the worst mark of each point and reinstates those that agree. Where the marks of a point
 * meet, but not at its coordinates, the coordinates are rejected instead.
 * @param placeOf position of a point; null where undetermined
 * @param used points whose coordinates take part
 * @param settled marks and points that changed before and keep what they are
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
