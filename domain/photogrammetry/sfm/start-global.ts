import { type Mat3, multiply, rotate, rotationVector, transpose } from '../../math/rotations.ts';
import { nearestRotation } from '../../math/svd3.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { VerifiedPair } from '../model/features.ts';
import { areCollinear } from '../model/similarity.ts';
import { averagePositions, type MeasuredPosition, type RelativeDirection } from './average-positions.ts';
import { averageRotations, toWorldDirection } from './average-rotations.ts';
import { type Block, registerPhoto } from './block.ts';
import type { SfmProblem } from './problem.ts';

/** Maximum deviation of a relative rotation from the averaged ones, radians (4 degrees). */
const maxRotationError = (4 * Math.PI) / 180;
/** Minimum angle between rays for a pair's direction to be used, degrees. */
const minAngle = 1.5;
/**
 * Maximum angle at which a direction agrees with two positions, as a cosine, and the minimum fraction that must agree.
 */
const agreementCosine = Math.cos((20 * Math.PI) / 180);
const minAgreement = 0.5;
const gaugeRounds = 10;
/** Angle of a direction to its positions at which its weight in the gauge falls to a quarter, radians. */
const gaugeDoubt = 0.15;
/** Minimum fraction of photos with a position. */
const minPlaced = 0.5;

/** A pair of vectors to be aligned by a rotation: own = Q · world. */
interface VectorPair {
  readonly own: Vec3;
  readonly world: Vec3;
  readonly weight: number;
}

/** Rotation Q with own ≈ Q · world, robust against single outliers (reweighted Kabsch). */
function alignVectors(pairs: readonly VectorPair[]): Mat3 {
  let q: Mat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let round = 0; round < gaugeRounds; round++) {
    const sum = new Float64Array(9);
    for (const { own, world, weight } of pairs) {
      const turned = rotate(q, world);
      const off = Math.hypot(turned[0] - own[0], turned[1] - own[1], turned[2] - own[2]);
      const w = round === 0 ? weight : weight / (1 + (off / gaugeDoubt) ** 2) ** 2;
      for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) sum[3 * r + c]! += w * own[r]! * world[c]!;
    }
    q = Array.from(nearestRotation(sum)) as unknown as Mat3;
  }
  return q;
}

/** The rotation between own frame and world from attitudes: R_attitude = R_own Q, robustly averaged. */
export function gaugeFromAttitudes(own: readonly Mat3[], attitudes: readonly (Mat3 | null)[]): Mat3 | null {
  const votes = own.flatMap((r, i) => {
    const attitude = attitudes[i];
    return attitude ? [multiply(transpose(r), attitude)] : [];
  });
  if (votes.length === 0) return null;
  let q = votes[0]!;
  for (let round = 0; round < gaugeRounds; round++) {
    const sum = new Float64Array(9);
    for (const vote of votes) {
      const off = Math.hypot(...rotationVector(multiply(transpose(q), vote)));
      const w = round === 0 ? 1 : 1 / (1 + (off / gaugeDoubt) ** 2) ** 2;
      for (let c = 0; c < 9; c++) sum[c]! += w * vote[c]!;
    }
    q = Array.from(nearestRotation(sum)) as unknown as Mat3;
  }
  return q;
}

interface Graph {
  readonly members: readonly number[];
  readonly rotations: Mat3[];
  /** Directions between positions in the frame of the rotations. */
  readonly directions: RelativeDirection[];
}

/** Averaged rotations of a component and the directions of its good pairs. */
function averageGraph(members: readonly number[], pairs: readonly VerifiedPair[]): Graph {
  const index = new Map(members.map((photo, k) => [photo, k]));
  const edges = pairs
    .filter(({ a, b }) => index.has(a) && index.has(b))
    .map((pair) => ({
      pair,
      a: index.get(pair.a)!,
      b: index.get(pair.b)!,
      rotation: pair.rotation as unknown as Mat3,
      weight: pair.matches.length / 2,
    }));
  const { rotations, residuals } = averageRotations(members.length, edges);
  const directions = edges.flatMap(({ pair, a, b }, e): RelativeDirection[] => {
    if (pair.kind === 'rotation' || pair.medianAngleDeg < minAngle || residuals[e]! > maxRotationError)
      return [];
    const [x, y, z] = toWorldDirection(rotations[b]!, pair.translation as unknown as Vec3);
    return [{ a, b, direction: [-x, -y, -z] }];
  });
  return { members, rotations, directions };
}

/** Pairs of directions: from the matches, and from positions farther apart than their noise. */
function directionPairs(
  directions: readonly RelativeDirection[],
  measured: readonly (MeasuredPosition | null)[],
): VectorPair[] {
  return directions.flatMap(({ a, b, direction }): VectorPair[] => {
    const [p, q] = [measured[a], measured[b]];
    if (!p || !q) return [];
    const v = [0, 1, 2].map((c) => q.position[c]! - p.position[c]!);
    const length = Math.hypot(...v);
    const noise = Math.hypot(p.sigma[0], p.sigma[1], q.sigma[0], q.sigma[1]);
    if (!(length > noise)) return [];
    const world: Vec3 = [v[0]! / length, v[1]! / length, v[2]! / length];
    return [{ own: direction, world, weight: Math.min(1, (length / (10 * noise)) ** 2) }];
  });
}

/** The gauge from positions, or from attitudes where the positions are collinear; null where neither determines it. */
function findGauge(
  problem: SfmProblem,
  graph: Graph,
  measured: readonly (MeasuredPosition | null)[],
): Mat3 | null {
  const known = measured.filter((m) => m !== null);
  const places = known.map((m) => m.position);
  const sigma = known.reduce((sum, m) => sum + m.sigma[0], 0) / Math.max(1, known.length);
  const pairs = directionPairs(graph.directions, measured);
  const attitudes = graph.members.map((photo) => problem.photos[photo]!.prior.rotation);
  const canTell = !areCollinear(places, sigma) && pairs.length >= 3;
  const candidates = [canTell ? alignVectors(pairs) : null, gaugeFromAttitudes(graph.rotations, attitudes)];
  for (const gauge of candidates) {
    if (!gauge) continue;
    if (pairs.length < 3) return gauge;
    let [agreeing, total] = [0, 0];
    for (const { own, world, weight } of pairs) {
      const turned = rotate(gauge, world);
      total += weight;
      if (turned[0] * own[0] + turned[1] * own[1] + turned[2] * own[2] > agreementCosine) agreeing += weight;
    }
    if (agreeing >= minAgreement * total) return gauge;
  }
  return null;
}

/** Minimum standard deviation of a measured position relative to directions, metres. */
const minSigma = 0.05;

/**
 * Poses of all photos of a component at once: rotations averaged over the verified pairs, transformed into the frame of
 * the priors by the directions between positions (or by attitudes), positions averaged with the measured ones.
 * Registers the photos in the block, in the frame of the priors.
 * @returns false where positions are too few or contradict the pairs
 */
export function startGlobally(problem: SfmProblem, block: Block, members: readonly number[]): boolean {
  const measured = members.map((photo): MeasuredPosition | null => {
    const { position, sigma } = problem.photos[photo]!.prior;
    if (!position) return null;
    const [e, n, u] = sigma ?? [5, 5, 10];
    return { position, sigma: [Math.max(e, minSigma), Math.max(n, minSigma), Math.max(u, minSigma)] };
  });
  const placed = measured.filter((m) => m !== null).length;
  if (placed < 3 || placed < minPlaced * members.length) return false;
  const graph = averageGraph(members, problem.pairs);
  const gauge = findGauge(problem, graph, measured);
  if (!gauge) return false;
  const back = transpose(gauge);
  const turned = graph.directions.map(({ a, b, direction }) => ({
    a,
    b,
    direction: rotate(back, direction),
  }));
  const centres = averagePositions(measured, turned);
  members.forEach((photo, k) => {
    registerPhoto(block, photo, { rotation: multiply(graph.rotations[k]!, gauge), centre: centres[k]! });
  });
  return true;
}
