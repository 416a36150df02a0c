/** Bytes of one descriptor. */
export const descriptorLength = 128;

/** Key points of one image, in the order of falling importance. */
export interface FeatureSet {
  readonly count: number;
  /** Pixel frame of `camera.ts`, full resolution, xy a feature, length 2n. */
  readonly xy: Float32Array<ArrayBuffer>;
  /** Size of the feature (sigma of its blob), pixels of the full image, length n. */
  readonly scale: Float32Array<ArrayBuffer>;
  /** Orientation, radians, clockwise from +x in the image, length n. */
  readonly angle: Float32Array<ArrayBuffer>;
  /** Root-normalised gradient histograms, 128 bytes a feature. */
  readonly descriptors: Uint8Array<ArrayBuffer>;
  /** Colour of the image at the feature, RGB, length 3n; empty where the image was grey. */
  readonly rgb: Uint8Array<ArrayBuffer>;
}

/** Corresponding features of two images: pairs of indices into image `a`'s and image `b`'s features. */
export interface PairMatches {
  readonly a: number;
  readonly b: number;
  /** ia, ib a match, length 2m. */
  readonly matches: Uint32Array<ArrayBuffer>;
}

/** What the verified matches of a pair say of its geometry. */
export type PairKind =
  /** A relative pose with parallax. */
  | 'general'
  /** A homography explains the matches as well: a flat scene. */
  | 'planar'
  /** No parallax: a rotation alone explains the matches. */
  | 'rotation';

/** A pair whose matches agree with one rigid scene. */
export interface VerifiedPair extends PairMatches {
  readonly kind: PairKind;
  /** Rotation from the camera frame of `a` to that of `b`, row by row; length 9. */
  readonly rotation: readonly number[];
  /** Unit direction in the camera frame of `b`: Xb = rotation · Xa + s · translation, s > 0 unknown. */
  readonly translation: readonly number[];
  /** Median angle between the two rays of the matches, degrees. */
  readonly medianAngleDeg: number;
}
