import { type Mat3, rotationFromVector } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Pose } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { transformBlock } from './transform-block.ts';
import { type UpDirection, upDirection } from './up-direction.ts';

/** The smallest rotation of a unit direction onto the vertical. */
function turnToVertical([x, y, z]: Vec3): Mat3 {
  const sine = Math.hypot(x, y);
  const angle = Math.atan2(sine, z);
  return rotationFromVector(sine > 1e-9 ? [(y / sine) * angle, (-x / sine) * angle, 0] : [angle, 0, 0]);
}

export interface UprightBlock {
  readonly block: Reconstruction;
  /** The source of the vertical; null where there is none and the block is unchanged. */
  readonly source: UpDirection['source'] | null;
}

/**
 * Rotates a block without georeference so that up is the third axis. Relative heights, slopes and a plan view are then
 * meaningful, whatever its scale and azimuth.
 * @param attitudeOf world to camera from a photo's metadata; null where there is none
 */
export function levelBlock(block: Reconstruction, attitudeOf: (photo: number) => Mat3 | null): UprightBlock {
  const up = upDirection(
    block.photos.map(({ pose }): Pose => pose),
    block.photos.map(({ photo }) => attitudeOf(photo)),
  );
  if (!up) return { block, source: null };
  const rotation = turnToVertical(up.direction);
  return { block: transformBlock(block, { scale: 1, rotation, shift: [0, 0, 0] }), source: up.source };
}
