import { upperMedian } from '../../math/median.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { type AdjustedBlock, adjustBlockInSteps, runThrough } from './adjust-block.ts';
import type { AdjustmentKernel } from './adjustment-kernel.ts';
import type { UsedControl } from './build-network.ts';
import { type Strain, strainOf, type Unnoticed, unnoticedError } from './control-reliability.ts';
import { describeControl } from './control-results.ts';
import { describeCovariance } from './covariance.ts';
import { diagnose, groundSizeOf } from './diagnose.ts';
import {
  type ExaminedControl,
  examineObservations,
  examinePoints,
  hasPlan,
  inlierObservations,
  measureAgain,
  usedControl,
} from './examine-control.ts';
import { type Precision, precisionOf } from './precision.ts';
import type { AdjustmentProblem, AdjustmentResult, DeviationFactors, ScaleBarResult } from './problem.ts';
import { type JudgingPlace, scaleObservations, testObservations, testPoints } from './test-control.ts';
import { areNear, estimateDeviations, statedDeviations } from './variance-components.ts';

/** Maximum number of control tests, each followed by another adjustment. */
const maxRounds = 8;
/** Maximum number of adjustments with re-estimated standard deviations. */
const maxTrials = 2;
/** Minimum number of positions, or of control points with plan coordinates, that fix a block's frame. */
const minPlaced = 3;

const nowhere: Vec3 = [Number.NaN, Number.NaN, Number.NaN];

/** Standard deviation of the frame before control is used, from the photos' positions, metres. */
function frameSigma({ positions = [] }: AdjustmentProblem): number {
  return upperMedian(positions.map(({ sigma }) => Math.max(...sigma))) ?? 0;
}

interface ChosenControl {
  readonly used: readonly UsedControl[];
  /** The points that correspond to `used`. */
  readonly owners: readonly ExaminedControl[];
}

/**
 * Control used in the adjustment. Where neither positions nor control fix the block's frame, the frame is arbitrary;
 * then only distances between points are used, not coordinates.
 */
function chooseControl(
  problem: AdjustmentProblem,
  examined: readonly ExaminedControl[],
  observationFactor: number,
): ChosenControl {
  const inBars = new Set((problem.scaleBars ?? []).flatMap(({ from, to }) => [from, to]));
  const pairs = examined.flatMap((owner) => {
    const used = usedControl(owner, inBars);
    return used ? [{ owner, used }] : [];
  });
  const placed = pairs.filter(({ owner }) => hasPlan(owner.control)).length;
  const isPlaced = placed >= minPlaced || (problem.positions?.length ?? 0) >= minPlaced;
  const chosen = isPlaced ? pairs : pairs.filter(({ owner }) => inBars.has(owner.control.label));
  return {
    owners: chosen.map(({ owner }) => owner),
    used: chosen.map(({ used: { control, marks, guess } }) => ({
      control: isPlaced ? control : { ...control, xyz: nowhere },
      marks: scaleObservations(marks, observationFactor),
      guess,
    })),
  };
}

/** Adjusted positions of the control points used. */
function adjustedPlaces(
  { solved: { network, state } }: AdjustedBlock,
  used: readonly ExaminedControl[],
): Map<ExaminedControl, Vec3> {
  return new Map(
    network.held.map(({ point }, k) => {
      const [x, y, z] = state.points.subarray(3 * point, 3 * point + 3);
      return [used[k]!, [x!, y!, z!]] as const;
    }),
  );
}

/** Results for the measured distances. */
function describeBars({ scaleBars = [] }: AdjustmentProblem, places: ReadonlyMap<ExaminedControl, Vec3>) {
  const byLabel = new Map([...places].map(([{ control }, place]) => [control.label, place] as const));
  return scaleBars.map((bar): ScaleBarResult => {
    const [from, to] = [byLabel.get(bar.from), byLabel.get(bar.to)];
    const adjusted = from && to && Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
    return { ...bar, residual: adjusted === undefined ? null : adjusted - bar.length };
  });
}

interface Adjusted {
  readonly block: AdjustedBlock;
  readonly examined: readonly ExaminedControl[];
  readonly places: ReadonlyMap<ExaminedControl, Vec3>;
  readonly precision: Precision | null;
  readonly iterations: number;
  readonly removed: number;
  readonly deviations: DeviationFactors;
  readonly strain: Strain | null;
  readonly unnoticed: Unnoticed | null;
}

/**
 * Position that a point's observations are tested against: from the photos alone where enough of them determine it,
 * else the surveyed position with its standard deviation.
 */
function judgingPlace(one: ExaminedControl, adjusted: Vec3 | undefined): JudgingPlace | null {
  const found =
    inlierObservations(one).length > 2 && one.measured ? one.measured : (adjusted ?? one.measured);
  if (found) return { xyz: found, sigma: 0 };
  const { xyz, sigma } = one.control;
  return !one.isOutlier && xyz.every(Number.isFinite) ? { xyz, sigma: Math.max(...sigma) } : null;
}

/** A problem's positions with scaled standard deviations. */
function scalePositions({ positions = [] }: AdjustmentProblem, { plan, height }: DeviationFactors) {
  return positions.map(({ sigma, ...prior }) => {
    const scaled: Vec3 = [plan * sigma[0], plan * sigma[1], height * sigma[2]];
    return { ...prior, sigma: scaled };
  });
}

/**
 * Adjusts, tests the control, and adjusts again until the remaining control agrees and the standard deviations of
 * observations and positions match their residuals.
 */
function* adjustWithControl(
  kernel: AdjustmentKernel,
  problem: AdjustmentProblem,
): Generator<number, Adjusted> {
  const examined = examineObservations(kernel, problem.reconstruction, problem.control ?? []);
  examinePoints(problem.reconstruction, examined, frameSigma(problem));
  const settledPoints = new Set<ExaminedControl>();
  const settledObservations = new Set<unknown>();
  let current = problem;
  let deviations = statedDeviations;
  let trials = 0;
  let [iterations, removed, steps] = [0, 0, 0];
  for (let round = 0; ; round++) {
    const { used: chosen, owners: used } = chooseControl(current, examined, deviations.marks);
    const running = adjustBlockInSteps(kernel, current, chosen);
    let next = running.next();
    for (; !next.done; next = running.next()) {
      steps++;
      yield 1 - Math.exp(-steps / 12);
    }
    const block = next.value;
    iterations += block.block.iterations;
    removed += block.block.removedObservations;
    const places = adjustedPlaces(block, used);
    const { reconstruction, varianceFactor } = block.block;
    for (const one of examined) measureAgain(kernel, reconstruction, one);
    const wantsPrecision = used.length > 0 || (problem.wants?.covariance ?? false);
    const precision = wantsPrecision ? precisionOf(kernel, block.solved, varianceFactor) : null;
    const changed =
      round < maxRounds &&
      ((precision !== null && testPoints(precision, examined, used, deviations.marks, settledPoints)) ||
        testObservations(
          reconstruction,
          examined,
          (one) => judgingPlace(one, places.get(one)),
          used,
          settledObservations,
        ));
    const found =
      changed || precision === null || trials >= maxTrials
        ? deviations
        : estimateDeviations(reconstruction, examined, precision, deviations);
    if (!changed && areNear(found, deviations)) {
      const strain = precision && strainOf(precision, used);
      const unnoticed = precision && unnoticedError(precision, used, groundSizeOf(reconstruction));
      return { block, examined, places, precision, iterations, removed, deviations, strain, unnoticed };
    }
    if (!changed) trials++;
    deviations = found;
    for (const one of examined) measureAgain(kernel, reconstruction, one);
    current = { ...problem, reconstruction, positions: scalePositions(problem, deviations) };
  }
}

/** As `adjust`; yields the completed fraction before every step, so that the caller may pause or stop. */
export function* adjustInSteps(
  kernel: AdjustmentKernel,
  problem: AdjustmentProblem,
): Generator<number, AdjustmentResult> {
  const {
    block: adjusted,
    examined,
    places,
    precision,
    iterations,
    removed,
    deviations,
    strain,
    unnoticed,
  } = yield* adjustWithControl(kernel, problem);
  const { block } = adjusted;
  const control = describeControl(block.reconstruction, examined, places);
  const covariance = problem.wants?.covariance && precision ? describeCovariance(precision) : null;
  const diagnosis = diagnose({
    block,
    control,
    givenOf: (index) => examined[index]!.control.xyz,
    nameOf: (photo) => problem.photoNames?.[photo] ?? `#${photo + 1}`,
    precision,
    covariance,
    strain,
    unnoticed,
  });
  return {
    ...block,
    iterations,
    removedObservations: removed,
    control,
    scaleBars: describeBars(problem, places),
    covariance,
    diagnosis,
    deviations,
  };
}

/**
 * Bundle adjustment: poses, intrinsics and points that best fit the observations, the photos' positions and the
 * control. Outliers among observations, positions and control points are detected, reported and excluded. The result is
 * deterministic. Time grows with the observations and with the square of the block's width in photos.
 */
export function adjust(kernel: AdjustmentKernel, problem: AdjustmentProblem): AdjustmentResult {
  return runThrough(adjustInSteps(kernel, problem));
}
