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

/** A surveyed point on its way through the adjustment: what of it is believed so far. */
export interface ExaminedControl {
  readonly control: AdjustmentControl;
  /** Which marks are believed; an entry a mark. */
  readonly isGood: boolean[];
  /** Where the good marks meet; null where they do not. */
  measured: Vec3 | null;
  /** The coordinates contradict the rest of the control. */
  isOutlier: boolean;
}

/** A block bends before it is adjusted with control: this share of its extent. */
const bendShare = 0.004;
/** Places of marks are worth this many pixels on the ground. */
const groundPx = 2;
/** Standard deviations off the common shift beyond which one of few points is wrong. */
const shiftDeviations = 8;
/** Standard deviations off a similarity from which a point is wrong whatever the adjustment would say. */
const grossDeviations = 10;
/** So many points do not agree by chance. */
const fewAgreeing = 6;
/** What the frame of satellite positions may be turned and stretched by. */
const [maxTurn, maxStretch] = [0.2, 0.1];

export const hasPlan = ({ xyz }: AdjustmentControl): boolean =>
  Number.isFinite(xyz[0]) && Number.isFinite(xyz[1]);
const isComplete = (control: AdjustmentControl): boolean =>
  hasPlan(control) && Number.isFinite(control.xyz[2]);

/** Marks that are believed. */
export function inlierObservations({ control, isGood }: ExaminedControl): ImageObservation[] {
  return control.marks.filter((_, k) => isGood[k]);
}

/** Measures the place of a point again with its good marks. */
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
 * Tests the marks of each point against each other with the block as it is. Where two marks alone disagree, neither
 * is believed: the adjusted photos tell later.
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

/** Metres a pixel of a photo at a place. */
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
 * Points that a robust similarity leaves out and that are far off, whichever of the others is left out beside them:
 * of four points three may agree with each other by chance. Smaller errors are left to the statistics of the adjustment.
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
 * similarity between measured and given places where there are four or more points, else by their common shift. Marks
 * points as outliers; small errors are left to the statistics of the adjustment.
 * @param frameSigma what the frame itself is worth, metres: positions of the photos; 0 where control made it
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
 * A point as ground control that takes part: believed, and with marks that say something; else null.
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

/** Within this many pixels a mark shows another target, at least. */
const minSuspectPx = 6;
/** A place is another point's where it is this share nearer to it than to its own. */
const suspectShare = 0.1;

const placeOf = ({ control, measured, isOutlier }: ExaminedControl): Vec3 | null =>
  !isOutlier && isComplete(control) ? control.xyz : measured;

/** Label of the surveyed point whose projection a mark is on; null where it is on none. */
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

/** Label of the surveyed point whose coordinates are where the marks of an outlier meet; null where there is none. */
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
