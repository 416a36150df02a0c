import { upperMedian } from '../../math/median.ts';
import { solveSymmetric3 } from '../../math/solve.ts';
import { type Camera, projectRay, unprojectPixel } from '../model/camera.ts';
import type { FeatureSet, VerifiedPair } from '../model/features.ts';

/** One image of a pair: its features and camera. */
export interface GuideSide {
  readonly features: Pick<FeatureSet, 'count' | 'xy'>;
  readonly camera: Camera;
}

/** Floats of a window: centre x and y, unit vector along it, half its length, half its width. */
export const windowFloats = 6;

/** Fraction of inverse distances ignored at each end of their range. */
const tailShare = 0.02;
/** Fraction by which the range is extended at each end. */
const widening = 0.35;
const fitRounds = 3;

/** Depth model of the scene along the rays of `a`: inverse distance = plane · ray, within a range of offsets. */
interface SceneDepth {
  readonly plane: readonly [number, number, number];
  readonly low: number;
  readonly high: number;
}

/**
 * Inverse distance of a match along the ray of `a`, in units of 1/base: the point of the ray nearest to that of `b`.
 * Both are unit vectors; the equation is solved in the frame of `b`.
 */
function inverseDistance(
  turned: ArrayLike<number>,
  at: number,
  ray: ArrayLike<number>,
  t: readonly number[],
) {
  const [x, y, z] = [turned[at]!, turned[at + 1]!, turned[at + 2]!];
  const [u, v, w] = [ray[0]!, ray[1]!, ray[2]!];
  // b × (turned + ρ t) = 0 in the least-squares sense.
  const p = [v * z - w * y, w * x - u * z, u * y - v * x];
  const q = [v * t[2]! - w * t[1]!, w * t[0]! - u * t[2]!, u * t[1]! - v * t[0]!];
  const square = q[0]! * q[0]! + q[1]! * q[1]! + q[2]! * q[2]!;
  return square > 1e-18 ? -(p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]!) / square : Number.NaN;
}

/**
 * Plane model of the matches' inverse distance by ray (exact for a planar scene), fitted by least squares to those
 * within three median deviations, and the range of offsets from it.
 */
function sceneDepth(rays: Float64Array, inverse: Float64Array): SceneDepth {
  const count = inverse.length;
  let plane: [number, number, number] = [0, 0, 0];
  let offsets = inverse;
  for (let round = 0; round < fitRounds; round++) {
    const limit = round === 0 ? Number.POSITIVE_INFINITY : 3 * upperMedian(offsets.map(Math.abs))!;
    const matrix = new Float64Array(6);
    const right = new Float64Array(3);
    for (let i = 0; i < count; i++) {
      if (!(Math.abs(offsets[i]!) <= limit)) continue;
      const [x, y, z] = [rays[3 * i]!, rays[3 * i + 1]!, rays[3 * i + 2]!];
      const terms = [x * x, x * y, x * z, y * y, y * z, z * z];
      for (let k = 0; k < 6; k++) matrix[k]! += terms[k]!;
      right[0]! += x * inverse[i]!;
      right[1]! += y * inverse[i]!;
      right[2]! += z * inverse[i]!;
    }
    const solved = solveSymmetric3(matrix, right);
    if (!solved) break;
    plane = solved;
    offsets = inverse.map(
      (value, i) =>
        value - plane[0] * rays[3 * i]! - plane[1] * rays[3 * i + 1]! - plane[2] * rays[3 * i + 2]!,
    );
  }
  const sorted = Float64Array.from(offsets).sort();
  const tail = Math.floor(sorted.length * tailShare);
  const low = sorted[tail]!;
  const high = sorted[sorted.length - 1 - tail]!;
  return { plane, low: low - widening * (high - low), high: high + widening * (high - low) };
}

/** Unit rays of all features. */
function raysOf({ features, camera }: GuideSide): Float64Array {
  const rays = new Float64Array(3 * features.count);
  for (let i = 0; i < features.count; i++) {
    rays.set(unprojectPixel(camera, features.xy[2 * i]!, features.xy[2 * i + 1]!), 3 * i);
  }
  return rays;
}

/** Directions rotated into the frame of `b`. */
function turn(rays: Float64Array, r: readonly number[]): Float64Array {
  const out = new Float64Array(rays.length);
  for (let i = 0; i < rays.length; i += 3) {
    const [x, y, z] = [rays[i]!, rays[i + 1]!, rays[i + 2]!];
    out[i] = r[0]! * x + r[1]! * y + r[2]! * z;
    out[i + 1] = r[3]! * x + r[4]! * y + r[5]! * z;
    out[i + 2] = r[6]! * x + r[7]! * y + r[8]! * z;
  }
  return out;
}

/** Inverse distances and rays of the matches of a pair with parallax. */
function depthOfMatches(rays: Float64Array, turned: Float64Array, b: GuideSide, pair: GuidePair): SceneDepth {
  const matched: number[] = [];
  const inverse: number[] = [];
  for (let k = 0; k < pair.matches.length; k += 2) {
    const ia = 3 * pair.matches[k]!;
    const ib = 2 * pair.matches[k + 1]!;
    const ray = unprojectPixel(b.camera, b.features.xy[ib]!, b.features.xy[ib + 1]!);
    const value = inverseDistance(turned, ia, ray, pair.translation);
    if (!Number.isFinite(value)) continue;
    inverse.push(value);
    matched.push(rays[ia]!, rays[ia + 1]!, rays[ia + 2]!);
  }
  if (inverse.length === 0) return { plane: [0, 0, 0], low: 0, high: 0 };
  return sceneDepth(Float64Array.from(matched), Float64Array.from(inverse));
}

export type GuidePair = Pick<VerifiedPair, 'kind' | 'rotation' | 'translation' | 'matches'>;

/**
 * Search windows in `b` for the features of `a`, from a verified pair's geometry: along the epipolar curve over the
 * distance range of the pair's matches, as straight windows in pixels of `b` whose width allows for the curve's bending
 * by distortion. Without parallax the window is a square around the rotated ray.
 * @param tolerance half width of a straight window, pixels of the full image
 * @returns six floats per feature of `a` (see `windowFloats`); width −1 where it is behind `b`
 */
export function guideWindows(
  a: GuideSide,
  b: GuideSide,
  pair: GuidePair,
  tolerance: number,
): Float32Array<ArrayBuffer> {
  const rays = raysOf(a);
  const turned = turn(rays, pair.rotation);
  const isTurnOnly = pair.kind === 'rotation';
  const depth = isTurnOnly ? null : depthOfMatches(rays, turned, b, pair);
  const windows = new Float32Array(windowFloats * a.features.count);
  const t = pair.translation;
  const place = (at: number, inverse: number) =>
    projectRay(
      b.camera,
      turned[at]! + inverse * t[0]!,
      turned[at + 1]! + inverse * t[1]!,
      turned[at + 2]! + inverse * t[2]!,
    );
  for (let i = 0; i < a.features.count; i++) {
    const at = 3 * i;
    const flat = depth
      ? depth.plane[0] * rays[at]! + depth.plane[1] * rays[at + 1]! + depth.plane[2] * rays[at + 2]!
      : 0;
    const low = depth ? Math.max(0, flat + depth.low) : 0;
    const high = depth ? Math.max(low, flat + depth.high) : 0;
    const window = windowOf(place(at, low), place(at, (low + high) / 2), place(at, high), tolerance);
    windows.set(window, windowFloats * i);
  }
  return windows;
}

type Place = [number, number] | null;

/** The window around three points of a curve. */
function windowOf(near: Place, middle: Place, far: Place, tolerance: number): number[] {
  if (!near || !middle || !far) return [0, 0, 1, 0, 0, -1];
  const [dx, dy] = [far[0] - near[0], far[1] - near[1]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = length > 1e-6 ? [dx / length, dy / length] : [1, 0];
  const bend = Math.abs((middle[1] - near[1]) * ux - (middle[0] - near[0]) * uy);
  return [(near[0] + far[0]) / 2, (near[1] + far[1]) / 2, ux, uy, length / 2 + tolerance, tolerance + bend];
}
