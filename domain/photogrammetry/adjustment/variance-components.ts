import { clamp } from '../../math/clamp.ts';
import { upperMedian } from '../../math/median.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { symmetricEntry } from './envelope.ts';
import { type ExaminedControl, inlierObservations } from './examine-control.ts';
import { observationResidual } from './intersect-observations.ts';
import type { Precision } from './precision.ts';
import { positionResidual } from './priors.ts';
import type { DeviationFactors } from './problem.ts';

/** What is taken of the statements before anything is known. */
export const statedDeviations: DeviationFactors = { marks: 1, plan: 1, height: 1 };

/** Residuals, less what they determine, from which a standard deviation is estimated within a sixth. */
const minRedundancy = 20;
/** Bounds of what residuals may make of a statement. */
const [minFactor, maxFactor] = [0.1, 10];
/** Median of |e| over σ of a normal error. */
const normalMedian = 0.6745;
/** A position that the block follows gives no information on its own error. */
const minShare = 0.2;

const bounded = (factor: number) => clamp(factor, minFactor, maxFactor);

/** What the deviations of marks turn out to be over what was stated: how marks of a point miss their common place. */
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
 * Robust deviation of positions along some axes over what `network` was given: each residual over the share of its
 * deviation that the rest of the block leaves it (redundancy numbers, W. Baarda, 1968).
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
 * Standard deviations of marks and positions that residuals show, over the stated ones (variance components, F. R.
 * Helmert, 1907, each group by its own redundancy). A group too small to tell keeps its factor.
 * @param before factors that the solution was made with
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

/** Whether another adjustment with the new factors would give other precisions. */
export function areNear(a: DeviationFactors, b: DeviationFactors): boolean {
  return (['marks', 'plan', 'height'] as const).every(
    (group) => Math.abs(Math.log(a[group] / b[group])) < 0.1,
  );
}
