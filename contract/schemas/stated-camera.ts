import { z } from 'zod';
import { photoSensor } from './images.ts';

/** Inside an image neither is 0: that would be its edge (spec part 2, section 5). */
const principalCoordinate = z.number().refine((value) => value !== 0, 'must-not-be-0');

/**
 * A person's statement on a camera, identified by the make, model and image size that its photos state: initial
 * values of the adjustment. Millimetres; the sensor's width is along the longer side of the image. `principal_point`:
 * pixels from the image's first corner, right and down. Null uses the photos' values.
 */
export const statedCamera = photoSensor.extend({
  sensor_width: z.number().positive().nullable(),
  focal_length: z.number().positive().nullable(),
  principal_point: z.object({ x0: principalCoordinate, y0: principalCoordinate }).nullable(),
});

export type StatedCameraSetting = z.output<typeof statedCamera>;
