import type { Camera } from './camera.ts';
import type { Pose } from './pose.ts';

/** A photo with a pose. `photo` indexes the project's photos, `camera` the reconstruction's cameras. */
export interface RegisteredPhoto {
  readonly photo: number;
  readonly camera: number;
  readonly pose: Pose;
}

/** Where points were seen; entry k is one observation. Sorted by point, then photo. */
export interface Observations {
  readonly count: number;
  /** Index of the point. */
  readonly point: Uint32Array<ArrayBuffer>;
  /** Index into the reconstruction's `photos`. */
  readonly photo: Uint32Array<ArrayBuffer>;
  /** Measured place, pixel frame of `camera.ts`, length 2n. */
  readonly xy: Float32Array<ArrayBuffer>;
  /** Size of the feature, pixels: the standard deviation of a mark grows with it. */
  readonly scale: Float32Array<ArrayBuffer>;
}

/** Cameras, poses and tie points of one block, in one frame. */
export interface Reconstruction {
  readonly cameras: readonly Camera[];
  readonly photos: readonly RegisteredPhoto[];
  /** xyz, length 3n, in the frame the poses are in. */
  readonly points: Float64Array<ArrayBuffer>;
  /** RGB, length 3n. */
  readonly colours: Uint8Array<ArrayBuffer>;
  readonly observations: Observations;
}

/** Why a photo is in no reconstruction. */
export type RejectionReason =
  | 'unreadable'
  | 'too-small'
  | 'blurred'
  | 'dark'
  | 'bright'
  | 'covered'
  | 'duplicate'
  | 'other-band'
  | 'few-features'
  | 'no-matches'
  | 'no-pose'
  | 'other-block';

export interface RejectedPhoto {
  readonly name: string;
  readonly reason: RejectionReason;
  /** The measured value that decided and its limit, for the text of the reason; plain JSON. */
  readonly params: Readonly<Record<string, string | number>>;
}
