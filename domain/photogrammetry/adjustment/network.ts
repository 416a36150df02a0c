import type { Vec3 } from '../../math/vectors.ts';
import { intrinsicNames } from '../model/camera.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import type { AdjustmentProblem, FreeIntrinsics, PositionPrior, TurnPrior } from './problem.ts';

/**
 * Values that an adjustment changes, flat. Per photo 9 of rotation and 3 of centre, per camera 8 intrinsics, per point
 * 3.
 */
export interface State {
  readonly rotations: Float64Array<ArrayBuffer>;
  readonly centres: Float64Array<ArrayBuffer>;
  readonly intrinsics: Float64Array<ArrayBuffer>;
  readonly points: Float64Array<ArrayBuffer>;
  /** Common shift of the positions, then the biases; 3 each. */
  readonly shift: Float64Array<ArrayBuffer>;
}

/** A constrained control point: an index into `State.points` and its weights. */
export interface HeldPoint {
  readonly point: number;
  readonly xyz: Vec3;
  /** Weight of each axis, 1/σ²; 0 where it was not measured. */
  readonly weight: Vec3;
}

/** A measured distance between two points of the state. */
export interface HeldDistance {
  readonly from: number;
  readonly to: number;
  readonly length: number;
  readonly weight: number;
}

/** Observations of the solution, sorted by point. Weights are 1/σ² with σ in pixels; 0 excludes an observation. */
export interface Measurements {
  readonly count: number;
  readonly point: Uint32Array<ArrayBuffer>;
  readonly photo: Uint32Array<ArrayBuffer>;
  readonly xy: Float64Array<ArrayBuffer>;
  readonly weight: Float64Array<ArrayBuffer>;
  /** Index of each point's first observation; length points + 1. */
  readonly start: Uint32Array<ArrayBuffer>;
}

/** Everything that stays constant during the iterations. */
export interface Network {
  readonly photoCount: number;
  readonly cameraOf: Uint32Array<ArrayBuffer>;
  /** True for fisheye, one entry per camera. */
  readonly isFisheye: readonly boolean[];
  /** Indices of free intrinsics. */
  readonly free: readonly number[];
  /** Initial intrinsics and their standard deviations, 8 per camera. */
  readonly intrinsicGuess: Float64Array<ArrayBuffer>;
  readonly intrinsicSigma: Float64Array<ArrayBuffer>;
  readonly measurements: Measurements;
  readonly positions: readonly PositionPrior[];
  readonly hasShift: boolean;
  /** Standard deviations of the biases, see `AdjustmentProblem.positionBiases`. */
  readonly biases: readonly Vec3[];
  readonly turns: readonly TurnPrior[];
  readonly leverArm: Vec3;
  readonly held: readonly HeldPoint[];
  readonly distances: readonly HeldDistance[];
  /** Photos with a fixed pose: they have too few observations, or they fix the frame. */
  readonly isFixed: Uint8Array<ArrayBuffer>;
  /** A direction in which one photo's centre may not move, which fixes the scale; null where measurements fix it. */
  readonly scaleHold: { readonly photo: number; readonly direction: Vec3 } | null;
}

const freeOf: Readonly<Record<FreeIntrinsics, readonly number[]>> = {
  none: [],
  focal: [0],
  'focal-radial': [0, 3, 4],
  all: [0, 1, 2, 3, 4, 5, 6, 7],
};

/** Indices of the free intrinsics of a choice; fisheye lenses have no tangential terms. */
export function freeIntrinsics(choice: FreeIntrinsics, hasFisheye: boolean): readonly number[] {
  return hasFisheye ? freeOf[choice].filter((index) => index < 6) : freeOf[choice];
}

/** The intrinsics of a camera in the order of `intrinsicNames`. */
export const intrinsicsOf = (camera: AdjustmentProblem['reconstruction']['cameras'][number]): number[] =>
  intrinsicNames.map((name) => camera[name]);

/**
 * Standard deviations of intrinsics from the camera's data, in the order of `intrinsicNames`: wide enough not to
 * constrain what the photos determine, narrow enough to keep undetermined ones sensible.
 */
export function intrinsicSigmas(width: number, height: number, focal: number): number[] {
  return [0.2 * focal, 0.03 * width, 0.03 * height, 0.3, 0.5, 0.5, 0.01, 0.01];
}

/** The state of a reconstruction; `extra` points follow those of the reconstruction. */
export function stateOf(
  { cameras, photos, points }: Pick<Reconstruction, 'cameras' | 'photos' | 'points'>,
  extra: readonly Vec3[],
  biases = 0,
): State {
  const all = new Float64Array(points.length + extra.length * 3);
  all.set(points);
  all.set(extra.flat(), points.length);
  return {
    rotations: Float64Array.from(photos.flatMap(({ pose }) => [...pose.rotation])),
    centres: Float64Array.from(photos.flatMap(({ pose }) => [...pose.centre])),
    intrinsics: Float64Array.from(cameras.flatMap(intrinsicsOf)),
    points: all,
    shift: new Float64Array(3 + 3 * biases),
  };
}

/** Sorts observations by point. Each needs point, photo, place and weight. */
export function sortMeasurements(
  pointCount: number,
  entries: {
    readonly count: number;
    point: ArrayLike<number>;
    photo: ArrayLike<number>;
    xy: ArrayLike<number>;
    weight: ArrayLike<number>;
  },
): Measurements {
  const { count } = entries;
  const start = new Uint32Array(pointCount + 1);
  for (let k = 0; k < count; k++) start[entries.point[k]! + 1]!++;
  for (let point = 0; point < pointCount; point++) start[point + 1]! += start[point]!;
  const next = start.slice();
  const sorted = {
    point: new Uint32Array(count),
    photo: new Uint32Array(count),
    xy: new Float64Array(2 * count),
    weight: new Float64Array(count),
  };
  for (let k = 0; k < count; k++) {
    const to = next[entries.point[k]!]!++;
    sorted.point[to] = entries.point[k]!;
    sorted.photo[to] = entries.photo[k]!;
    sorted.xy[2 * to] = entries.xy[2 * k]!;
    sorted.xy[2 * to + 1] = entries.xy[2 * k + 1]!;
    sorted.weight[to] = entries.weight[k]!;
  }
  return { count, start, ...sorted };
}
