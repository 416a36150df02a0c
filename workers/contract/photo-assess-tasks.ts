import type { PhotoQuality } from '#domain/photogrammetry/quality/measure-quality.ts';
import type { GreyImage } from './photo-tasks.ts';

/** Tasks that look at a photo before it is used. */
export interface PhotoAssessTasks {
  /** Sharpness and exposure of a photo shrunk to `qualitySide`; its pixels may be transferred. */
  'photo.assess': { input: { image: GreyImage }; output: PhotoQuality };
}
