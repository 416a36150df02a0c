import { type Mat3, rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { VerifiedPair } from '../model/features.ts';
import { type Block, type PointLimits, registerPhoto, tracksOfPhoto, triangulateTrack } from './block.ts';

/** Angle between rays, degrees, above which an initial pair gains nothing, and the minimum angle. */
const goodAngle = 8;
const minAngle = 1.5;
/** Factor on the score of a planar scene, where the pose of an initial pair is less certain. */
const planarShare = 0.6;
/** Minimum number of points from an initial pair. */
const minPoints = 20;

/**
 * Candidate initial pairs of a block, best first: many matches with a good angle, no pure rotation.
 * @param isFree whether a photo is in no block yet
 */
export function rankSeeds(
  pairs: readonly VerifiedPair[],
  isFree: (photo: number) => boolean,
): VerifiedPair[] {
  const value = ({ kind, matches, medianAngleDeg }: VerifiedPair) =>
    matches.length * Math.min(1, medianAngleDeg / goodAngle) * (kind === 'planar' ? planarShare : 1);
  return pairs
    .filter(
      (pair) =>
        pair.kind !== 'rotation' && pair.medianAngleDeg >= minAngle && isFree(pair.a) && isFree(pair.b),
    )
    .sort((p, q) => value(q) - value(p) || p.a - q.a || p.b - q.b);
}

/**
 * Initialises a block with a pair: camera a at the origin, the baseline as unit.
 * @returns whether enough points were triangulated
 */
export function startWithPair(block: Block, pair: VerifiedPair, limits: PointLimits): boolean {
  const rotation = pair.rotation as unknown as Mat3;
  const [x, y, z] = rotate(transpose(rotation), pair.translation as unknown as Vec3);
  registerPhoto(block, pair.a, { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], centre: [0, 0, 0] });
  registerPhoto(block, pair.b, { rotation, centre: [-x, -y, -z] });
  let points = 0;
  for (const track of tracksOfPhoto(block, pair.a)) {
    if (triangulateTrack(block, track, limits) > 0) points++;
  }
  return points >= minPoints;
}
