import type { Mat3 } from '../../math/rotations.ts';
import { completeOrthonormal } from '../../math/solve.ts';
import { adjugate3, determinant3, nearestRotation, svd3 } from '../../math/svd3.ts';
import { smallestEigenvector } from '../../math/symmetric-eigen.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { cross } from '../../math/vectors.ts';
import { isInFront, type RelativePose } from './epipolar.ts';
import { marginalLoss, marginalWeight } from './marginal-loss.ts';
import type { MatchRays } from './rays.ts';

const rows = new Float64Array(81);

/**
 * Homography through four pairs of rays, b ~ H a (direct linear transformation, I. Sutherland, 1963; Hartley and
 * Zisserman, 2004, section 4.1), signed so that most of the rays map forwards.
 * @param out row-major, Frobenius norm 1
 * @returns false where three of the rays are coplanar or an orientation is reversed
 */
export function solveHomography(rays: MatchRays, sample: ArrayLike<number>, out: Float64Array): boolean {
  rows.fill(0);
  for (let k = 0; k < 4; k++) {
    const i = 3 * sample[k]!;
    const [bx, by, bz] = [rays.b[i]!, rays.b[i + 1]!, rays.b[i + 2]!];
    for (let c = 0; c < 3; c++) {
      const a = rays.a[i + c]!;
      rows[18 * k + c] = bz * a;
      rows[18 * k + 6 + c] = -bx * a;
      rows[18 * k + 9 + 3 + c] = bz * a;
      rows[18 * k + 9 + 6 + c] = -by * a;
    }
  }
  if (!completeOrthonormal(rows, 8, 9)) return false;
  for (let k = 0; k < 9; k++) out[k] = rows[72 + k]!;
  let forward = 0;
  for (let k = 0; k < 4; k++) if (alignment(out, rays, sample[k]!) > 0) forward++;
  if (forward === 0) for (let k = 0; k < 9; k++) out[k] = -out[k]!;
  return forward === 0 || forward === 4;
}

function alignment(h: ArrayLike<number>, rays: MatchRays, i: number): number {
  const k = 3 * i;
  const [x, y, z] = [rays.a[k]!, rays.a[k + 1]!, rays.a[k + 2]!];
  return (
    rays.b[k]! * (h[0]! * x + h[1]! * y + h[2]! * z) +
    rays.b[k + 1]! * (h[3]! * x + h[4]! * y + h[5]! * z) +
    rays.b[k + 2]! * (h[6]! * x + h[7]! * y + h[8]! * z)
  );
}

/** Squared sine of the angle between `to` and m · `from`; 1 where they point apart. */
function transferError(m: ArrayLike<number>, from: Float64Array, to: Float64Array, k: number): number {
  const [x, y, z] = [from[k]!, from[k + 1]!, from[k + 2]!];
  const ux = m[0]! * x + m[1]! * y + m[2]! * z;
  const uy = m[3]! * x + m[4]! * y + m[5]! * z;
  const uz = m[6]! * x + m[7]! * y + m[8]! * z;
  const [bx, by, bz] = [to[k]!, to[k + 1]!, to[k + 2]!];
  if (!(ux * bx + uy * by + uz * bz > 0)) return 1;
  const cx = uy * bz - uz * by;
  const cy = uz * bx - ux * bz;
  const cz = ux * by - uy * bx;
  return (cx * cx + cy * cy + cz * cz) / (ux * ux + uy * uy + uz * uz);
}

/**
 * Squared distance of match i, in units of its own error, to the pairs that H relates: of the transfer errors f and
 * g in the two images, f² g² / (f² + g²), which is the first-order (Sampson) distance for a locally uniform scale.
 * @param inverse H⁻¹ up to a positive factor
 */
export function homographySquared(
  h: ArrayLike<number>,
  inverse: ArrayLike<number>,
  rays: MatchRays,
  i: number,
): number {
  const f = transferError(h, rays.a, rays.b, 3 * i) / rays.varianceB[i]!;
  const g = transferError(inverse, rays.b, rays.a, 3 * i) / rays.varianceA[i]!;
  return f + g > 0 ? (f * g) / (f + g) : 0;
}

/** Inverse of H up to a positive factor; null where H reverses orientation or is singular. */
export function homographyInverse(h: ArrayLike<number>): Float64Array | null {
  if (!(determinant3(h) > 1e-12)) return null;
  const inverse = new Float64Array(9);
  adjugate3(h, inverse);
  return inverse;
}

/** Sum of marginal losses of a homography, stopping above `bound`. `scale` is 1 / σmax². */
export function homographyLoss(
  h: ArrayLike<number>,
  rays: MatchRays,
  scale: number,
  bound: number,
  order: Uint32Array,
): number {
  const inverse = homographyInverse(h);
  if (!inverse) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let k = 0; k < order.length; k++) {
    sum += marginalLoss(homographySquared(h, inverse, rays, order[k]!) * scale);
    if (sum > bound) return sum;
  }
  return sum;
}

/** Refits a homography in place to all matches by reweighted least squares of b × H a. */
export function polishHomography(h: Float64Array, rays: MatchRays, scale: number): void {
  const inverse = homographyInverse(h);
  if (!inverse) return;
  const normal = new Float64Array(81);
  for (let i = 0; i < rays.count; i++) {
    const w = marginalWeight(homographySquared(h, inverse, rays, i) * scale);
    if (w === 0) continue;
    const k = 3 * i;
    const [x, y, z] = [rays.a[k]!, rays.a[k + 1]!, rays.a[k + 2]!];
    const ux = h[0]! * x + h[1]! * y + h[2]! * z;
    const uy = h[3]! * x + h[4]! * y + h[5]! * z;
    const uz = h[6]! * x + h[7]! * y + h[8]! * z;
    const f = w / ((ux * ux + uy * uy + uz * uz) * rays.varianceB[i]!);
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) {
        const m = f * ((r === s ? 1 : 0) - rays.b[k + r]! * rays.b[k + s]!);
        for (let c = 0; c < 3; c++) {
          const g = m * rays.a[k + c]!;
          const at = 9 * (3 * r + c) + 3 * s;
          normal[at]! += g * x;
          normal[at + 1]! += g * y;
          normal[at + 2]! += g * z;
        }
      }
    }
  }
  const { vector } = smallestEigenvector(normal, 9);
  let dot = 0;
  for (let c = 0; c < 9; c++) dot += vector[c]! * h[c]!;
  for (let c = 0; c < 9; c++) h[c] = dot < 0 ? -vector[c]! : vector[c]!;
}

/** Refits a rotation in place to all matches by reweighted least squares (Kabsch). */
export function polishRotation(r: Float64Array, rays: MatchRays, scale: number): void {
  const inverse = homographyInverse(r);
  if (!inverse) return;
  const sum = new Float64Array(9);
  for (let i = 0; i < rays.count; i++) {
    const w = marginalWeight(homographySquared(r, inverse, rays, i) * scale);
    if (w > 0) addOuter(sum, rays, i, w / rays.varianceB[i]!);
  }
  r.set(nearestRotation(sum));
}

/** sum += weight · b aᵀ. */
export function addOuter(sum: Float64Array, rays: MatchRays, i: number, weight: number): void {
  for (let row = 0; row < 3; row++) {
    for (let c = 0; c < 3; c++) sum[3 * row + c]! += weight * rays.b[3 * i + row]! * rays.a[3 * i + c]!;
  }
}

const column = (m: ArrayLike<number>, c: number): Vec3 => [m[c]!, m[3 + c]!, m[6 + c]!];
const apply = (m: ArrayLike<number>, [x, y, z]: Vec3): Vec3 => [
  m[0]! * x + m[1]! * y + m[2]! * z,
  m[3]! * x + m[4]! * y + m[5]! * z,
  m[6]! * x + m[7]! * y + m[8]! * z,
];

/**
 * Pose and plane of an induced homography: H = R + t nᵀ / d; the normal points away from the first camera (n · X = d).
 */
export interface PlanePose extends RelativePose {
  readonly normal: Vec3;
  /** Length of the translation in units of the plane's distance d. */
  readonly length: number;
}

/**
 * Relative poses from a plane's homography (Y. Ma, S. Soatto, J. Košecká and S. Sastry, An Invitation to 3-D Vision,
 * 2004, section 5.3.3): up to four, the physically possible ones (plane in front of the first camera for the picked
 * matches) first; empty for a pure rotation.
 */
export function decomposeHomography(
  h: ArrayLike<number>,
  rays: MatchRays,
  picked: ArrayLike<number>,
): PlanePose[] {
  const { s, v } = svd3(h);
  const m = Float64Array.from(h, (x) => x / s[1]!);
  const [s1, s3] = [(s[0]! / s[1]!) ** 2, (s[2]! / s[1]!) ** 2];
  if (s1 - s3 < 1e-9) return [];
  const [v1, v2, v3] = [column(v, 0), column(v, 1), column(v, 2)];
  const p = Math.sqrt(Math.max(0, 1 - s3) / (s1 - s3));
  const q = Math.sqrt(Math.max(0, s1 - 1) / (s1 - s3));
  const poses: { pose: PlanePose; votes: number }[] = [];
  for (const sign of [1, -1]) {
    const u: Vec3 = [
      v1[0] * p + sign * v3[0] * q,
      v1[1] * p + sign * v3[1] * q,
      v1[2] * p + sign * v3[2] * q,
    ];
    const n = cross(v2, u);
    const [w2, wu] = [apply(m, v2), apply(m, u)];
    const wn = cross(w2, wu);
    const rotation = new Array<number>(9);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) rotation[3 * r + c] = w2[r]! * v2[c]! + wu[r]! * u[c]! + wn[r]! * n[c]!;
    }
    const hn = apply(m, n);
    const rn = apply(rotation, n);
    const t: Vec3 = [hn[0] - rn[0], hn[1] - rn[1], hn[2] - rn[2]];
    const length = Math.hypot(...t);
    if (!(length > 1e-9)) continue;
    for (const side of [1, -1]) {
      const pose: PlanePose = {
        rotation: rotation as unknown as Mat3,
        translation: [(side * t[0]) / length, (side * t[1]) / length, (side * t[2]) / length],
        normal: [side * n[0], side * n[1], side * n[2]],
        length,
      };
      poses.push({ pose, votes: planeVotes(pose, rays, picked) });
    }
  }
  return poses.sort((a, b) => b.votes - a.votes).map(({ pose }) => pose);
}

function planeVotes(pose: PlanePose, rays: MatchRays, picked: ArrayLike<number>): number {
  let votes = 0;
  for (let j = 0; j < picked.length; j++) {
    const k = 3 * picked[j]!;
    const depth =
      pose.normal[0] * rays.a[k]! + pose.normal[1] * rays.a[k + 1]! + pose.normal[2] * rays.a[k + 2]!;
    if (depth > 0) votes++;
    if (isInFront(pose, rays, picked[j]!)) votes++;
  }
  return votes;
}
