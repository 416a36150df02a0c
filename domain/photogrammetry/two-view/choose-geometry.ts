import { upperMedian } from '../../math/median.ts';
import { estimateRobustly, type RobustProblem } from '../../math/ransac.ts';
import { nearestRotation } from '../../math/svd3.ts';
import type { PairKind } from '../model/features.ts';
import { epipolarLoss, essentialOf, poseOfEssential, type RelativePose, sampsonSquared } from './epipolar.ts';
import {
  addOuter,
  decomposeHomography,
  homographyInverse,
  homographyLoss,
  homographySquared,
  polishHomography,
  polishRotation,
  solveHomography,
} from './homography.ts';
import type { MatchRays } from './rays.ts';
import { refineRelativePose } from './refine-relative.ts';

/** Largest noise, in units of `errorUnitPx`, over which losses are marginalised; the cutoff is at 3.4 times it. */
export const maxSigma = 1.5;
/** One over its square, as passed to the loss functions. */
export const lossScale = 1 / (maxSigma * maxSigma);

function homographyProblem(rays: MatchRays): RobustProblem {
  return {
    count: rays.count,
    sampleSize: 4,
    modelSize: 9,
    maxModels: 1,
    solve: (sample, models) => (solveHomography(rays, sample, models) ? 1 : 0),
    loss: (model, bound, order) => homographyLoss(model, rays, lossScale, bound, order),
    polish: (model) => polishHomography(model, rays, lossScale),
  };
}

function rotationProblem(rays: MatchRays): RobustProblem {
  return {
    count: rays.count,
    sampleSize: 2,
    modelSize: 9,
    maxModels: 1,
    solve(sample, models) {
      const sum = new Float64Array(9);
      for (const i of sample) addOuter(sum, rays, i, 1);
      models.set(nearestRotation(sum));
      return 1;
    },
    loss: (model, bound, order) => homographyLoss(model, rays, lossScale, bound, order),
    polish: (model) => polishRotation(model, rays, lossScale),
  };
}

/**
 * Geometric robust information criterion (P. H. S. Torr, 1998): lowest for the best model, given its dimension d (3 for
 * an epipolar geometry, 2 for a homography or a rotation) and parameters k.
 */
function gric(squares: Float64Array, sigmaSquared: number, d: number, k: number): number {
  const n = squares.length;
  let sum = 0;
  for (const s of squares) sum += Math.min(s / sigmaSquared, 2 * (4 - d));
  return sum + Math.log(4) * d * n + Math.log(4 * n) * k;
}

const medianOf = (values: Float64Array): number => upperMedian(values) ?? 0;

/** The geometry of a pair's inliers. */
export interface Geometry {
  readonly kind: PairKind;
  readonly pose: RelativePose;
  readonly homography: Float64Array | null;
}

/** Squared distances of all matches to a homography, units of their error. */
export function squaresOf(rays: MatchRays, model: Float64Array): Float64Array {
  const inverse = homographyInverse(model);
  return Float64Array.from({ length: rays.count }, (_, i) =>
    inverse ? homographySquared(model, inverse, rays, i) : Number.POSITIVE_INFINITY,
  );
}

/** Selects epipolar geometry, plane or rotation, whichever fits the inliers best, with its pose. */
export function chooseGeometry(inliers: MatchRays, start: RelativePose, seed: number): Geometry {
  const options = { seed, maxIterations: 200, confidence: 0.999 };
  const all = Uint32Array.from({ length: inliers.count }, (_, i) => i);
  const e = essentialOf(start.rotation, start.translation);
  const epipolar = Float64Array.from(all, (i) => sampsonSquared(e, inliers, i));
  const sigmaSquared = Math.max(0.04, medianOf(epipolar) / 0.455);
  const general = gric(epipolar, sigmaSquared, 3, 5);
  const turned = estimateRobustly(rotationProblem(inliers), options);
  const plane = estimateRobustly(homographyProblem(inliers), options);
  const rotationScore = turned ? gric(squaresOf(inliers, turned.model), sigmaSquared, 2, 3) : Infinity;
  const planeScore = plane ? gric(squaresOf(inliers, plane.model), sigmaSquared, 2, 8) : Infinity;
  if (turned && rotationScore <= Math.min(general, planeScore)) {
    const rotation = Array.from(turned.model) as unknown as RelativePose['rotation'];
    return { kind: 'rotation', pose: { rotation, translation: start.translation }, homography: turned.model };
  }
  if (!plane || planeScore > general) return { kind: 'general', pose: start, homography: null };
  return { kind: 'planar', pose: poseOfPlane(inliers, plane.model, start, all), homography: plane.model };
}

/**
 * The best of the current pose and those from the plane, by loss and by the number of matches in front of both cameras.
 */
function poseOfPlane(rays: MatchRays, h: Float64Array, start: RelativePose, all: Uint32Array): RelativePose {
  const value = (pose: RelativePose) => {
    const e = essentialOf(pose.rotation, pose.translation);
    const { inFront } = poseOfEssential(e, rays, all);
    return epipolarLoss(e, rays, lossScale, Number.POSITIVE_INFINITY, all) + (rays.count - inFront);
  };
  let best = start;
  let least = value(start);
  for (const candidate of decomposeHomography(h, rays, all).slice(0, 2)) {
    const { pose } = refineRelativePose(candidate, rays, lossScale, 10);
    const loss = value(pose);
    if (loss < least - 1e-6 * rays.count) {
      best = pose;
      least = loss;
    }
  }
  return best;
}

/** Median angle between the rays of the matches, degrees. */
export function medianAngle(rays: MatchRays, { rotation: r }: RelativePose): number {
  const angles = Float64Array.from({ length: rays.count }, (_, i) => {
    const k = 3 * i;
    const [x, y, z] = [rays.a[k]!, rays.a[k + 1]!, rays.a[k + 2]!];
    const dx = r[0] * x + r[1] * y + r[2] * z - rays.b[k]!;
    const dy = r[3] * x + r[4] * y + r[5] * z - rays.b[k + 1]!;
    const dz = r[6] * x + r[7] * y + r[8] * z - rays.b[k + 2]!;
    return 2 * Math.asin(Math.min(1, Math.hypot(dx, dy, dz) / 2));
  });
  return (medianOf(angles) * 180) / Math.PI;
}
