import type { Exposure } from './exposure.ts';
import type { ViewExposure } from './photo-sampler.ts';

/** The part of a block's exposure that one photo needs. */
export function viewExposure({ gains, vignetting }: Exposure, photo: number, camera: number): ViewExposure {
  const three = (from: Float64Array, at: number): [number, number, number] => [
    from[3 * at]!,
    from[3 * at + 1]!,
    from[3 * at + 2]!,
  ];
  return { gains: three(gains, photo), vignetting: three(vignetting, camera) };
}
