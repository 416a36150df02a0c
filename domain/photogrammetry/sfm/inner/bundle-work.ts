import { type Camera, intrinsicNames } from '../../camera.ts';
import { projectionLength } from '../../projection-derivatives.ts';
import { createReducedSystem, type ReducedSystem } from './reduced-system.ts';

/** A bundle of rays to adjust in place. */
export interface Bundle {
  /** Replaced by adjusted ones. */
  cameras: Camera[];
  readonly cameraOf: Uint32Array;
  /** Rotation row by row and centre of each photo, length 12n. */
  readonly pose: Float64Array;
  /** xyz, length 3p. */
  readonly points: Float64Array;
  /** Observations of point p are start[p] … start[p + 1] − 1; photos rise within a point. */
  readonly start: Uint32Array;
  readonly photo: Uint32Array;
  readonly xy: Float32Array;
  /** Pixels of a unit of error, a photo. */
  readonly unitPx: Float64Array;
  /** Indices into `intrinsicNames` of the intrinsics to adjust, of every camera. */
  readonly free: readonly number[];
  /** Standard deviation of each intrinsic about its value in `given`, a weak prior. */
  readonly given: readonly Camera[];
  readonly intrinsicSigma: (camera: Camera, index: number) => number;
  /** Measured positions and their weights (one over the variance), length 3n; weight 0 where there is none. */
  readonly position: Float64Array;
  readonly positionWeight: Float64Array;
  /** Residual, in units, where an observation's say halves (Cauchy's loss). */
  readonly lossScale: number;
  readonly maxIterations: number;
  /** The work ends with the first step that lowers the cost by less than this share. */
  readonly leastGain: number;
  /** Damping to begin with, as a share of the diagonal. */
  readonly damping: number;
}

/** Memory of an adjustment. */
export interface Work {
  readonly projection: Float64Array;
  readonly system: ReducedSystem;
  readonly diagonal: Float64Array;
  readonly step: Float64Array;
  /** Of the observations of one point: residuals, derivatives, products; sized for the longest track. */
  readonly error: Float64Array;
  readonly jp: Float64Array;
  readonly jx: Float64Array;
  readonly ji: Float64Array;
  readonly w: Float64Array;
  readonly isUsed: Uint8Array;
  /** m × 3 of the shared parameters that a point touches. */
  readonly ws: Float64Array;
  readonly v: Float64Array;
  readonly bp: Float64Array;
  readonly y: Float64Array;
  readonly ys: Float64Array;
}

/** An intrinsic of a camera by its index in `intrinsicNames`. */
export const get = (camera: Camera, index: number): number => camera[intrinsicNames[index]!];

/** Memory for a bundle, sized for its longest track. */
export function createWork(bundle: Bundle): Work {
  const photos = bundle.pose.length / 12;
  const shared = bundle.free.length * bundle.cameras.length;
  let longest = 2;
  for (let p = 0; p + 1 < bundle.start.length; p++) {
    longest = Math.max(longest, bundle.start[p + 1]! - bundle.start[p]!);
  }
  const m = bundle.free.length;
  return {
    projection: new Float64Array(projectionLength),
    system: createReducedSystem(photos, shared, bundle.start, bundle.photo),
    diagonal: new Float64Array(6 * photos + shared),
    step: new Float64Array(6 * photos + shared),
    error: new Float64Array(2 * longest),
    jp: new Float64Array(12 * longest),
    jx: new Float64Array(6 * longest),
    ji: new Float64Array(2 * longest * m),
    w: new Float64Array(18 * longest),
    isUsed: new Uint8Array(longest),
    ws: new Float64Array(3 * shared),
    v: new Float64Array(6),
    bp: new Float64Array(3),
    y: new Float64Array(18),
    ys: new Float64Array(3 * shared),
  };
}
