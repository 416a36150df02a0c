import { type Mat3, rotate } from '../../math/rotations.ts';
import { symmetricEigen } from '../../math/symmetric-eigen.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Pose } from '../model/pose.ts';
import { gaugeFromAttitudes } from '../sfm/start-global.ts';

/** The vertical in a block's own frame, from its photos. */
export interface UpDirection {
  /** Unit length. */
  readonly direction: Vec3;
  /** Standard deviation about each horizontal axis, radians. */
  readonly sigma: number;
  /** From recorded attitudes, or from the assumption that aerial cameras look down or are held level. */
  readonly source: 'attitude' | 'view';
}

const degree = Math.PI / 180;
/** Standard deviations of recorded attitudes, and of the assumption that cameras look down or are held level. */
const sigmas = { attitude: 2 * degree, view: 4 * degree } as const;
/** Minimum fraction of photos with an attitude. */
const minStated = 0.5;
/** Minimum length of the mean view vector for a common view direction (within about 25°). */
const minAgreement = 0.9;
/** Limits of the mean squares of image rows along their common normal and along the next axis. */
const [maxTilt, minTurn] = [0.03, 0.15];

function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** Mean of row `row` of the rotations: 0 right in the image, 1 down in the image, 2 view direction. */
function meanAxis(poses: readonly Pose[], row: 0 | 1 | 2): Vec3 {
  const mean = [0, 1, 2].map(
    (axis) => poses.reduce((sum, { rotation }) => sum + rotation[3 * row + axis]!, 0) / poses.length,
  );
  return mean as unknown as Vec3;
}

/** The common normal of the image rows of photos taken in all directions; image down is down. */
function fromLevelRows(poses: readonly Pose[]): Vec3 | null {
  const matrix = new Float64Array(9);
  for (const { rotation } of poses) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) matrix[3 * r + c]! += (rotation[r]! * rotation[c]!) / poses.length;
    }
  }
  const vectors = new Float64Array(9);
  symmetricEigen(matrix, vectors, 3);
  const [least, middle] = [0, 1, 2].sort((a, b) => matrix[4 * a]! - matrix[4 * b]!) as [number, number];
  if (matrix[4 * least]! > maxTilt || matrix[4 * middle]! < minTurn) return null;
  const axis: Vec3 = [vectors[least]!, vectors[3 + least]!, vectors[6 + least]!];
  const [down, view] = [meanAxis(poses, 1), meanAxis(poses, 2)];
  const sense = axis.reduce((sum, value, k) => sum + value * (down[k]! + view[k]!), 0);
  return sense > 0 ? [-axis[0], -axis[1], -axis[2]] : axis;
}

/**
 * The up direction in the frame of a block: from attitudes where half of its photos have one; else opposite to the view
 * where all look one way, which from the air is down; else the common normal of the image rows of photos taken in all
 * directions. Null where none applies.
 * @param attitudes world to camera, one entry per pose; null where unknown
 */
export function upDirection(poses: readonly Pose[], attitudes: readonly (Mat3 | null)[]): UpDirection | null {
  if (poses.length === 0) return null;
  const stated = attitudes.filter((attitude) => attitude !== null).length;
  if (stated >= minStated * poses.length) {
    const gauge = gaugeFromAttitudes(
      poses.map(({ rotation }) => rotation),
      attitudes,
    );
    if (gauge) return { direction: rotate(gauge, [0, 0, 1]), sigma: sigmas.attitude, source: 'attitude' };
  }
  const [x, y, z] = meanAxis(poses, 2);
  const direction = Math.hypot(x, y, z) >= minAgreement ? unit([-x, -y, -z]) : fromLevelRows(poses);
  return direction && { direction, sigma: sigmas.view, source: 'view' };
}
