import { estimateRobustly, type RobustProblem } from '../../math/ransac.ts';
import type { Camera } from '../model/camera.ts';
import type { FeatureSet, VerifiedPair } from '../model/features.ts';
import {
  chooseGeometry,
  type Geometry,
  lossScale,
  maxSigma,
  medianAngle,
  squaresOf,
} from './choose-geometry.ts';
import {
  decomposeEssential,
  epipolarLoss,
  essentialOf,
  isAheadOrFar,
  poseOfEssential,
  sampsonSquared,
} from './epipolar.ts';
import { solveFivePoint } from './five-point.ts';
import { marginalCut } from './marginal-loss.ts';
import { errorUnitPx, type MatchRays, matchRays, pickRays, type RaySide } from './rays.ts';
import { refineRelativePose } from './refine-relative.ts';

/** One image of a pair: positions and sizes of its features, and the current camera. */
export interface PairSide {
  readonly features: Pick<FeatureSet, 'count' | 'xy' | 'scale'>;
  readonly camera: Camera;
}

const minInliers = 15;
/** Number of matches used to choose the geometry; more only cost time. */
const enoughToChoose = 500;
/** Maximum base-10 logarithm of the number of false alarms of a verified pair. */
const maxLogFalseAlarms = -3;

/** The essential matrix of all matches as a problem for the robust estimator. */
function essentialProblem(rays: MatchRays): RobustProblem {
  return {
    count: rays.count,
    sampleSize: 5,
    modelSize: 9,
    maxModels: 10,
    solve: (sample, models) => solveFivePoint(rays.a, rays.b, sample, models),
    loss: (model, bound, order) => epipolarLoss(model, rays, lossScale, bound, order),
    polish(model) {
      const { rotations, direction } = decomposeEssential(model);
      const { pose } = refineRelativePose(
        { rotation: rotations[0], translation: direction },
        rays,
        lossScale,
        4,
      );
      model.set(essentialOf(pose.rotation, pose.translation));
    },
  };
}

function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log10((n - k + i) / i);
  return sum;
}

/**
 * Base-10 logarithm of the number of false alarms (L. Moisan and B. Stival, "A probabilistic criterion to detect rigid
 * point matches between two images and estimate the fundamental matrix", 2004): the expected number of sets of k
 * matches among n random ones that fit some epipolar geometry as well.
 * @param chance probability that a random match lies within the cut of an epipolar line
 */
export function logFalseAlarms(n: number, k: number, chance: number): number {
  if (k <= 5) return Number.POSITIVE_INFINITY;
  return Math.log10(10 * (n - 5)) + logChoose(n, k) + logChoose(k, 5) + (k - 5) * Math.log10(chance);
}

function chanceOfLine({ camera, unitPx }: RaySide): number {
  const band = 2 * Math.sqrt(marginalCut) * maxSigma * unitPx;
  return Math.min(1, (band * Math.hypot(camera.width, camera.height)) / (camera.width * camera.height));
}

/** At most `most` elements of a list, evenly sampled. */
function thin(list: readonly number[], most: number): number[] {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(most, list.length) }, (_, k) => list[Math.floor(k * step)]!);
}

/** Indices of the matches within the cut of an epipolar geometry. */
function inliersOf(e: Float64Array, rays: MatchRays): number[] {
  const inliers: number[] = [];
  for (let i = 0; i < rays.count; i++) {
    if (sampsonSquared(e, rays, i) * lossScale < marginalCut) inliers.push(i);
  }
  return inliers;
}

/**
 * Keeps the matches of a pair consistent with one rigid scene. A robust estimator finds the essential matrix by five
 * points on rays (so for any lens) and refines it; then plane or rotation are chosen where they fit as well.
 * @param matches ia, ib per match, length 2m; copied, the result holds the inliers in their order
 * @param seed seed of the samples: the same seed gives the same result
 * @returns null where fewer than 15 matches agree, or no more than expected by chance
 */
export function verifyPair(
  a: PairSide,
  b: PairSide,
  matches: Uint32Array,
  seed: number,
): Omit<VerifiedPair, 'a' | 'b'> | null {
  if (matches.length < 2 * minInliers) return null;
  const sideA: RaySide = { camera: a.camera, xy: a.features.xy, unitPx: errorUnitPx(a.features.scale) };
  const sideB: RaySide = { camera: b.camera, xy: b.features.xy, unitPx: errorUnitPx(b.features.scale) };
  const rays = matchRays(sideA, sideB, matches);
  const found = estimateRobustly(essentialProblem(rays), { seed, maxIterations: 1500, confidence: 0.9999 });
  if (!found) return null;
  const { rotations, direction } = decomposeEssential(found.model);
  const { pose: refined } = refineRelativePose(
    { rotation: rotations[0], translation: direction },
    rays,
    lossScale,
    10,
  );
  const e = essentialOf(refined.rotation, refined.translation);
  const picked = inliersOf(e, rays);
  const chance = Math.max(chanceOfLine(sideA), chanceOfLine(sideB));
  if (picked.length < minInliers) return null;
  if (logFalseAlarms(rays.count, picked.length, chance) > maxLogFalseAlarms) return null;
  const inliers = pickRays(rays, thin(picked, enoughToChoose));
  const every = Uint32Array.from({ length: inliers.count }, (_, k) => k);
  const geometry = chooseGeometry(inliers, poseOfEssential(e, inliers, every).pose, seed);
  return keepInliers(matches, rays, geometry);
}

/** The inliers of the chosen geometry, without those behind a camera. */
function keepInliers(
  matches: Uint32Array,
  rays: MatchRays,
  geometry: Geometry,
): Omit<VerifiedPair, 'a' | 'b'> | null {
  const { kind, homography } = geometry;
  let pose = geometry.pose;
  let kept: number[];
  if (kind === 'rotation') {
    const squares = squaresOf(rays, homography!);
    kept = [...squares.keys()].filter((i) => squares[i]! * lossScale < marginalCut);
  } else {
    const e = essentialOf(pose.rotation, pose.translation);
    const near = inliersOf(e, rays);
    pose = poseOfEssential(e, rays, near).pose;
    kept = near.filter((i) => isAheadOrFar(pose, rays, i));
  }
  if (kept.length < minInliers) return null;
  const out = new Uint32Array(2 * kept.length);
  kept.forEach((i, k) => {
    out[2 * k] = matches[2 * i]!;
    out[2 * k + 1] = matches[2 * i + 1]!;
  });
  const chosen = pickRays(rays, kept);
  return {
    kind,
    matches: out,
    rotation: [...pose.rotation],
    translation: [...pose.translation],
    medianAngleDeg: medianAngle(chosen, pose),
  };
}
