import { type Mat3, rotationFromVector } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Pose } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { transformBlock } from './transform-block.ts';
import { type UpDirection, upDirection } from './up-direction.ts';

/** The shortest turn of a unit direction onto the vertical. */
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
 * Turns a block that nothing places so that up is along the third axis: heights, slopes and a picture from above mean
 * something then, whatever its scale and direction.
 * @param attitudeOf world to camera as a photo of the project states it; null where it does not
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
