import type { Mat3 } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Camera } from '../model/camera.ts';
import type { FeatureSet, VerifiedPair } from '../model/features.ts';
import type { PhotoInfo } from '../model/photo.ts';
import type { Reconstruction } from '../model/reconstruction.ts';

/** Prior of a photo's pose, in one east-north-up frame in metres for all photos. */
export interface PosePrior {
  readonly position: Vec3 | null;
  /** Standard deviations of the position, metres, east, north, up; null where there is no position. */
  readonly sigma: Vec3 | null;
  /** World to camera, from the attitude. */
  readonly rotation: Mat3 | null;
}

export interface SfmPhoto {
  readonly info: Pick<PhotoInfo, 'name'>;
  readonly features: Pick<FeatureSet, 'count' | 'xy' | 'scale' | 'rgb'>;
  readonly prior: PosePrior;
}

/** Photos with features and verified pairs, to be turned into reconstructions. */
export interface SfmProblem {
  readonly photos: readonly SfmPhoto[];
  /** Initial cameras, and the index of each photo's camera. */
  readonly cameras: readonly Camera[];
  readonly cameraOf: readonly number[];
  readonly pairs: readonly VerifiedPair[];
}

/** Whether a block is in the frame of the priors, or in its own (unit: the first baseline). */
export type BlockFrame = 'priors' | 'arbitrary';

export interface SfmBlock {
  readonly reconstruction: Reconstruction;
  readonly frame: BlockFrame;
  /**
   * Why a frame is arbitrary, or why one from the priors is uncertain: too few positions; collinear positions;
   * positions contradict the photos; rotation about a line of positions taken from attitudes.
   */
  readonly doubt:
    | 'few-positions'
    | 'collinear-positions'
    | 'contradicting-positions'
    | 'turn-from-attitude'
    | null;
  /** Photos (indices of the problem) whose position contradicts the others; excluded from the alignment. */
  readonly wrongPositions: readonly number[];
  /** How the initial poses were computed. */
  readonly method: 'global' | 'incremental';
}

/** Why a photo is in no block: no matches, no pose with enough inliers, or its block is too small. */
export interface UnregisteredPhoto {
  readonly photo: number;
  readonly reason: 'few-features' | 'no-matches' | 'no-pose';
  /** The deciding value: number of features, visible points or inliers. */
  readonly value: number;
  readonly limit: number;
}

export interface SfmResult {
  /** Largest first; `cameras` of each are those used by its photos. */
  readonly blocks: readonly SfmBlock[];
  readonly unregistered: readonly UnregisteredPhoto[];
}
