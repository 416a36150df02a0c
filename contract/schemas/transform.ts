import { z } from 'zod';
import { limits } from '../limits.ts';
import { transformableProducts, transformRules } from '../rules/transform.ts';
import { pk, unitOfMeasure } from './common.ts';

/**
 * Request for a product in another coordinate system, with larger pixels, or both. The system is `wkt`, or else
 * `epsg_code`; `unit_of_measure` is that of its plane, and heights of the new product are in it too unless the
 * system's own vertical part says otherwise.
 */
export const dataProductRequest = z.object({
  product_type: z.enum(transformableProducts),
  unit_of_measure: unitOfMeasure,
  noise: z.literal(transformRules.noise).default(transformRules.noise),
  density: z.literal(transformRules.density).default(transformRules.density),
  /** Metres a pixel; null for point clouds. */
  resolution: z.number().nullable().default(null),
  epsg_code: z.number().int().positive().nullable().default(null),
  wkt: z.string().max(limits.wktLength).nullable().default(null),
  /** Contours of a new elevation model are this far apart; null for none. */
  contour_interval: z.number().positive().nullable().default(null),
  contour_interval_unit: unitOfMeasure.default('meters'),
  /** The product that is transformed; null for the project's first one of the type. */
  ordered_product: pk.nullable().default(null),
  /** An orthoimage also as one JPEG. */
  single_jpg: z.boolean().default(false),
});

export type DataProductRequest = z.output<typeof dataProductRequest>;
