import { type Camera, unprojectPixel } from '../model/camera.ts';

/** Rays of the matches of two images, with their angular errors. */
export interface MatchRays {
  readonly count: number;
  /** Unit directions in the camera frame of `a` and of `b`, length 3n. */
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** Squared angle (radians²) that the unit of error (see `errorUnitPx`) subtends at each ray, length n. */
  readonly varianceA: Float64Array;
  readonly varianceB: Float64Array;
}

/** Sigma of the smallest blobs, pixels of the image in which they were found. */
const smallestBlob = 1.1;
/** Unit of error, pixels of that image: the median distance of drone photo matches from the epipolar line is 0.1. */
const unitShare = 0.4;

/**
 * Pixels of the full image per unit of error, from the size of the smallest blobs.
 * @param scale sizes of all features of an image, pixels of the full image
 */
export function errorUnitPx(scale: Float32Array): number {
  if (scale.length === 0) return 1;
  const sorted = Float32Array.from(scale).sort();
  return Math.max(unitShare, (unitShare * sorted[Math.floor(sorted.length * 0.05)]!) / smallestBlob);
}

/**
 * Pixels per radian at a ray: the focal length for an equidistant fisheye, growing off the axis for a perspective
 * camera (the geometric mean of the radial and the tangential scale).
 */
export function pixelsPerRadian(camera: Camera, cosine: number): number {
  if (camera.model === 'fisheye') return camera.focal;
  const c = Math.max(0.1, cosine);
  return camera.focal / (c * Math.sqrt(c));
}

/** One image of a pair: its camera, all its features (pixels, xy each) and the pixels of a unit of error. */
export interface RaySide {
  readonly camera: Camera;
  readonly xy: ArrayLike<number>;
  readonly unitPx: number;
}

/**
 * Rays of matches.
 * @param matches ia, ib per match, length 2m
 */
export function matchRays(a: RaySide, b: RaySide, matches: Uint32Array): MatchRays {
  const count = matches.length >> 1;
  const side = ({ camera, xy, unitPx }: RaySide, which: 0 | 1) => {
    const rays = new Float64Array(3 * count);
    const variance = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const f = matches[2 * i + which]!;
      const [x, y, z] = unprojectPixel(camera, xy[2 * f]!, xy[2 * f + 1]!);
      rays[3 * i] = x;
      rays[3 * i + 1] = y;
      rays[3 * i + 2] = z;
      variance[i] = (unitPx / pixelsPerRadian(camera, z)) ** 2;
    }
    return { rays, variance };
  };
  const left = side(a, 0);
  const right = side(b, 1);
  return { count, a: left.rays, b: right.rays, varianceA: left.variance, varianceB: right.variance };
}

/** The rays of some of the matches, copied. */
export function pickRays(rays: MatchRays, picked: ArrayLike<number>): MatchRays {
  const count = picked.length;
  const out = {
    count,
    a: new Float64Array(3 * count),
    b: new Float64Array(3 * count),
    varianceA: new Float64Array(count),
    varianceB: new Float64Array(count),
  };
  for (let k = 0; k < count; k++) {
    const i = picked[k]!;
    for (let c = 0; c < 3; c++) {
      out.a[3 * k + c] = rays.a[3 * i + c]!;
      out.b[3 * k + c] = rays.b[3 * i + c]!;
    }
    out.varianceA[k] = rays.varianceA[i]!;
    out.varianceB[k] = rays.varianceB[i]!;
  }
  return out;
}
