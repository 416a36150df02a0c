import type { DepthMap } from '#domain/photogrammetry/dense/depth-map.ts';
import type { FusedPoints, FuseRequest } from '#domain/photogrammetry/dense/fuse-depths.ts';
import type { StereoView } from '#domain/photogrammetry/dense/rectify.ts';
import type { GreyImage } from './photo-tasks.ts';

/** A photo to match: its camera is at the size of the image. */
export interface DensePhoto {
  readonly view: StereoView;
  readonly image: GreyImage;
}

/** Tasks of dense matching. Pixels are transferred, the rest is copied; maps in outputs are transferred. */
export interface PhotoDenseTasks {
  /** Depths of a photo from its pairs with others, merged. */
  'photo.depthMap': {
    input: {
      reference: DensePhoto;
      /** With each the nearest and farthest depth of the scene that both show, metres along the reference's axis. */
      partners: readonly (DensePhoto & { readonly depths: readonly [near: number, far: number] })[];
      /** Pairs that must agree on a pixel where that many saw it. */
      minPairs: number;
    };
    output: DepthMap;
  };
  /** The dense points that one photo owns, from its depths and those of its neighbours; all are copied. */
  'photo.fuseDepths': { input: FuseRequest; output: FusedPoints };
}
