import type { ErrorRecord } from '../../errors/app-error.ts';
import type { Mat3 } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { ControlType } from '../model/control.ts';
import type { Reconstruction } from '../model/reconstruction.ts';

/** Which intrinsic parameters an adjustment may change; the rest are fixed. */
export type FreeIntrinsics = 'none' | 'focal' | 'focal-radial' | 'all';

/** A measured position of a photo's antenna. `photo` indexes the reconstruction's photos. Metres, local frame. */
export interface PositionPrior {
  readonly photo: number;
  readonly xyz: Vec3;
  readonly sigma: Vec3;
  /** False where the height is a guess that only prevents an undetermined height of the block, whatever its sigma. */
  readonly hasHeight?: boolean;
  /** Index among the problem's `positionBiases`; absent where only the common shift applies. */
  readonly bias?: number;
}

/**
 * The rotation prior of a photo, from its attitude or the assumption that it is level: world to camera, in the block's
 * frame.
 */
export interface TurnPrior {
  readonly photo: number;
  readonly rotation: Mat3;
  /** Standard deviation about each axis, radians. */
  readonly sigma: number;
}

/**
 * An image observation of a surveyed point. `photo` indexes the reconstruction's photos; pixel frame of `camera.ts`.
 */
export interface ImageObservation {
  readonly photo: number;
  readonly xy: readonly [number, number];
  readonly sigmaPx: number;
}

/** A surveyed point, local metres; a component that was not measured is NaN. */
export interface AdjustmentControl {
  readonly label: string;
  readonly type: ControlType;
  readonly xyz: Vec3;
  readonly sigma: Vec3;
  readonly marks: readonly ImageObservation[];
}

/** A measured distance between two surveyed points (labels), metres. */
export interface ScaleBar {
  readonly from: string;
  readonly to: string;
  readonly length: number;
  readonly sigma: number;
}

export interface AdjustmentProblem {
  readonly reconstruction: Reconstruction;
  readonly freeIntrinsics: FreeIntrinsics;
  readonly positions?: readonly PositionPrior[];
  /**
   * Estimates one constant offset of all positions, for GNSS positions in another datum than the control. Only used
   * where control fixes the block.
   */
  readonly estimatePositionShift?: boolean;
  /**
   * Standard deviations (mean 0) of offsets common to the positions of some photos, of another flight or type of fix:
   * east, north, up, metres.
   */
  readonly positionBiases?: readonly Vec3[];
  readonly turns?: readonly TurnPrior[];
  /** Vector from the projection centre to the antenna, camera frame, metres. */
  readonly leverArm?: Vec3;
  /** Checkpoints are only measured with the result. */
  readonly control?: readonly AdjustmentControl[];
  readonly scaleBars?: readonly ScaleBar[];
  readonly wants?: { readonly covariance: boolean };
  /** Maximum number of iterations for outlier rejection, before the final ones. Default 40. */
  readonly maxIterations?: number;
  /** Names of the reconstruction's photos for warnings; default: their indices. */
  readonly photoNames?: readonly string[];
  /** Keeps all observations where false; outliers are then only down-weighted. Default true. */
  readonly removeOutliers?: boolean;
}

/** Estimated over stated standard deviations: of image observations, and of positions in plan and height. */
export interface DeviationFactors {
  readonly marks: number;
  readonly plan: number;
  readonly height: number;
}

/** A surveyed point after the adjustment. */
export interface ControlResult {
  readonly label: string;
  readonly type: ControlType;
  /**
   * Position determined by the photos alone, without the point's own coordinates; null with fewer than two inlier
   * observations.
   */
  readonly measured: Vec3 | null;
  /** Adjusted (ground control) or measured (checkpoints) − given, metres; NaN where nothing was given or measured. */
  readonly residual: Vec3;
  /** Root mean square reprojection error of the observations, pixels. */
  readonly reprojectionRmsPx: number;
  readonly marks: readonly {
    readonly photo: number;
    /** Observation − projection, pixels. */
    readonly residualPx: readonly [number, number];
    /** Rejected: it contradicts the others. */
    readonly isOutlier: boolean;
    /** Label of the surveyed point actually observed. */
    readonly suspect: string | null;
  }[];
  /** The coordinates contradict the rest of the control and were rejected. */
  readonly isOutlier: boolean;
  /** Label of the surveyed point actually observed instead. */
  readonly suspect: string | null;
}

/** Precision of the result, scaled by the variance factor. */
export interface AdjustmentCovariance {
  /**
   * 6 × 6 per photo, row-major: rotation about the camera's axes (radians), then the centre (metres); length 36n. NaN
   * where not computed (large blocks are sampled at an interval of photos).
   */
  readonly poses: Float64Array<ArrayBuffer>;
  /** Of each camera: the free parameters' standard deviations (others 0) and correlations, order of `intrinsicNames`. */
  readonly intrinsics: readonly {
    readonly free: readonly number[];
    readonly sigmas: readonly number[];
    readonly correlations: readonly (readonly number[])[];
  }[];
  /** Standard deviations of the points, xyz, metres; length 3n. */
  readonly points: Float64Array<ArrayBuffer>;
}

/** A measured distance after the adjustment, metres. */
export interface ScaleBarResult extends ScaleBar {
  /** Adjusted − measured; null where one of its points was not used. */
  readonly residual: number | null;
}

/** Weaknesses of the solution. */
export interface AdjustmentDiagnosis {
  /**
   * Doming: height of the block's centre above its edge, metres, from residuals of control or positions; null: unknown.
   */
  readonly domeM: number | null;
  readonly domeSigmaM: number | null;
  /** Largest correlation of a camera's focal length with another of its parameters; null without covariance. */
  readonly focalCorrelation: number | null;
  /**
   * Correlation of the focal length with the distance from photos to their points, median: near ±1 where all photos
   * look straight down from one height; null without covariance or free focal length.
   */
  readonly focalHeightCorrelation: number | null;
  readonly warnings: readonly ErrorRecord[];
}

export interface AdjustmentResult {
  /** The same photos and points, without outlier observations and points with fewer than two observations left. */
  readonly reconstruction: Reconstruction;
  /** Root mean square of the residual vectors' lengths, pixels. */
  readonly rmsPx: number;
  /** Mean of the residual vectors' lengths, pixels. */
  readonly meanPx: number;
  readonly iterations: number;
  readonly hasConverged: boolean;
  /** A-posteriori variance of unit weight, with the estimated standard deviations. */
  readonly varianceFactor: number;
  /** Estimated accuracy of image observations and positions relative to the stated one; 1 where there are too few. */
  readonly deviations: DeviationFactors;
  readonly removedObservations: number;
  /** Adjusted − measured position of each prior, metres, shift and bias removed, in the order of `positions`; NaN for unknown heights. */
  readonly positionResiduals: readonly {
    readonly photo: number;
    readonly residual: Vec3;
    readonly isOutlier: boolean;
  }[];
  /** Common offset of all positions, measured − true, metres; null where not estimated. */
  readonly positionShift: Vec3 | null;
  /**
   * Offset of the positions with each bias, measured − true, beyond the common shift, metres; in the problem's order.
   */
  readonly positionBiases: readonly Vec3[];
  readonly control: readonly ControlResult[];
  readonly scaleBars: readonly ScaleBarResult[];
  readonly covariance: AdjustmentCovariance | null;
  readonly diagnosis: AdjustmentDiagnosis;
}
