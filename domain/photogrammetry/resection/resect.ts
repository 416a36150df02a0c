import { estimateRobustly } from '../../math/ransac.ts';
import { type Mat3, multiply, rotationFromVector } from '../../math/rotations.ts';
import { solveCholesky } from '../../math/solve.ts';
import type { Pose } from '../model/pose.ts';
import { marginalCut, marginalLoss, marginalWeight } from '../two-view/marginal-loss.ts';
import { solveP3p } from './p3p.ts';

/** Known points and their viewing rays from one camera. */
export interface RayPoints {
  readonly count: number;
  /** Unit rays in the camera frame, length 3n. */
  readonly rays: Float64Array;
  /** Points in the world frame, length 3n. */
  readonly points: Float64Array;
  /** Squared angle of one unit of error at each ray, radians², length n. */
  readonly variance: Float64Array;
}

/**
 * Returns the squared angular distance of point `i` from its ray, in squared units of its error; infinite if the point
 * is behind the camera.
 * @param pose rotation (world to camera) row-major, then projection centre; length 12
 */
export function resectionSquared(pose: Float64Array, data: RayPoints, i: number): number {
  const k = 3 * i;
  const { points, rays } = data;
  const x = points[k]! - pose[9]!;
  const y = points[k + 1]! - pose[10]!;
  const z = points[k + 2]! - pose[11]!;
  const qx = pose[0]! * x + pose[1]! * y + pose[2]! * z;
  const qy = pose[3]! * x + pose[4]! * y + pose[5]! * z;
  const qz = pose[6]! * x + pose[7]! * y + pose[8]! * z;
  const dx = rays[k]!;
  const dy = rays[k + 1]!;
  const dz = rays[k + 2]!;
  const along = qx * dx + qy * dy + qz * dz;
  if (!(along > 0)) return Number.POSITIVE_INFINITY;
  const cx = qy * dz - qz * dy;
  const cy = qz * dx - qx * dz;
  const cz = qx * dy - qy * dx;
  return (cx * cx + cy * cy + cz * cz) / (along * along * data.variance[i]!);
}

const normal = new Float64Array(36);
const damped = new Float64Array(36);
const gradient = new Float64Array(6);
const step = new Float64Array(6);
const rowU = new Float64Array(6);
const rowV = new Float64Array(6);

function totalLoss(pose: Float64Array, data: RayPoints, scale: number): number {
  let sum = 0;
  for (let i = 0; i < data.count; i++) sum += marginalLoss(resectionSquared(pose, data, i) * scale);
  return sum;
}

/**
 * Computes the derivatives of a tangent coordinate e = (m · q) / (d · q), q = R (X − C), with respect to the rotation
 * vector ω (applied from the left) and the centre C: with g = (m − e d) / (d · q), de = g · dq, dq = ω × q − R dC.
 */
function fillRow(
  row: Float64Array,
  g: readonly [number, number, number],
  q: Float64Array,
  pose: Float64Array,
): void {
  row[0] = q[1]! * g[2] - q[2]! * g[1];
  row[1] = q[2]! * g[0] - q[0]! * g[2];
  row[2] = q[0]! * g[1] - q[1]! * g[0];
  for (let c = 0; c < 3; c++) row[3 + c] = -(pose[c]! * g[0] + pose[3 + c]! * g[1] + pose[6 + c]! * g[2]);
}

const q = new Float64Array(3);

function buildNormal(pose: Float64Array, data: RayPoints, scale: number): void {
  normal.fill(0);
  gradient.fill(0);
  for (let i = 0; i < data.count; i++) {
    const weight = marginalWeight(resectionSquared(pose, data, i) * scale);
    if (weight === 0) continue;
    const k = 3 * i;
    const x = data.points[k]! - pose[9]!;
    const y = data.points[k + 1]! - pose[10]!;
    const z = data.points[k + 2]! - pose[11]!;
    for (let c = 0; c < 3; c++) q[c] = pose[3 * c]! * x + pose[3 * c + 1]! * y + pose[3 * c + 2]! * z;
    const [dx, dy, dz] = [data.rays[k]!, data.rays[k + 1]!, data.rays[k + 2]!];
    const along = q[0]! * dx + q[1]! * dy + q[2]! * dz;
    const [ox, oy, oz] = Math.abs(dx) < 0.6 ? [0, dz, -dy] : [-dz, 0, dx];
    const length = Math.sqrt(ox * ox + oy * oy + oz * oz);
    const [ux, uy, uz] = [ox / length, oy / length, oz / length];
    const [vx, vy, vz] = [dy * uz - dz * uy, dz * ux - dx * uz, dx * uy - dy * ux];
    const eu = (ux * q[0]! + uy * q[1]! + uz * q[2]!) / along;
    const ev = (vx * q[0]! + vy * q[1]! + vz * q[2]!) / along;
    fillRow(rowU, [(ux - eu * dx) / along, (uy - eu * dy) / along, (uz - eu * dz) / along], q, pose);
    fillRow(rowV, [(vx - ev * dx) / along, (vy - ev * dy) / along, (vz - ev * dz) / along], q, pose);
    const w = weight / data.variance[i]!;
    for (let m = 0; m < 6; m++) {
      gradient[m]! -= w * (rowU[m]! * eu + rowV[m]! * ev);
      for (let n = 0; n <= m; n++) normal[6 * m + n]! += w * (rowU[m]! * rowU[n]! + rowV[m]! * rowV[n]!);
    }
  }
}

function moved(pose: Float64Array): Float64Array {
  const next = Float64Array.from(pose);
  const turn = rotationFromVector([step[0]!, step[1]!, step[2]!]);
  next.set(multiply(turn, Array.from(pose.subarray(0, 9)) as unknown as Mat3), 0);
  for (let c = 0; c < 3; c++) next[9 + c]! += step[3 + c]!;
  return next;
}

/**
 * Refines a pose by minimising the marginalised loss of the angular distances (iteratively reweighted
 * Levenberg-Marquardt).
 * @param pose initial rotation (world to camera) row-major, then centre; length 12; updated in place
 * @param scale 1 / σmax², σmax in units of error
 * @returns final loss
 */
export function refineResection(
  pose: Float64Array,
  data: RayPoints,
  scale: number,
  maxSteps: number,
): number {
  let loss = totalLoss(pose, data, scale);
  let damping = 1e-4;
  for (let iteration = 0; iteration < maxSteps; iteration++) {
    buildNormal(pose, data, scale);
    let isBetter = false;
    for (let attempt = 0; attempt < 5 && !isBetter; attempt++) {
      damped.set(normal);
      for (let m = 0; m < 6; m++) damped[7 * m]! += damping * normal[7 * m]! + 1e-300;
      step.set(gradient);
      if (solveCholesky(damped, step, 6)) {
        const next = moved(pose);
        const nextLoss = totalLoss(next, data, scale);
        if (nextLoss <= loss) {
          isBetter = true;
          const gain = loss - nextLoss;
          loss = nextLoss;
          pose.set(next);
          if (gain <= 1e-10 * loss) return loss;
        }
      }
      damping = isBetter ? Math.max(1e-9, damping * 0.1) : damping * 10;
    }
    if (!isBetter) break;
  }
  return loss;
}

export interface Resection {
  readonly pose: Pose;
  /** Indices of the inlier points. */
  readonly inliers: Uint32Array;
}

const sampleRays = new Float64Array(9);
const samplePoints = new Float64Array(9);

/**
 * Estimates a camera pose from points and rays with outliers: P3P in the robust estimator, followed by refinement.
 * @param scale 1 / σmax², σmax in units of error
 * @returns null if no pose is found; the number of inliers is not checked here
 */
export function resect(data: RayPoints, scale: number, seed: number): Resection | null {
  const found = estimateRobustly(
    {
      count: data.count,
      sampleSize: 3,
      modelSize: 12,
      maxModels: 4,
      solve(sample, models) {
        for (let k = 0; k < 3; k++) {
          for (let c = 0; c < 3; c++) {
            sampleRays[3 * k + c] = data.rays[3 * sample[k]! + c]!;
            samplePoints[3 * k + c] = data.points[3 * sample[k]! + c]!;
          }
        }
        return solveP3p(sampleRays, samplePoints, models);
      },
      loss(model, bound, order) {
        let sum = 0;
        for (let k = 0; k < order.length; k++) {
          sum += marginalLoss(resectionSquared(model, data, order[k]!) * scale);
          if (sum > bound) return sum;
        }
        return sum;
      },
      polish: (model) => {
        refineResection(model, data, scale, 3);
      },
    },
    { seed, maxIterations: 1000, confidence: 0.9999 },
  );
  if (!found) return null;
  refineResection(found.model, data, scale, 10);
  const inliers: number[] = [];
  for (let i = 0; i < data.count; i++) {
    if (resectionSquared(found.model, data, i) * scale < marginalCut) inliers.push(i);
  }
  return { pose: poseOfArray(found.model, 0), inliers: Uint32Array.from(inliers) };
}

/** Reads a pose from 12 numbers starting at `at`: rotation (world to camera) row-major, then projection centre. */
export function poseOfArray(values: Float64Array, at: number): Pose {
  return {
    rotation: Array.from(values.subarray(at, at + 9)) as unknown as Mat3,
    centre: [values[at + 9]!, values[at + 10]!, values[at + 11]!],
  };
}
