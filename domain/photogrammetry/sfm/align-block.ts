import { upperMedian } from '../../math/median.ts';
import { type Mat3, rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Pose } from '../model/pose.ts';
import {
  applySimilarity,
  areCollinear,
  fitSimilarityRobustly,
  movePose,
  principalSpread,
  type RobustSimilarity,
  type Similarity,
} from '../model/similarity.ts';
import { type Block, poseOf, setPose } from './block.ts';
import type { SfmBlock, SfmProblem } from './problem.ts';
import { gaugeFromAttitudes } from './start-global.ts';

/** The result of an alignment to the priors. */
export type Alignment = Pick<SfmBlock, 'frame' | 'doubt' | 'wrongPositions'>;

/** Minimum fraction of positions that agree with the block. */
const minAgreement = 0.5;

/** A block counts as unconstrained where the estimated noise of its positions exceeds the stated one by this factor. */
const floatingFactor = 3;

interface Placed {
  readonly photo: number;
  readonly centre: Vec3;
  readonly position: Vec3;
  readonly sigma: Vec3;
}

/** Standard deviations of a prior's position, metres. */
export function priorSigma(sigma: Vec3 | null): Vec3 {
  return sigma ?? [5, 5, 10];
}

function placedPhotos(problem: SfmProblem, block: Block): Placed[] {
  return block.order
    .toSorted((a, b) => a - b)
    .flatMap((photo): Placed[] => {
      const { position, sigma } = problem.photos[photo]!.prior;
      if (!position) return [];
      return [{ photo, centre: poseOf(block, photo).centre, position, sigma: priorSigma(sigma) }];
    });
}

/** Distance in standard deviations over three axes above which a position is an outlier (four each). */
const maxDistance = 7;
/** Expected deformation of an unadjusted block, as a fraction of its extent; added to the positions' noise. */
const bendShare = 0.02;

/** Standard deviations of positions, increased by the expected deformation of the block. */
function widened(placed: readonly Placed[]): Vec3[] {
  const [extent] = principalSpread(placed.map(({ position }) => position));
  const bend = bendShare * extent;
  return placed.map(
    ({ sigma }): Vec3 => [Math.hypot(sigma[0], bend), Math.hypot(sigma[1], bend), Math.hypot(sigma[2], bend)],
  );
}

/** Transforms the whole block: poses and points. */
export function moveBlock(block: Block, similarity: Similarity): void {
  for (const photo of block.order) setPose(block, photo, movePose(similarity, poseOf(block, photo)));
  const { point, hasPoint } = block;
  for (let t = 0; t < hasPoint.length; t++) {
    if (hasPoint[t] === 0) continue;
    point.set(applySimilarity(similarity, [point[3 * t]!, point[3 * t + 1]!, point[3 * t + 2]!]), 3 * t);
  }
}

/** Scale and shift for a given rotation: positions in one line do not determine it. */
function similarityWithTurn(placed: readonly Placed[], rotation: Mat3): Similarity | null {
  const n = placed.length;
  const turned = placed.map(({ centre }) => rotate(rotation, centre));
  const mean = (values: readonly Vec3[]) =>
    [0, 1, 2].map((c) => values.reduce((sum, v) => sum + v[c]!, 0) / n);
  const [from, to] = [mean(turned), mean(placed.map(({ position }) => position))];
  let [along, spread] = [0, 0];
  placed.forEach(({ position }, i) => {
    for (let c = 0; c < 3; c++) {
      const f = turned[i]![c]! - from[c]!;
      along += f * (position[c]! - to[c]!);
      spread += f * f;
    }
  });
  const scale = along / spread;
  if (!(scale > 0) || !Number.isFinite(scale)) return null;
  return {
    scale,
    rotation,
    shift: [to[0]! - scale * from[0]!, to[1]! - scale * from[1]!, to[2]! - scale * from[2]!],
  };
}

/** The rotation from a block's frame to the world from the attitudes of its photos. */
function turnFromAttitudes(problem: SfmProblem, block: Block): Mat3 | null {
  const poses: Pose[] = block.order.map((photo) => poseOf(block, photo));
  const gauge = gaugeFromAttitudes(
    poses.map(({ rotation }) => rotation),
    block.order.map((photo) => problem.photos[photo]!.prior.rotation),
  );
  return gauge && transpose(gauge);
}

/** The similarity supported by most of the positions; null where they contradict the block. */
function fitPositions(placed: readonly Placed[]): RobustSimilarity | null {
  const found = fitSimilarityRobustly(
    placed.map(({ centre }) => centre),
    placed.map(({ position }) => position),
    widened(placed),
    1,
  );
  const agreeing = found ? found.agrees.filter(Boolean).length : 0;
  return agreeing < 3 || agreeing < minAgreement * placed.length ? null : found;
}

/**
 * Realigns a block in the priors' frame with its positions where it drifted away from them. After a rough start
 * positions seem poor; a block weakly constrained by them shifts, shrinks and rotates while its inner geometry
 * converges.
 */
export function bringBack(problem: SfmProblem, block: Block): void {
  if (assessStatedPositions(problem, block).noiseFactor < floatingFactor) return;
  const placed = placedPhotos(problem, block);
  const plan = placed.reduce((sum, { sigma }) => sum + Math.hypot(sigma[0], sigma[1]) / Math.SQRT2, 0);
  const positions = placed.map(({ position }) => position);
  if (placed.length < 3 || areCollinear(positions, plan / placed.length)) return;
  const found = fitPositions(placed);
  if (found) moveBlock(block, found.similarity);
}

/**
 * Transforms a block from its own frame to that of the priors: by its positions where three or more are not collinear,
 * with attitudes where they are collinear. Where neither is possible, the block is unchanged and the reason is
 * returned.
 */
export function alignBlock(problem: SfmProblem, block: Block): Alignment {
  const placed = placedPhotos(problem, block);
  const arbitrary = (doubt: Alignment['doubt']): Alignment => ({
    frame: 'arbitrary',
    doubt,
    wrongPositions: [],
  });
  if (placed.length < 2) return arbitrary('few-positions');
  const positions = placed.map(({ position }) => position);
  const sigma =
    placed.reduce((sum, p) => sum + Math.hypot(p.sigma[0], p.sigma[1]) / Math.SQRT2, 0) / placed.length;
  if (areCollinear(positions, sigma)) {
    const turn = turnFromAttitudes(problem, block);
    const similarity = turn && similarityWithTurn(placed, turn);
    if (!similarity) return arbitrary(placed.length < 3 ? 'few-positions' : 'collinear-positions');
    moveBlock(block, similarity);
    return { frame: 'priors', doubt: 'turn-from-attitude', wrongPositions: [] };
  }
  const found = fitPositions(placed);
  if (!found) return arbitrary('contradicting-positions');
  moveBlock(block, found.similarity);
  const wrongPositions = placed.filter((_, i) => !found.agrees[i]).map(({ photo }) => photo);
  return { frame: 'priors', doubt: null, wrongPositions };
}

/** Median of the distances, in standard deviations, of three independent normal errors. */
const usualDistance = 1.538;

/** The assessed quality of a block's positions. */
export interface PositionVerdict {
  /** Ratio of their noise to the stated one, at least 1. */
  readonly noiseFactor: number;
  /** Photos whose position is farther from its camera than noise and deformation explain. */
  readonly wrong: number[];
}

/** Compares the positions of a block in the priors' frame with its cameras. */
export function assessStatedPositions(problem: SfmProblem, block: Block): PositionVerdict {
  const placed = placedPhotos(problem, block);
  const distances = (sigmas: readonly Vec3[]) =>
    placed.map(({ centre, position }, i) =>
      Math.hypot(...sigmas[i]!.map((sigma, c) => (centre[c]! - position[c]!) / sigma)),
    );
  const noiseFactor = Math.max(
    1,
    (upperMedian(distances(placed.map(({ sigma }) => sigma))) ?? 0) / usualDistance,
  );
  const wide = distances(widened(placed));
  const wideFactor = Math.max(1, (upperMedian(wide) ?? 0) / usualDistance);
  const wrong = placed.filter((_, i) => wide[i]! > maxDistance * wideFactor).map(({ photo }) => photo);
  return { noiseFactor, wrong };
}
