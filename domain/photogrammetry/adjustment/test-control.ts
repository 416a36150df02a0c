import { greatestOf } from '../../extremes.ts';
import { eliminate } from '../linear/solve.ts';
import type { Vec3 } from '../pose.ts';
import type { Reconstruction } from '../reconstruction.ts';
import { contradictionOf } from './contradiction.ts';
import { type ExaminedControl, goodMarks, groundSizeAt, hasPlan } from './examine-control.ts';
import { findWrongPoints, outlierSquare, type WrongPoints } from './find-wrong-points.ts';
import { intersectRobustly, markResidual } from './intersect-marks.ts';
import { forPointCovariances, type Precision, sightedCovariances } from './precision.ts';
import type { AdjustmentMark } from './problem.ts';

/** Squared deviations an axis back under which coordinates are believed. */
const returnSquare = 9;
/** Up to so many points, wrong ones hide behind each other: all explanations are compared. */
const fewPoints = 12;
/** Standard deviations from which an error is noticed. */
const noticedFrom = 4.13;
/** A point is checked where errors are noticed from so many of its own standard deviations or pixels on the ground on. */
const [checkedShare, checkedPx] = [10, 10];
/** An outlier stands out: this many times the median of the other points' squares. */
const standOut = 4;
/** Ground control that has to stay for a test to mean anything. */
const leastControl = 3;
/** Deviations from which a mark is wrong, of its standard deviation or of what marks are worth here. */
const markDeviations = 5;
const rayleighMedian = 1.1774;

/** Marks with other deviations. */
export function scaleMarks(marks: readonly AdjustmentMark[], factor: number): AdjustmentMark[] {
  return marks.map((mark) => ({ ...mark, sigmaPx: factor * mark.sigmaPx }));
}

/** Inverse of a symmetric 3 × 3 matrix given by xx xy xz yy yz zz, as nine numbers; null where singular. */
function inverseOf(c: ArrayLike<number>): Float64Array | null {
  const full = [c[0]!, c[1]!, c[2]!, c[1]!, c[3]!, c[4]!, c[2]!, c[4]!, c[5]!];
  const size = Math.max(full[0]!, full[4]!, full[8]!);
  const rows = new Float64Array(18);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) rows[6 * i + j] = full[3 * i + j]! / size;
    rows[6 * i + 3 + i] = 1;
  }
  if (!(size > 0) || !eliminate(rows, 3, 3)) return null;
  return Float64Array.from({ length: 9 }, (_, k) => rows[6 * Math.floor(k / 3) + 3 + (k % 3)]! / size);
}

/** Squared length of a deviation in units of its covariance over the axes that were measured, an axis. */
function squareAnAxis(deviation: Vec3, covariance: ArrayLike<number>, axes: readonly number[]): number {
  const n = axes.length;
  const full = [
    [0, 1, 2],
    [1, 3, 4],
    [2, 4, 5],
  ] as const;
  const rows = new Float64Array(n * (n + 1));
  const size = greatestOf(axes.map((axis) => covariance[full[axis]![axis]!]!));
  for (const [i, a] of axes.entries()) {
    for (const [j, b] of axes.entries()) rows[i * (n + 1) + j] = covariance[full[a]![b]!]! / size;
    rows[i * (n + 1) + n] = deviation[a]!;
  }
  if (!eliminate(rows, n, 1)) return 0;
  return axes.reduce((sum, axis, i) => sum + (deviation[axis]! * rows[i * (n + 1) + n]!) / size, 0) / n;
}

const axesOf = ({ control }: ExaminedControl) =>
  [0, 1, 2].filter((axis) => Number.isFinite(control.xyz[axis]));

/** How far a point is from where all others put it, metres, and squared in units of what that is worth, an axis. */
interface LeftOut {
  readonly off: Vec3;
  readonly square: number;
  /** What the difference is worth, metres; infinite where nothing but its own coordinates holds the point. */
  readonly sigma: Vec3;
}

/**
 * How far each used point is from where the rest of the block puts it, squared, in units of what that is worth: its
 * own coordinates taken out of the solution in closed form (leave one out; W. Baarda's data snooping, 1968).
 */
function leaveOneOut(precision: Precision, used: readonly ExaminedControl[]): LeftOut[] {
  const { network, state } = precision.solved;
  const unchecked: Vec3 = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const found = used.map((): LeftOut => ({ off: [0, 0, 0], square: 0, sigma: unchecked }));
  const index = new Map(network.held.map(({ point }, k) => [point, k] as const));
  forPointCovariances(precision, index.keys(), (point, covariance) => {
    const k = index.get(point)!;
    const { weight, xyz } = network.held[k]!;
    const own = inverseOf(covariance);
    if (!own) return;
    const factor = precision.varianceFactor;
    const deviation = [0, 1, 2].map((axis) =>
      weight[axis]! > 0 ? state.points[3 * point + axis]! - xyz[axis]! : 0,
    );
    const pull = [0, 1, 2].map((i) => [0, 1, 2].reduce((sum, j) => sum + own[3 * i + j]! * deviation[j]!, 0));
    const rest = [0, 1, 2, 4, 5, 8].map((place) => own[place]!);
    for (const [axis, place] of [0, 3, 5].entries()) rest[place]! -= weight[axis]! / factor;
    const without = inverseOf(rest);
    if (!without || without[0]! < 0 || without[4]! < 0 || without[8]! < 0) return;
    const off = [0, 1, 2].map((i) => [0, 1, 2].reduce((sum, j) => sum + without[3 * i + j]! * pull[j]!, 0));
    const total = [0, 1, 2, 4, 5, 8].map((place) => without[place]!);
    for (const [axis, place] of [0, 3, 5].entries()) {
      if (weight[axis]! > 0) total[place]! += factor / weight[axis]!;
    }
    const place = off as unknown as Vec3;
    const sigma = [0, 3, 5].map((axis) => Math.sqrt(total[axis]!)) as unknown as Vec3;
    found[k] = { off: place, square: squareAnAxis(place, total, axesOf(used[k]!)), sigma };
  });
  return found;
}

/**
 * Tests used points against the rest and those left out against the solution; changes `isOutlier` of one point to
 * true, or of those that agree after all to false.
 * @param used in the order of the network's held points
 * @param markFactor what marks are worth over what is stated
 * @returns whether anything changed
 */
export function testPoints(
  precision: Precision,
  examined: readonly ExaminedControl[],
  used: readonly ExaminedControl[],
  markFactor: number,
  settled: Set<ExaminedControl>,
): boolean {
  const squares = leaveOneOut(precision, used).map(({ square }) => square);
  const compared = used.length > fewPoints ? null : compareExplanations(precision, squares);
  for (const k of compared?.wrong ?? []) {
    used[k]!.isOutlier = true;
    settled.add(used[k]!);
  }
  if (compared) return compared.wrong.length > 0 || takeBack(precision, examined, markFactor, settled);
  const worst = squares.indexOf(greatestOf(squares));
  const others = squares.filter((_, k) => k !== worst).sort((a, b) => a - b);
  const median = others[others.length >> 1] ?? 0;
  const square = squares[worst] ?? 0;
  if (used.length > leastControl && square > outlierSquare && square > standOut * median) {
    used[worst]!.isOutlier = true;
    settled.add(used[worst]!);
    return true;
  }
  return takeBack(precision, examined, markFactor, settled);
}

/** Which of few points are wrong; null where their covariance is not known. */
function compareExplanations(precision: Precision, squares: readonly number[]): WrongPoints | null {
  if (greatestOf(squares) <= outlierSquare) return { wrong: [], open: [] };
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
  const compared = used.length > fewPoints ? null : compareExplanations(precision, squares);
  const labels = (compared?.open ?? [worst]).map((k) => used[k]!.control.label);
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
    const error = greatestOf([0, ...errors]);
    return error > 0 ? [{ label: control.label, error }] : [];
  });
  return open.reduce<Unnoticed | null>((worst, one) => (one.error > (worst?.error ?? 0) ? one : worst), null);
}

/** Believes points again that lie where the solution without them puts them. */
function takeBack(
  precision: Precision,
  examined: readonly ExaminedControl[],
  markFactor: number,
  settled: Set<ExaminedControl>,
): boolean {
  const out = examined.filter(
    (one) => one.isOutlier && one.measured && hasPlan(one.control) && !settled.has(one),
  );
  const covariances = sightedCovariances(
    precision,
    out.map((one) => ({ xyz: one.measured!, marks: scaleMarks(goodMarks(one), markFactor) })),
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
function markLength(block: Reconstruction, mark: AdjustmentMark, { xyz, sigma }: JudgingPlace): number {
  const residual = markResidual(block, mark, xyz);
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
  const found = intersectRobustly(block, scaleMarks(marks, worth));
  const meeting = found?.isGood.filter(Boolean).length ?? 0;
  if (!found?.isGood[worst] || 2 * meeting <= marks.length) return false;
  for (const [m, isGood] of found.isGood.entries()) one.isGood[m] = isGood;
  one.measured = found.xyz;
  one.isOutlier = true;
  return true;
}

/**
 * Tests every mark against the place of its point: adjusted where it was used, else where its good marks meet, else as
 * given. Disbelieves the worst mark of each point, believes again those that agree after all. Where the marks of a
 * point meet, but not where its coordinates hold it, the coordinates are disbelieved instead.
 * @param placeOf place of a point; null where nothing tells it
 * @param used points whose coordinates take part
 * @param settled marks and points that changed before and keep what they are
 * @returns whether anything changed
 */
export function testMarks(
  block: Reconstruction,
  examined: readonly ExaminedControl[],
  placeOf: (one: ExaminedControl) => JudgingPlace | null,
  used: readonly ExaminedControl[],
  settled: Set<unknown>,
): boolean {
  const all = examined.map((one) => {
    const place = placeOf(one);
    return one.control.marks.map((mark) => (place ? markLength(block, mark, place) : null));
  });
  let held = used.length;
  const believed = all.flatMap((lengths, k) =>
    lengths.filter((length, m) => length !== null && examined[k]!.isGood[m]),
  );
  const sorted = believed.filter((length) => length !== null).sort((a, b) => a - b);
  const worth = Math.max(1, (sorted[sorted.length >> 1] ?? 0) / rayleighMedian);
  let changed = false;
  for (const [k, one] of examined.entries()) {
    let worst = -1;
    for (const [m, length] of all[k]!.entries()) {
      const mark = one.control.marks[m];
      if (length === null || settled.has(mark)) continue;
      if (one.isGood[m] && length > markDeviations * worth) {
        if (worst < 0 || length > all[k]![worst]!) worst = m;
      } else if (!one.isGood[m] && length < (markDeviations - 1) * worth) {
        one.isGood[m] = true;
        settled.add(mark);
        changed = true;
      }
    }
    if (worst < 0) continue;
    if (
      held > leastControl &&
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
