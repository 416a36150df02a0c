import { multiply, rotationFromVector } from '../../math/rotations.ts';
import { solveCholesky } from '../../math/solve.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { essentialOf, type RelativePose, sampsonSquared } from './epipolar.ts';
import { marginalLoss, marginalWeight } from './marginal-loss.ts';
import type { MatchRays } from './rays.ts';

const normal = new Float64Array(25);
const damped = new Float64Array(25);
const gradient = new Float64Array(5);
const step = new Float64Array(5);
const row = new Float64Array(5);

/** Two unit vectors that span the tangent plane of the unit sphere at t. */
function tangents([x, y, z]: Vec3): [Vec3, Vec3] {
  const [ox, oy, oz] = Math.abs(x) < 0.6 ? [0, z, -y] : [-z, 0, x];
  const length = Math.sqrt(ox * ox + oy * oy + oz * oz);
  const p: Vec3 = [ox / length, oy / length, oz / length];
  return [p, [y * p[2] - z * p[1], z * p[0] - x * p[2], x * p[1] - y * p[0]]];
}

function totalLoss(pose: RelativePose, rays: MatchRays, scale: number): number {
  const e = essentialOf(pose.rotation, pose.translation);
  let sum = 0;
  for (let i = 0; i < rays.count; i++) sum += marginalLoss(sampsonSquared(e, rays, i) * scale);
  return sum;
}

/**
 * Normal equations of the Sampson distances in the rotation vector (left) and two tangents of the direction. The
 * distances' denominators are treated as constant within a step, which does not shift the minimum of exact data.
 */
function buildNormal(pose: RelativePose, rays: MatchRays, scale: number): void {
  const { rotation: r, translation: t } = pose;
  const e = essentialOf(r, t);
  const [p, q] = tangents(t);
  normal.fill(0);
  gradient.fill(0);
  for (let i = 0; i < rays.count; i++) {
    const k = 3 * i;
    const [ax, ay, az] = [rays.a[k]!, rays.a[k + 1]!, rays.a[k + 2]!];
    const [bx, by, bz] = [rays.b[k]!, rays.b[k + 1]!, rays.b[k + 2]!];
    const dx = r[0] * ax + r[1] * ay + r[2] * az;
    const dy = r[3] * ax + r[4] * ay + r[5] * az;
    const dz = r[6] * ax + r[7] * ay + r[8] * az;
    const cx = dy * bz - dz * by;
    const cy = dz * bx - dx * bz;
    const cz = dx * by - dy * bx;
    const error = t[0] * cx + t[1] * cy + t[2] * cz;
    const square = sampsonSquared(e, rays, i);
    const weight = marginalWeight(square * scale);
    if (weight === 0) continue;
    const inverse = square > 0 ? square / (error * error) : gradientAt(e, rays, i);
    if (!Number.isFinite(inverse)) continue;
    const nx = by * t[2] - bz * t[1];
    const ny = bz * t[0] - bx * t[2];
    const nz = bx * t[1] - by * t[0];
    row[0] = dy * nz - dz * ny;
    row[1] = dz * nx - dx * nz;
    row[2] = dx * ny - dy * nx;
    row[3] = p[0] * cx + p[1] * cy + p[2] * cz;
    row[4] = q[0] * cx + q[1] * cy + q[2] * cz;
    const w = weight * inverse;
    for (let m = 0; m < 5; m++) {
      const f = w * row[m]!;
      gradient[m]! -= f * error;
      for (let n = 0; n <= m; n++) normal[5 * m + n]! += f * row[n]!;
    }
  }
}

/** One over the squared gradient of the epipolar error where the error itself is zero. */
function gradientAt(e: Float64Array, rays: MatchRays, i: number): number {
  const k = 3 * i;
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const l = e[3 * c]! * rays.a[k]! + e[3 * c + 1]! * rays.a[k + 1]! + e[3 * c + 2]! * rays.a[k + 2]!;
    const m = e[c]! * rays.b[k]! + e[3 + c]! * rays.b[k + 1]! + e[6 + c]! * rays.b[k + 2]!;
    sum += rays.varianceB[i]! * l * l + rays.varianceA[i]! * m * m;
  }
  return 1 / sum;
}

function moved(pose: RelativePose): RelativePose {
  const [p, q] = tangents(pose.translation);
  const t = pose.translation.map((v, c) => v + step[3]! * p[c]! + step[4]! * q[c]!);
  const length = Math.hypot(t[0]!, t[1]!, t[2]!);
  return {
    rotation: multiply(rotationFromVector([step[0]!, step[1]!, step[2]!]), pose.rotation),
    translation: t.map((v) => v / length) as unknown as Vec3,
  };
}

/**
 * Relative pose that minimises the marginalised Sampson distances of all matches, from a nearby initial pose:
 * reweighted Levenberg-Marquardt (K. Levenberg, 1944; D. Marquardt, 1963) over three angles and two of the direction.
 * @param scale 1 / σmax²
 */
export function refineRelativePose(
  start: RelativePose,
  rays: MatchRays,
  scale: number,
  maxSteps: number,
): { pose: RelativePose; loss: number } {
  let pose = start;
  let loss = totalLoss(pose, rays, scale);
  let damping = 1e-4;
  for (let iteration = 0; iteration < maxSteps; iteration++) {
    buildNormal(pose, rays, scale);
    let isBetter = false;
    for (let attempt = 0; attempt < 5 && !isBetter; attempt++) {
      damped.set(normal);
      for (let m = 0; m < 5; m++) damped[6 * m]! += damping * normal[6 * m]! + 1e-300;
      step.set(gradient);
      if (!solveCholesky(damped, step, 5)) {
        damping *= 10;
        continue;
      }
      const next = moved(pose);
      const nextLoss = totalLoss(next, rays, scale);
      isBetter = nextLoss <= loss;
      damping = isBetter ? Math.max(1e-9, damping * 0.1) : damping * 10;
      if (!isBetter) continue;
      const gain = loss - nextLoss;
      pose = next;
      loss = nextLoss;
      const size = Math.hypot(...step);
      if (size < 1e-14 || (gain < 1e-9 * loss && size < 1e-9)) return { pose, loss };
    }
    if (!isBetter) break;
  }
  return { pose, loss };
}
