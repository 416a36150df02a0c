import type { Vec3 } from '../../math/vectors.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import {
  type ExaminedControl,
  inlierObservations,
  suspectOfObservation,
  suspectOfPoint,
} from './examine-control.ts';
import { observationResidual } from './intersect-observations.ts';
import type { ControlResult } from './problem.ts';

const unknown: Vec3 = [Number.NaN, Number.NaN, Number.NaN];

function difference(a: Vec3 | null, b: Vec3): Vec3 {
  return a ? [a[0] - b[0], a[1] - b[1], a[2] - b[2]] : unknown;
}

function describePoint(
  block: Reconstruction,
  examined: readonly ExaminedControl[],
  one: ExaminedControl,
  adjusted: Vec3 | null,
): ControlResult {
  const { control, isGood, measured, isOutlier } = one;
  const place = adjusted ?? measured;
  let [square, count] = [0, 0];
  const marks = control.marks.map((mark, k) => {
    const at =
      place ?? (Number.isFinite(control.xyz[0] + control.xyz[1] + control.xyz[2]) ? control.xyz : null);
    const residualPx = (at && observationResidual(block, mark, at)) ?? ([Number.NaN, Number.NaN] as const);
    if (isGood[k]) {
      square += residualPx[0] ** 2 + residualPx[1] ** 2;
      count++;
    }
    const suspect = isGood[k] ? null : suspectOfObservation(block, examined, one, mark);
    return { photo: mark.photo, residualPx, isOutlier: !isGood[k], suspect };
  });
  return {
    label: control.label,
    type: control.type,
    measured: inlierObservations(one).length > 1 ? measured : null,
    residual: difference(place, control.xyz),
    reprojectionRmsPx: count > 0 ? Math.sqrt(square / count) : Number.NaN,
    marks,
    isOutlier,
    suspect: isOutlier ? suspectOfPoint(examined, one) : null,
  };
}

/** The result for every surveyed point. @param adjusted positions of those used */
export function describeControl(
  block: Reconstruction,
  examined: readonly ExaminedControl[],
  adjusted: ReadonlyMap<ExaminedControl, Vec3>,
): ControlResult[] {
  return examined.map((one) => describePoint(block, examined, one, adjusted.get(one) ?? null));
}
