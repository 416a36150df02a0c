import { measureQuality } from '#domain/photogrammetry/quality/measure-quality.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Measures a photo's sharpness and exposure. */
export const assessPhoto: TaskHandler<'photo.assess'> = ({ image }) => ({ output: measureQuality(image) });
