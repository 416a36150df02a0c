import type { Mat3 } from '../../math/rotations.ts';
import { svd3 } from '../../math/svd3.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { marginalLoss } from './marginal-loss.ts';
import type { MatchRays } from './rays.ts';

/** Relative pose of camera b to camera a: Xb = rotation · Xa + s · translation, |translation| = 1, s > 0 unknown. */
export interface RelativePose {
  readonly rotation: Mat3;
  readonly translation: Vec3;
}

/** E = [t]× R, so that bᵀ E a = 0 for matching rays; row-major, length 9. */
export function essentialOf(rotation: ArrayLike<number>, t: ArrayLike<number>): Float64Array {
  const e = new Float64Array(9);
  for (let c = 0; c < 3; c++) {
    e[c] = t[1]! * rotation[6 + c]! - t[2]! * rotation[3 + c]!;
    e[3 + c] = t[2]! * rotation[c]! - t[0]! * rotation[6 + c]!;
    e[6 + c] = t[0]! * rotation[3 + c]! - t[1]! * rotation[c]!;
  }
  return e;
}

/**
 * Squared Sampson distance of match i in units of its own error: the first-order distance of the two rays, on their
 * spheres, to a pair that fulfils bᵀ E a = 0 (P. D. Sampson, 1982; on the sphere the gradient is projected onto the
 * tangent planes, which makes it right for any field of view).
 */
export function sampsonSquared(e: ArrayLike<number>, rays: MatchRays, i: number): number {
  const { a, b } = rays;
  const k = 3 * i;
  const ax = a[k]!;
  const ay = a[k + 1]!;
  const az = a[k + 2]!;
  const bx = b[k]!;
  const by = b[k + 1]!;
  const bz = b[k + 2]!;
  const lx = e[0]! * ax + e[1]! * ay + e[2]! * az;
  const ly = e[3]! * ax + e[4]! * ay + e[5]! * az;
  const lz = e[6]! * ax + e[7]! * ay + e[8]! * az;
  const mx = e[0]! * bx + e[3]! * by + e[6]! * bz;
  const my = e[1]! * bx + e[4]! * by + e[7]! * bz;
  const mz = e[2]! * bx + e[5]! * by + e[8]! * bz;
  const error = bx * lx + by * ly + bz * lz;
  const square = error * error;
  const gradient =
    rays.varianceB[i]! * (lx * lx + ly * ly + lz * lz - square) +
    rays.varianceA[i]! * (mx * mx + my * my + mz * mz - square);
  return gradient > 0 ? square / gradient : square > 0 ? Number.POSITIVE_INFINITY : 0;
}

/** Sum of marginal losses of all matches, stopping once it exceeds `bound`. `scale` is 1 / σmax². */
export function epipolarLoss(
  e: ArrayLike<number>,
  rays: MatchRays,
  scale: number,
  bound: number,
  order: Uint32Array,
): number {
  let sum = 0;
  for (let k = 0; k < order.length; k++) {
    sum += marginalLoss(sampsonSquared(e, rays, order[k]!) * scale);
    if (sum > bound) return sum;
  }
  return sum;
}

/** The two rotations and the direction (up to sign) of an essential matrix (Hartley and Zisserman, 2004, 9.6.2). */
export function decomposeEssential(e: ArrayLike<number>): { rotations: [Mat3, Mat3]; direction: Vec3 } {
  const { u, v } = svd3(e);
  const [tx, ty, tz] = [u[2]!, u[5]!, u[8]!];
  const turn = (sign: number): Mat3 => {
    const m = new Array<number>(9);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        m[3 * r + c] =
          sign * (u[3 * r + 1]! * v[3 * c]! - u[3 * r]! * v[3 * c + 1]!) + u[3 * r + 2]! * v[3 * c + 2]!;
      }
    }
    const det =
      m[0]! * (m[4]! * m[8]! - m[5]! * m[7]!) -
      m[1]! * (m[3]! * m[8]! - m[5]! * m[6]!) +
      m[2]! * (m[3]! * m[7]! - m[4]! * m[6]!);
    return (det < 0 ? m.map((x) => -x) : m) as unknown as Mat3;
  };
  return { rotations: [turn(1), turn(-1)], direction: [tx, ty, tz] };
}

/** Whether both rays of match i meet in front of their cameras: positive depths of the closest points. */
export function isInFront(pose: RelativePose, rays: MatchRays, i: number): boolean {
  const { rotation: r, translation: t } = pose;
  const k = 3 * i;
  const [ax, ay, az] = [rays.a[k]!, rays.a[k + 1]!, rays.a[k + 2]!];
  const dx = r[0] * ax + r[1] * ay + r[2] * az;
  const dy = r[3] * ax + r[4] * ay + r[5] * az;
  const dz = r[6] * ax + r[7] * ay + r[8] * az;
  const [bx, by, bz] = [rays.b[k]!, rays.b[k + 1]!, rays.b[k + 2]!];
  const dot = dx * bx + dy * by + dz * bz;
  const td = t[0] * dx + t[1] * dy + t[2] * dz;
  const tb = t[0] * bx + t[1] * by + t[2] * bz;
  return dot * tb > td && tb > dot * td;
}

/** `isInFront`, or the rays are so near parallel (within three errors) that noise decides on which side they meet. */
export function isAheadOrFar(pose: RelativePose, rays: MatchRays, i: number): boolean {
  if (isInFront(pose, rays, i)) return true;
  const k = 3 * i;
  const r = pose.rotation;
  const [x, y, z] = [rays.a[k]!, rays.a[k + 1]!, rays.a[k + 2]!];
  const dx = r[0] * x + r[1] * y + r[2] * z - rays.b[k]!;
  const dy = r[3] * x + r[4] * y + r[5] * z - rays.b[k + 1]!;
  const dz = r[6] * x + r[7] * y + r[8] * z - rays.b[k + 2]!;
  return dx * dx + dy * dy + dz * dz < 9 * (rays.varianceA[i]! + rays.varianceB[i]!);
}

/** Of the four poses of an essential matrix, the one that puts most of the picked matches in front of both cameras. */
export function poseOfEssential(
  e: ArrayLike<number>,
  rays: MatchRays,
  picked: ArrayLike<number>,
): { pose: RelativePose; inFront: number; runnerUp: number } {
  const { rotations, direction } = decomposeEssential(e);
  const opposite: Vec3 = [-direction[0], -direction[1], -direction[2]];
  const poses = rotations.flatMap((rotation) => [
    { rotation, translation: direction },
    { rotation, translation: opposite },
  ]);
  const ranked = poses
    .map((pose) => {
      let inFront = 0;
      for (let k = 0; k < picked.length; k++) if (isInFront(pose, rays, picked[k]!)) inFront++;
      return { pose, inFront };
    })
    .sort((p, q) => q.inFront - p.inFront);
  return { pose: ranked[0]!.pose, inFront: ranked[0]!.inFront, runnerUp: ranked[1]!.inFront };
}
