import { expandPlane, gaussianPyramid, type Plane, reducePlane } from './pyramid.ts';

/** Levels below the full image; seams are spread over twice 2^levels pixels at the coarsest. */
export const blendLevels = 4;
/** An image's sides must be multiples of this. */
export const blendUnit = 2 ** blendLevels;
/** Pixels around a tile that have part in its blending: what the filters of all levels reach together. */
export const blendReach = 4 * blendUnit;

/** One of the images to be blended: its share of each pixel and its colours, three planes. */
export interface BlendLayer {
  /** Shares of all layers add up to 1 in every pixel. */
  readonly mask: Float32Array;
  readonly colours: readonly [Float32Array, Float32Array, Float32Array];
}

/**
 * Blends images band by band (P. Burt and E. Adelson, "A multiresolution spline with application to image mosaics",
 * 1983): each band of frequencies is mixed by the mask smoothed to that band, so coarse brightness changes slowly
 * across a seam and fine detail changes at it. A pixel depends on what is within `blendReach` of it only.
 * @returns three planes, values not clamped
 */
export function blendBands(
  width: number,
  height: number,
  layers: readonly BlendLayer[],
): [Float32Array, Float32Array, Float32Array] {
  const sums = [0, 1, 2].map((): Float32Array[] =>
    Array.from(
      { length: blendLevels + 1 },
      (_, level) => new Float32Array((width >> level) * (height >> level)),
    ),
  );
  for (const { mask, colours } of layers) {
    const masks = gaussianPyramid({ width, height, values: mask }, blendLevels);
    colours.forEach((values, channel) => {
      let fine: Plane = { width, height, values };
      for (let level = 0; level < blendLevels; level++) {
        const coarse = reducePlane(fine);
        const smooth = expandPlane(coarse).values;
        addBand(sums[channel]![level]!, masks[level]!.values, fine.values, smooth);
        fine = coarse;
      }
      addBand(sums[channel]![blendLevels]!, masks[blendLevels]!.values, fine.values, null);
    });
  }
  const collapse = (bands: Float32Array[]): Float32Array => {
    let picture: Plane = {
      width: width >> blendLevels,
      height: height >> blendLevels,
      values: bands[blendLevels]!,
    };
    for (let level = blendLevels - 1; level >= 0; level--) {
      picture = expandPlane(picture);
      for (let i = 0; i < picture.values.length; i++)
        picture.values[i] = picture.values[i]! + bands[level]![i]!;
    }
    return picture.values;
  };
  return [collapse(sums[0]!), collapse(sums[1]!), collapse(sums[2]!)];
}

function addBand(
  sum: Float32Array,
  mask: Float32Array,
  fine: Float32Array,
  smooth: Float32Array | null,
): void {
  for (let i = 0; i < sum.length; i++) {
    const share = mask[i]!;
    if (share !== 0) sum[i] = sum[i]! + share * (fine[i]! - (smooth ? smooth[i]! : 0));
  }
}
