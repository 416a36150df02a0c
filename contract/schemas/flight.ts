import { z } from 'zod';
import type { Product } from './product.ts';

const device = z.object({ make: z.string().nullable(), model: z.string().nullable() });

/**
 * Facts of a flight from a finished bundle adjustment, stored with the product. Pixels and focal length are those of
 * the camera that took most photos; `total_pixels` those of all registered photos. Points by their labels.
 */
export const flightFacts = z.object({
  images: z.number().int(),
  registered: z.number().int(),
  sensors: z.array(device),
  pixel_width: z.number().int(),
  pixel_height: z.number().int(),
  total_pixels: z.number(),
  focal_length_mm: z.number().nullable(),
  /** Tie points. */
  points: z.number().int(),
  reprojection_rms_px: z.number(),
  /** Null where the scale of the block is arbitrary. */
  gsd_m: z.number().nullable(),
  gcps: z.array(z.string()),
  checkpoints: z.array(z.string()),
});

export type FlightFacts = z.output<typeof flightFacts>;

/** The flight's facts among a project's products; null before its bundle adjustment and for lidar projects. */
export function flightOf(products: readonly Pick<Product, 'name' | 'meta_tile_data'>[]): FlightFacts | null {
  const adjustment = products.find(({ name }) => name === 'bundle_adjustment');
  return flightFacts.safeParse(adjustment?.meta_tile_data).data ?? null;
}

/** Facts of the fusion of a finished dense cloud, stored with the product. */
const denseFacts = z.object({
  advanced_fields: z.object({ views_for_fusion: z.number().int().nullable() }),
  is_oblique: z.boolean().nullable(),
  is_data_orbital: z.boolean().nullable(),
});

export type DenseFacts = z.output<typeof denseFacts>;

/** The facts of a project's own dense cloud; null before it is made. */
export function denseFactsOf(
  products: readonly Pick<Product, 'name' | 'meta_tile_data' | 'original'>[],
): DenseFacts | null {
  const cloud = products.find(({ name, original }) => name === 'dense_point_cloud' && original === null);
  return denseFacts.safeParse(cloud?.meta_tile_data).data ?? null;
}
