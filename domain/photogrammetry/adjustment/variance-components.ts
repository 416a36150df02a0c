import { clamp } from '../../math/clamp.ts';
import { upperMedian } from '../../math/median.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { symmetricEntry } from './envelope.ts';
import { type ExaminedControl, inlierObservations } from './examine-control.ts';
import { observationResidual } from './intersect-observations.ts';
import type { Precision } from './precision.ts';
import { positionResidual } from './priors.ts';
import type { DeviationFactors } from './problem.ts';

/** Initial factors: the stated standard deviations. */
export const statedDeviations: DeviationFactors = { marks: 1, plan: 1, height: 1 };

/** Minimum redundancy to estimate a standard deviation within a sixth. */
const minRedundancy = 20;
/** Limits of the factors estimated from residuals. */
const [minFactor, maxFactor] = [0.1, 10];
/** Median of |e| over σ of a normal error. */
const normalMedian = 0.6745;
/** Minimum redundancy number: a position that the block follows gives no information on its own error. */
const minShare = 0.2;

const bounded = (factor: number) => clamp(factor, minFactor, maxFactor);

/** Estimated over stated standard deviation of image observations, from their residuals to the point's position. */
function observationFactor(
  block: Reconstruction,
  examined: readonly ExaminedControl[],
  before: number,
): number {
  let [squares, redundancy] = [0, 0];
  for (const one of examined) {
    const marks = inlierObservations(one);
    if (!one.measured || marks.length < 2) continue;
    for (const mark of marks) {
      const residual = observationResidual(block, mark, one.measured);
      if (residual) squares += (Math.hypot(...residual) / mark.sigmaPx) ** 2;
    }
    redundancy += 2 * marks.length - 3;
  }
  return redundancy < minRedundancy ? before : bounded(Math.sqrt(squares / redundancy));
}

/**
 * Estimated over given standard deviation of positions along some axes, robust: each residual is normalised by its
 * redundancy (redundancy numbers, W. Baarda, 1968).
 */
function positionFactor({ solved, inverse }: Precision, axes: readonly (0 | 1 | 2)[]): number | null {
  const { network, layout, state } = solved;
  const deviations: number[] = [];
  for (const prior of network.positions) {
    const at = layout.pose[prior.photo]!;
    if (at < 0) continue;
    const { residual } = positionResidual(network, state, prior);
    for (const axis of axes) {
      if (axis === 2 && prior.hasHeight === false) continue;
      const own = symmetricEntry(inverse, at + 3 + axis, at + 3 + axis) / prior.sigma[axis] ** 2;
      if (1 - own > minShare)
        deviations.push(Math.abs(residual[axis]) / (prior.sigma[axis] * Math.sqrt(1 - own)));
    }
  }
  if (deviations.length < minRedundancy) return null;
  return upperMedian(deviations)! / normalMedian;
}

/**
 * Estimated over stated standard deviations of image observations and positions (variance components, F. R. Helmert,
 * 1907, each group by its own redundancy). A group that is too small keeps its factor.
 * @param before factors used in the solution
 */
export function estimateDeviations(
  block: Reconstruction,
  examined: readonly ExaminedControl[],
  precision: Precision,
  before: DeviationFactors,
): DeviationFactors {
  const plan = positionFactor(precision, [0, 1]);
  const height = positionFactor(precision, [2]);
  return {
    marks: observationFactor(block, examined, before.marks),
    plan: plan === null ? before.plan : bounded(before.plan * plan),
    height: height === null ? before.height : bounded(before.height * height),
  };
}

/** Whether two sets of factors are so close that another adjustment would not change the precision. */
export function areNear(a: DeviationFactors, b: DeviationFactors): boolean {
  return (['marks', 'plan', 'height'] as const).every(
    (group) => Math.abs(Math.log(a[group] / b[group])) < 0.1,
  );
}
