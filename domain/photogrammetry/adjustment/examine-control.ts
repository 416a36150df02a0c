import { upperMedian } from '../../math/median.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { toCamera } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import {
  applySimilarity,
  fitSimilarity,
  fitSimilarityRobustly,
  principalSpread,
  type RobustSimilarity,
  type Similarity,
} from '../model/similarity.ts';
import type { AdjustmentKernel } from './adjustment-kernel.ts';
import type { UsedControl } from './build-network.ts';
import { intersectRobustly, observationResidual, refinePlace } from './intersect-observations.ts';
import type { AdjustmentControl, ImageObservation } from './problem.ts';

/** A surveyed point during the adjustment, with the current outlier flags. */
export interface ExaminedControl {
  readonly control: AdjustmentControl;
  /** Which observations are inliers; one entry per observation. */
  readonly isGood: boolean[];
  /** Intersection of the inlier observations; null where there is none. */
  measured: Vec3 | null;
  /** The coordinates contradict the rest of the control. */
  isOutlier: boolean;
}

/** Expected deformation of a block before it is adjusted with control, as a fraction of its extent. */
const bendShare = 0.004;
/** Standard deviation of positions intersected from observations, pixels on the ground. */
const groundPx = 2;
/** Limit of deviation from the common shift for few points, in standard deviations. */
const shiftDeviations = 8;
/** Deviation from a similarity above which a point is rejected before the adjustment, in standard deviations. */
const grossDeviations = 10;
/** Number of points that do not agree by chance. */
const fewAgreeing = 6;
/** Maximum rotation and scale error of the frame of GNSS positions. */
const [maxTurn, maxStretch] = [0.2, 0.1];

export const hasPlan = ({ xyz }: AdjustmentControl): boolean =>
  Number.isFinite(xyz[0]) && Number.isFinite(xyz[1]);
const isComplete = (control: AdjustmentControl): boolean =>
  hasPlan(control) && Number.isFinite(control.xyz[2]);

/** Inlier observations. */
export function inlierObservations({ control, isGood }: ExaminedControl): ImageObservation[] {
  return control.marks.filter((_, k) => isGood[k]);
}

/** Intersects the inlier observations of a point again. */
export function measureAgain(
  kernel: AdjustmentKernel,
  block: Reconstruction,
  examined: ExaminedControl,
): void {
  const marks = inlierObservations(examined);
  const start = examined.measured ?? intersectRobustly(block, marks)?.xyz ?? null;
  examined.measured = start && refinePlace(kernel, block, marks, start);
}

/**
 * Tests the observations of each point against each other with the current block. Where a point has only two and they
 * disagree, both are rejected until the photos are adjusted.
 */
export function examineObservations(
  kernel: AdjustmentKernel,
  block: Reconstruction,
  control: readonly AdjustmentControl[],
): ExaminedControl[] {
  return control.map((point): ExaminedControl => {
    const found = intersectRobustly(block, point.marks);
    const disagree = !found && point.marks.length > 1;
    const examined: ExaminedControl = {
      control: point,
      isGood: point.marks.map((_, k) => found?.isGood[k] ?? !disagree),
      measured: found?.xyz ?? null,
      isOutlier: false,
    };
    measureAgain(kernel, block, examined);
    return examined;
  });
}

/** Ground sample distance of a photo at a position, metres per pixel. */
export function groundSizeAt({ photos, cameras }: Reconstruction, photo: number, place: Vec3): number {
  const { camera, pose } = photos[photo]!;
  return Math.abs(toCamera(pose, place)[2]) / cameras[camera]!.focal;
}

const medianOf = (values: readonly number[]): number => upperMedian(values) ?? 0;

function isNearIdentity({ scale, rotation }: Similarity): boolean {
  const trace = rotation[0] + rotation[4] + rotation[8];
  return Math.abs(scale - 1) < maxStretch && Math.acos(Math.min(1, (trace - 1) / 2)) < maxTurn;
}

/**
 * Points that a robust similarity rejects with a large residual, whichever other point is also removed: three of four
 * points may agree by chance. Smaller errors are left to the tests of the adjustment.
 */
function surelyWrong(
  from: readonly Vec3[],
  to: readonly Vec3[],
  sigma: readonly Vec3[],
  found: RobustSimilarity,
): number[] {
  const agreeing = found.agrees.flatMap((agrees, k) => (agrees ? [k] : []));
  const isFar = (similarity: Similarity, k: number) =>
    applySimilarity(similarity, from[k]!).some(
      (value, axis) => Math.abs(value - to[k]![axis]!) > grossDeviations * sigma[k]![axis]!,
    );
  const far = found.agrees.flatMap((agrees, k) => (!agrees && isFar(found.similarity, k) ? [k] : []));
  if (agreeing.length >= fewAgreeing) return far;
  return far.filter((k) =>
    agreeing.every((other) => {
      const kept = [...agreeing.filter((one) => one !== other), k];
      const similarity = fitSimilarity(
        kept.map((one) => from[one]!),
        kept.map((one) => to[one]!),
      );
      return !similarity || !isNearIdentity(similarity) || kept.some((one) => isFar(similarity, one));
    }),
  );
}

/**
 * Tests the coordinates of ground control against each other before any of them enters the adjustment: by a robust
 * similarity between measured and given positions where there are four or more points, else by their common shift.
 * Flags outliers; small errors are left to the tests of the adjustment.
 * @param frameSigma standard deviation of the frame from the photos' positions, metres; 0 where it is derived from
 * control
 */
export function examinePoints(
  block: Reconstruction,
  examined: readonly ExaminedControl[],
  frameSigma: number,
): void {
  const tested = examined.filter(
    ({ control, measured }) => control.type === 'gcp' && hasPlan(control) && measured,
  );
  if (tested.length < 3) return;
  const [extent] = principalSpread(block.photos.map(({ pose }) => pose.centre));
  const rise = medianOf(
    tested.filter(({ control }) => isComplete(control)).map((one) => one.control.xyz[2] - one.measured![2]),
  );
  const from = tested.map(({ measured }) => measured!);
  const to = tested.map(({ control: { xyz }, measured }): Vec3 => {
    return [xyz[0], xyz[1], Number.isFinite(xyz[2]) ? xyz[2] : measured![2] + rise];
  });
  const sigma = tested.map((one): Vec3 => {
    const base = Math.hypot(
      bendShare * extent,
      groundPx * groundSizeAt(block, one.control.marks[0]!.photo, one.measured!),
    );
    return one.control.sigma.map((value) => Math.hypot(value, base)) as unknown as Vec3;
  });
  const found = tested.length < 4 ? null : fitSimilarityRobustly(from, to, sigma, 1);
  if (found && isNearIdentity(found.similarity) && found.agrees.filter(Boolean).length >= 3) {
    for (const k of surelyWrong(from, to, sigma, found)) tested[k]!.isOutlier = true;
    return;
  }
  const shift = [0, 1, 2].map((axis) => medianOf(to.map((xyz, k) => xyz[axis]! - from[k]![axis]!)));
  const isOff = to.map((xyz, k) =>
    shift.some(
      (value, axis) =>
        Math.abs(xyz[axis]! - from[k]![axis]! - value) >
        shiftDeviations * Math.hypot(sigma[k]![axis]!, frameSigma / 2),
    ),
  );
  if (2 * isOff.filter(Boolean).length >= tested.length) return;
  for (const [k, one] of tested.entries()) one.isOutlier = isOff[k]!;
}

/**
 * The point as ground control to use; null for an outlier, without inlier observations, or with neither coordinates nor
 * a measured distance.
 * @param kept labels of points whose distances were measured
 */
export function usedControl(one: ExaminedControl, kept: ReadonlySet<string>): UsedControl | null {
  const { control, measured, isOutlier } = one;
  if (control.type !== 'gcp' || isOutlier) return null;
  const marks = inlierObservations(one);
  const guess = measured ?? (isComplete(control) ? control.xyz : null);
  const says = hasPlan(control) || Number.isFinite(control.xyz[2]) || kept.has(control.label);
  return guess && marks.length > 0 && says ? { control, marks, guess } : null;
}

/** Minimum search radius for another target at an observation, pixels. */
const minSuspectPx = 6;
/**
 * A position is assigned to another point where its distance to it is below this fraction of the distance to its own.
 */
const suspectShare = 0.1;

const placeOf = ({ control, measured, isOutlier }: ExaminedControl): Vec3 | null =>
  !isOutlier && isComplete(control) ? control.xyz : measured;

/** Label of the surveyed point whose projection is at the observation; null where there is none. */
export function suspectOfObservation(
  block: Pick<Reconstruction, 'cameras' | 'photos'>,
  examined: readonly ExaminedControl[],
  owner: ExaminedControl,
  mark: ImageObservation,
): string | null {
  let best: { label: string; distance: number } | null = null;
  for (const other of examined) {
    const place = other === owner ? null : placeOf(other);
    const residual = place && observationResidual(block, mark, place);
    if (!residual) continue;
    const distance = Math.hypot(...residual);
    const limit = Math.max(minSuspectPx, 10 * mark.sigmaPx);
    if (distance <= limit && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) {
      best = { label: other.control.label, distance };
    }
  }
  return best?.label ?? null;
}

/**
 * Label of the surveyed point whose coordinates match the intersected observations of an outlier; null where there is
 * none.
 */
export function suspectOfPoint(examined: readonly ExaminedControl[], owner: ExaminedControl): string | null {
  const { control, measured } = owner;
  if (!measured || !hasPlan(control)) return null;
  const distanceTo = ({ xyz }: AdjustmentControl) => {
    const z = Number.isFinite(xyz[2]) ? xyz[2] - measured[2] : 0;
    return Math.hypot(xyz[0] - measured[0], xyz[1] - measured[1], z);
  };
  const own = distanceTo(control);
  const others = examined
    .filter((one) => one !== owner && hasPlan(one.control))
    .map((one) => ({ label: one.control.label, distance: distanceTo(one.control) }))
    .sort((a, b) => a.distance - b.distance);
  const [nearest] = others;
  return nearest && nearest.distance < suspectShare * own ? nearest.label : null;
}
