import type { Pose } from '../pose.ts';
import { multiply, rotate, transpose } from '../pose.ts';
import { essentialOf, type RelativePose } from './epipolar.ts';

/** Geometry by which matches of a pair can be sought, for unit rays in the camera frames. */
export interface PairPrediction {
  /** E with bᵀ E a = 0, row by row, length 9. */
  readonly essential: Float64Array;
  /** Rotation from the frame of `a` to that of `b`: where a ray without parallax goes. */
  readonly rotation: readonly number[];
}

/** What a verified pair, or a relative pose from elsewhere, says of where matches lie. */
export function predictPair(pair: {
  rotation: ArrayLike<number>;
  translation: ArrayLike<number>;
}): PairPrediction {
  return { essential: essentialOf(pair.rotation, pair.translation), rotation: Array.from(pair.rotation) };
}

/** How camera b stands to camera a, of two poses in one frame; null where both are at one place. */
export function relativePose(a: Pose, b: Pose): RelativePose | null {
  const rotation = multiply(b.rotation, transpose(a.rotation));
  const [x, y, z] = rotate(b.rotation, [
    a.centre[0] - b.centre[0],
    a.centre[1] - b.centre[1],
    a.centre[2] - b.centre[2],
  ]);
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 0 ? { rotation, translation: [x / length, y / length, z / length] } : null;
}
