import { z } from 'zod';
import { photoSensor } from './images.ts';

/** Within a picture neither is 0: that would be its edge (spec part 2, section 5). */
const principalCoordinate = z.number().refine((value) => value !== 0, 'must not be 0');

/**
 * What a person says of a camera, by the make, model and picture that its photos state: where the adjustment starts.
 * Millimetres; the sensor's width lies along the longer side of the picture. `principal_point`: pixels from the
 * picture's first corner, right and down. Null leaves it to the photos.
 */
export const statedCamera = photoSensor.extend({
  sensor_width: z.number().positive().nullable(),
  focal_length: z.number().positive().nullable(),
  principal_point: z.object({ x0: principalCoordinate, y0: principalCoordinate }).nullable(),
});

export type StatedCameraSetting = z.output<typeof statedCamera>;
