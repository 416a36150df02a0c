import { solveCholesky } from '../../math/solve.ts';

/** Observations of one point: viewing rays in the world frame. */
export interface RayBundle {
  /** Number of rays. */
  count: number;
  /** Unit directions in the world frame, length 3n. */
  readonly direction: Float64Array;
  /** Projection centres in the world frame, length 3n. */
  readonly centre: Float64Array;
  /** Squared angle of one unit of error at each ray, radians², length n. */
  readonly variance: Float64Array;
  /** 1 for rays that are used, length n; set by `triangulateRobustly`. */
  readonly isUsed: Uint8Array;
}

/** Allocates an empty bundle of up to `capacity` rays. */
export function createBundle(capacity: number): RayBundle {
  return {
    count: 0,
    direction: new Float64Array(3 * capacity),
    centre: new Float64Array(3 * capacity),
    variance: new Float64Array(capacity),
    isUsed: new Uint8Array(capacity),
  };
}

const normal = new Float64Array(9);
const right = new Float64Array(3);

/**
 * Returns the squared angular distance of a point from ray k, divided by the variance of the ray; infinite if the point
 * is behind the camera.
 */
export function raySquared(bundle: RayBundle, k: number, x: number, y: number, z: number): number {
  const { direction: d, centre: c } = bundle;
  const i = 3 * k;
  const px = x - c[i]!;
  const py = y - c[i + 1]!;
  const pz = z - c[i + 2]!;
  const along = px * d[i]! + py * d[i + 1]! + pz * d[i + 2]!;
  if (!(along > 0)) return Number.POSITIVE_INFINITY;
  const cx = py * d[i + 2]! - pz * d[i + 1]!;
  const cy = pz * d[i]! - px * d[i + 2]!;
  const cz = px * d[i + 1]! - py * d[i]!;
  return (cx * cx + cy * cy + cz * cz) / (along * along * bundle.variance[k]!);
}

/** Adds w (I − d dᵀ) and w (I − d dᵀ) (C − origin) of ray k to the normal equations. */
function addRay(bundle: RayBundle, k: number, w: number, ox: number, oy: number, oz: number): void {
  const i = 3 * k;
  const x = bundle.direction[i]!;
  const y = bundle.direction[i + 1]!;
  const z = bundle.direction[i + 2]!;
  const cx = bundle.centre[i]! - ox;
  const cy = bundle.centre[i + 1]! - oy;
  const cz = bundle.centre[i + 2]! - oz;
  const along = x * cx + y * cy + z * cz;
  normal[0]! += w * (1 - x * x);
  normal[3]! -= w * x * y;
  normal[4]! += w * (1 - y * y);
  normal[6]! -= w * x * z;
  normal[7]! -= w * y * z;
  normal[8]! += w * (1 - z * z);
  right[0]! += w * (cx - along * x);
  right[1]! += w * (cy - along * y);
  right[2]! += w * (cz - along * z);
}

/**
 * Triangulates a point from the used rays: linear least squares of the distances to the rays, then `rounds` iterations
 * weighted by the inverse squared distances from the cameras so that angles are minimised (a Gauss-Newton step each).
 * @param out receives xyz in the world frame
 * @returns false if no ray is used or the rays are parallel
 */
export function triangulateRays(bundle: RayBundle, out: Float64Array, rounds = 4): boolean {
  let first = -1;
  for (let round = 0; round <= rounds; round++) {
    normal.fill(0);
    right.fill(0);
    for (let k = 0; k < bundle.count; k++) {
      if (bundle.isUsed[k] === 0) continue;
      if (first < 0) first = k;
      let w = 1;
      if (round > 0) {
        const i = 3 * k;
        const dx = out[0]! - bundle.centre[i]!;
        const dy = out[1]! - bundle.centre[i + 1]!;
        const dz = out[2]! - bundle.centre[i + 2]!;
        w = 1 / (bundle.variance[k]! * Math.max(1e-18, dx * dx + dy * dy + dz * dz));
      }
      addRay(
        bundle,
        k,
        w,
        bundle.centre[3 * first]!,
        bundle.centre[3 * first + 1]!,
        bundle.centre[3 * first + 2]!,
      );
    }
    if (first < 0) return false;
    const trace = normal[0]! + normal[4]! + normal[8]!;
    for (let d = 0; d < 9; d++) normal[d]! /= trace;
    for (let d = 0; d < 3; d++) right[d]! /= trace;
    if (!solveCholesky(normal, right, 3) || normal[8]! < 1e-7) return false;
    for (let c = 0; c < 3; c++) out[c] = right[c]! + bundle.centre[3 * first + c]!;
  }
  return Number.isFinite(out[0]! + out[1]! + out[2]!);
}

/** Returns the cosine of the largest angle between two used rays; small for a well-determined point. */
export function widestCosine(bundle: RayBundle): number {
  let least = 1;
  const d = bundle.direction;
  for (let j = 0; j < bundle.count; j++) {
    if (bundle.isUsed[j] === 0) continue;
    for (let k = j + 1; k < bundle.count; k++) {
      if (bundle.isUsed[k] === 0) continue;
      const dot = d[3 * j]! * d[3 * k]! + d[3 * j + 1]! * d[3 * k + 1]! + d[3 * j + 2]! * d[3 * k + 2]!;
      if (dot < least) least = dot;
    }
  }
  return least;
}

/** Maximum number of ray pairs tried if not all rays are inliers. */
const maxTrials = 12;

/** Marks as used the rays whose squared distance from a point is within `limit`. @returns number of these rays */
function markAgreeing(bundle: RayBundle, place: Float64Array, limit: number): number {
  let agreeing = 0;
  for (let k = 0; k < bundle.count; k++) {
    const isNear = raySquared(bundle, k, place[0]!, place[1]!, place[2]!) <= limit;
    bundle.isUsed[k] = isNear ? 1 : 0;
    if (isNear) agreeing++;
  }
  return agreeing;
}

const trial = new Float64Array(3);

/**
 * Triangulates a point from rays with outliers: from all rays if all are inliers, otherwise from the pair of rays with
 * the most inliers, then from these inliers. Marks the inliers in `isUsed`.
 * @param limit maximum squared distance of an inlier, as returned by `raySquared`
 * @param minAngle minimum of the largest angle between two used rays, radians
 * @param out receives xyz in the world frame
 * @returns number of inliers; 0 if the point is not determined (fewer than two inliers, or too small an angle)
 */
export function triangulateRobustly(
  bundle: RayBundle,
  limit: number,
  minAngle: number,
  out: Float64Array,
): number {
  const { count } = bundle;
  if (count < 2) return 0;
  const cosine = Math.cos(minAngle);
  bundle.isUsed.fill(1, 0, count);
  let agreeing = 0;
  if (triangulateRays(bundle, out)) agreeing = markAgreeing(bundle, out, limit);
  if (agreeing < count) {
    if (count === 2) return 0;
    if (!bestOfPairs(bundle, limit, cosine, out)) return 0;
    for (let round = 0; round < 2; round++) {
      if (!triangulateRays(bundle, out)) return 0;
      agreeing = markAgreeing(bundle, out, limit);
      if (agreeing < 2) return 0;
    }
  }
  return widestCosine(bundle) <= cosine ? agreeing : 0;
}

function bestOfPairs(bundle: RayBundle, limit: number, cosine: number, out: Float64Array): boolean {
  const { count, direction: d } = bundle;
  let most = 1;
  let trials = 0;
  for (let gap = count - 1; gap >= 1 && trials < maxTrials; gap--) {
    for (let j = 0; j + gap < count && trials < maxTrials; j++) {
      const k = j + gap;
      const dot = d[3 * j]! * d[3 * k]! + d[3 * j + 1]! * d[3 * k + 1]! + d[3 * j + 2]! * d[3 * k + 2]!;
      if (dot > cosine) continue;
      trials++;
      bundle.isUsed.fill(0, 0, count);
      bundle.isUsed[j] = 1;
      bundle.isUsed[k] = 1;
      if (!triangulateRays(bundle, trial, 0)) continue;
      const agreeing = markAgreeing(bundle, trial, limit);
      if (agreeing <= most) continue;
      most = agreeing;
      out.set(trial);
      if (agreeing >= count - 1) gap = 0;
    }
  }
  if (most < 2) return false;
  markAgreeing(bundle, out, limit);
  return true;
}
