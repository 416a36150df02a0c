import { realRoots } from '../../math/polynomial-roots.ts';
import { eliminate } from '../../math/solve.ts';

const quartic = new Float64Array(5);
const roots = new Float64Array(16);
const lengths = new Float64Array(3);
const newton = new Float64Array(12);
const frameP = new Float64Array(9);
const frameQ = new Float64Array(9);

/** Refines the three distances s in place by three Newton iterations on |s_i j_i − s_k j_k|² = d_ik². */
function polishLengths(s: Float64Array, cosines: readonly number[], squares: readonly number[]): void {
  for (let step = 0; step < 3; step++) {
    newton.fill(0);
    for (let e = 0; e < 3; e++) {
      const i = e === 0 ? 1 : 0;
      const k = e === 2 ? 1 : 2;
      const value = s[i]! * s[i]! + s[k]! * s[k]! - 2 * s[i]! * s[k]! * cosines[e]! - squares[e]!;
      newton[4 * e + i] = 2 * (s[i]! - s[k]! * cosines[e]!);
      newton[4 * e + k] = 2 * (s[k]! - s[i]! * cosines[e]!);
      newton[4 * e + 3] = value;
    }
    if (!eliminate(newton, 3, 1)) return;
    for (let c = 0; c < 3; c++) s[c]! -= newton[4 * c + 3]!;
  }
}

/**
 * Writes the orthonormal frame of a triangle as a row-major 3 × 3 matrix whose columns are the first side, the normal
 * of the plane, and their cross product (normal × side). Returns false if the triangle is degenerate.
 */
function triangleFrame(p: ArrayLike<number>, out: Float64Array): boolean {
  let [ax, ay, az] = [p[3]! - p[0]!, p[4]! - p[1]!, p[5]! - p[2]!];
  const [bx, by, bz] = [p[6]! - p[0]!, p[7]! - p[1]!, p[8]! - p[2]!];
  let [nx, ny, nz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const la = Math.sqrt(ax * ax + ay * ay + az * az);
  const ln = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(ln > 1e-9 * la * Math.sqrt(bx * bx + by * by + bz * bz))) return false;
  ax /= la;
  ay /= la;
  az /= la;
  nx /= ln;
  ny /= ln;
  nz /= ln;
  out.set([ax, nx, ny * az - nz * ay, ay, ny, nz * ax - nx * az, az, nz, nx * ay - ny * ax]);
  return true;
}

/**
 * Writes the pose that maps triangle p (world) to q (camera), q = R (p − C), as 12 numbers from `at`: R row-major, then
 * C. Returns false if q is degenerate.
 */
function poseOfTriangles(p: ArrayLike<number>, q: Float64Array, out: Float64Array, at: number): boolean {
  if (!triangleFrame(q, frameQ)) return false;
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      out[at + 3 * r + c] =
        frameQ[3 * r]! * frameP[3 * c]! +
        frameQ[3 * r + 1]! * frameP[3 * c + 1]! +
        frameQ[3 * r + 2]! * frameP[3 * c + 2]!;
    }
  }
  for (let c = 0; c < 3; c++) {
    out[at + 9 + c] = p[c]! - (out[at + c]! * q[0]! + out[at + 3 + c]! * q[1]! + out[at + 6 + c]! * q[2]!);
  }
  return true;
}

const camera = new Float64Array(9);

/**
 * Computes the camera poses for three known points and their rays (P3P): the quartic of J. A. Grunert (1841) in the
 * form of R. Haralick, C. Lee, K. Ottenberg and M. Nölle (1994, equations 9 to 14), with distances refined by Newton's
 * method.
 * @param rays three unit rays in the camera frame, length 9
 * @param points three points in the world frame, length 9
 * @param out receives up to four poses of 12 numbers: rotation (world to camera) row-major, then projection centre
 * @returns number of poses
 */
export function solveP3p(rays: Float64Array, points: Float64Array, out: Float64Array): number {
  const dot = (i: number, k: number) =>
    rays[3 * i]! * rays[3 * k]! + rays[3 * i + 1]! * rays[3 * k + 1]! + rays[3 * i + 2]! * rays[3 * k + 2]!;
  const side = (i: number, k: number) =>
    (points[3 * i]! - points[3 * k]!) ** 2 +
    (points[3 * i + 1]! - points[3 * k + 1]!) ** 2 +
    (points[3 * i + 2]! - points[3 * k + 2]!) ** 2;
  const [ca, cb, cg] = [dot(1, 2), dot(0, 2), dot(0, 1)];
  const [a2, b2, c2] = [side(1, 2), side(0, 2), side(0, 1)];
  if (!(b2 > 0 && a2 > 0 && c2 > 0) || !triangleFrame(points, frameP)) return 0;
  const k = (a2 - c2) / b2;
  const [ra, rc] = [a2 / b2, c2 / b2];
  quartic[4] = (k - 1) ** 2 - 4 * rc * ca * ca;
  quartic[3] = 4 * (k * (1 - k) * cb - (1 - ra - rc) * ca * cg + 2 * rc * ca * ca * cb);
  quartic[2] =
    2 *
    (k * k -
      1 +
      2 * k * k * cb * cb +
      2 * (1 - rc) * ca * ca -
      4 * (ra + rc) * ca * cb * cg +
      2 * (1 - ra) * cg * cg);
  quartic[1] = 4 * (-k * (1 + k) * cb + 2 * ra * cg * cg * cb - (1 - ra - rc) * ca * cg);
  quartic[0] = (1 + k) ** 2 - 4 * ra * cg * cg;
  const found = realRoots(quartic, 4, roots);
  let count = 0;
  for (let r = 0; r < found && count < 4; r++) {
    const v = roots[r]!;
    const below = 2 * (cg - v * ca);
    const spread = 1 + v * v - 2 * v * cb;
    if (!(v > 0) || !(spread > 0) || Math.abs(below) < 1e-12) continue;
    const u = ((k - 1) * v * v - 2 * k * cb * v + 1 + k) / below;
    if (!(u > 0)) continue;
    const first = Math.sqrt(b2 / spread);
    lengths[0] = first;
    lengths[1] = u * first;
    lengths[2] = v * first;
    polishLengths(lengths, [ca, cb, cg], [a2, b2, c2]);
    if (!(lengths[0]! > 0 && lengths[1]! > 0 && lengths[2]! > 0)) continue;
    for (let c = 0; c < 9; c++) camera[c] = lengths[Math.floor(c / 3)]! * rays[c]!;
    if (poseOfTriangles(points, camera, out, 12 * count)) count++;
  }
  return count;
}
