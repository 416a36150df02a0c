import { type Mat3, rotate, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { VerifiedPair } from '../model/features.ts';
import { type Block, type PointLimits, registerPhoto, tracksOfPhoto, triangulateTrack } from './block.ts';

/** Angle between rays, degrees, from which a first pair is as good as any, and the least that will do. */
const goodAngle = 8;
const minAngle = 1.5;
/** A flat scene leaves the pose of a first pair less certain. */
const planarShare = 0.6;
/** Points a first pair must give. */
const minPoints = 20;

/**
 * Pairs to begin a block with, best first: many matches under a good angle, no mere rotation.
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
 * Begins a block with a pair: camera a in the origin, the baseline as unit.
 * @returns whether enough points came out
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
