import { estimateRobustly } from '../../math/ransac.ts';
import { type Mat3, multiply, rotate, transpose } from '../../math/rotations.ts';
import { nearestRotation } from '../../math/svd3.ts';
import { symmetricEigen } from '../../math/symmetric-eigen.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Pose } from './pose.ts';

/** y = scale · rotation · x + shift. */
export interface Similarity {
  readonly scale: number;
  readonly rotation: Mat3;
  readonly shift: Vec3;
}

export function applySimilarity({ scale, rotation, shift }: Similarity, point: Vec3): Vec3 {
  const [x, y, z] = rotate(rotation, point);
  return [scale * x + shift[0], scale * y + shift[1], scale * z + shift[2]];
}

/** The pose of a camera after its world has been moved. */
export function movePose(similarity: Similarity, pose: Pose): Pose {
  return {
    rotation: multiply(pose.rotation, transpose(similarity.rotation)),
    centre: applySimilarity(similarity, pose.centre),
  };
}

/**
 * The similarity that minimises Σ w |to − s R from − t|² (S. Umeyama, "Least-squares estimation of transformation
 * parameters between two point patterns", 1991, equations 40 to 42).
 * @returns null with fewer than two points or all at one place; of collinear points the turn about their line is
 * arbitrary
 */
export function fitSimilarity(
  from: readonly Vec3[],
  to: readonly Vec3[],
  weights?: ArrayLike<number>,
): Similarity | null {
  const w = (i: number) => weights?.[i] ?? 1;
  let total = 0;
  const [mf, mt] = [new Float64Array(3), new Float64Array(3)];
  from.forEach((p, i) => {
    total += w(i);
    for (let c = 0; c < 3; c++) {
      mf[c]! += w(i) * p[c]!;
      mt[c]! += w(i) * to[i]![c]!;
    }
  });
  if (!(total > 0)) return null;
  for (let c = 0; c < 3; c++) {
    mf[c]! /= total;
    mt[c]! /= total;
  }
  const covariance = new Float64Array(9);
  let spread = 0;
  from.forEach((p, i) => {
    for (let r = 0; r < 3; r++) {
      const f = p[r]! - mf[r]!;
      spread += w(i) * f * f;
      for (let c = 0; c < 3; c++) covariance[3 * c + r]! += w(i) * (to[i]![c]! - mt[c]!) * f;
    }
  });
  if (!(spread > 0)) return null;
  const rotation = Array.from(nearestRotation(covariance)) as unknown as Mat3;
  let trace = 0;
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) trace += rotation[3 * r + c]! * covariance[3 * r + c]!;
  const scale = trace / spread;
  if (!(scale > 0)) return null;
  const [x, y, z] = rotate(rotation, [mf[0]!, mf[1]!, mf[2]!]);
  return { scale, rotation, shift: [mt[0]! - scale * x, mt[1]! - scale * y, mt[2]! - scale * z] };
}

/** Standard deviations of places along their principal axes, falling. */
export function principalSpread(places: readonly Vec3[]): [number, number, number] {
  const n = Math.max(1, places.length);
  const mean = [0, 1, 2].map((c) => places.reduce((sum, p) => sum + p[c]!, 0) / n);
  const m = new Float64Array(9);
  for (const p of places) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) m[3 * r + c]! += ((p[r]! - mean[r]!) * (p[c]! - mean[c]!)) / n;
    }
  }
  symmetricEigen(m, new Float64Array(9), 3);
  const sorted = [m[0]!, m[4]!, m[8]!].sort((a, b) => b - a).map((v) => Math.sqrt(Math.max(0, v)));
  return [sorted[0]!, sorted[1]!, sorted[2]!];
}

/** Whether places lie in one line as far as their noise lets one tell. */
export function areCollinear(places: readonly Vec3[], sigma: number): boolean {
  const [first, second] = principalSpread(places);
  return places.length < 3 || second < Math.max(3 * sigma, 0.03 * first) || second === 0;
}

/** Squared residuals in units of the positions' standard deviations. */
function squaresOf(
  s: Similarity,
  from: readonly Vec3[],
  to: readonly Vec3[],
  sigma: readonly Vec3[],
): Float64Array {
  return Float64Array.from(from, (p, i) => {
    const moved = applySimilarity(s, p);
    return [0, 1, 2].reduce((sum, c) => sum + ((moved[c]! - to[i]![c]!) / sigma[i]![c]!) ** 2, 0);
  });
}

const pack = ({ scale, rotation, shift }: Similarity) => [scale, ...rotation, ...shift];
const unpack = (v: Float64Array): Similarity => ({
  scale: v[0]!,
  rotation: Array.from(v.subarray(1, 10)) as unknown as Mat3,
  shift: [v[10]!, v[11]!, v[12]!],
});

/** Standard deviations that a residual may have before a position counts as wrong. */
const maxDeviations = 4;
const wrongSquare = 3 * maxDeviations ** 2;

/** A similarity that most pairs agree with, and which do. */
export interface RobustSimilarity {
  readonly similarity: Similarity;
  readonly agrees: readonly boolean[];
}

/**
 * Similarity that puts `from` onto positions of which some may be wrong: three at a time in the robust estimator, then
 * reweighted least squares (Cauchy's weights), then of those that agree alone.
 * @param sigma standard deviations of each position, same units as `to`
 * @returns also which positions agree; null where none is found
 */
export function fitSimilarityRobustly(
  from: readonly Vec3[],
  to: readonly Vec3[],
  sigma: readonly Vec3[],
  seed: number,
): RobustSimilarity | null {
  const refit = (s: Similarity): Similarity => {
    const squares = squaresOf(s, from, to, sigma);
    const weights = squares.map((v, i) => 1 / (1 + v / 9) / (sigma[i]![0] * sigma[i]![1]));
    return fitSimilarity(from, to, weights) ?? s;
  };
  const found = estimateRobustly(
    {
      count: from.length,
      sampleSize: Math.min(3, from.length),
      modelSize: 13,
      maxModels: 1,
      solve(sample, models) {
        const s = fitSimilarity(
          Array.from(sample, (i) => from[i]!),
          Array.from(sample, (i) => to[i]!),
        );
        if (s) models.set(pack(s));
        return s ? 1 : 0;
      },
      loss(model, bound, order) {
        const s = unpack(model);
        let sum = 0;
        for (const i of order) {
          const [square] = squaresOf(s, [from[i]!], [to[i]!], [sigma[i]!]);
          sum += Math.min(1, square! / wrongSquare);
          if (sum > bound) return sum;
        }
        return sum;
      },
      polish: (model) => {
        model.set(pack(refit(unpack(model))));
      },
    },
    { seed, maxIterations: 300, confidence: 0.999 },
  );
  if (!found) return null;
  let similarity = unpack(found.model);
  for (let round = 0; round < 10; round++) similarity = refit(similarity);
  const agrees = Array.from(squaresOf(similarity, from, to, sigma), (v) => v < wrongSquare);
  const good = agrees.flatMap((isGood, i) => (isGood ? [i] : []));
  if (good.length >= 3) {
    const weights = good.map((i) => 1 / (sigma[i]![0] * sigma[i]![1]));
    const last = fitSimilarity(
      good.map((i) => from[i]!),
      good.map((i) => to[i]!),
      weights,
    );
    similarity = last ?? similarity;
  }
  return { similarity, agrees };
}
