import type { Camera } from '#domain/photogrammetry/model/camera.ts';
import type { FeatureSet, VerifiedPair } from '#domain/photogrammetry/model/features.ts';

/** Grey pixels of an image, row by row from the top; the image may be smaller than the photo it was made from. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/** Colour pixels, RGB interleaved, row by row from the top. */
export interface ColourImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/** One side of a pair to match. */
export interface MatchSide {
  readonly features: Pick<FeatureSet, 'count' | 'xy' | 'scale' | 'angle' | 'descriptors'>;
  /** The camera as known so far: for rays and for the error's size in pixels. */
  readonly camera: Camera;
}

/** Tasks on images: features, matching. Pixels are transferred, the rest is copied. */
export interface PhotoTasks {
  /** Features of one image, found at the scale of `image`, in pixels of the full photo. */
  'photo.extract': {
    input: {
      image: ColourImage;
      fullWidth: number;
      fullHeight: number;
      maxFeatures: number;
      /** Non-zero where features are allowed; the size of `image`. */
      mask?: Uint8Array<ArrayBuffer>;
    };
    output: FeatureSet;
  };
  /** Matches two images and keeps what agrees with one rigid scene; null where too little does. */
  'photo.matchPair': {
    input: { a: number; b: number; sides: readonly [MatchSide, MatchSide] };
    output: { pair: VerifiedPair | null; candidates: number };
  };
  /** The image of a camera without distortion: same size, same focal length. */
  'photo.undistort': { input: { image: ColourImage; camera: Camera }; output: ColourImage };
}
