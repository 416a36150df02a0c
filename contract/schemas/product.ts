import { z } from 'zod';
import { fileTags, productNames, productStatuses, visualizationStatuses } from '../rules/products.ts';
import { timestamp, unitOfMeasure } from './common.ts';

/** A stored file of a product. `url` is relative to the page origin and supports range requests. */
export const productFile = z.object({
  pk: z.number().int(),
  name: z.string(),
  format: z.string(),
  tag: z.enum(fileTags),
  size: z.number(),
  url: z.string(),
});

export type ProductFile = z.output<typeof productFile>;

/** A product of a project. `resolution` in metres a pixel; `file_size` in MiB, one a lidar file. */
export const product = z.object({
  pk: z.number().int(),
  name: z.enum(productNames),
  status: z.enum(productStatuses),
  unit_of_measure: unitOfMeasure.nullable(),
  resolution: z.number().nullable(),
  epsg: z.number().int().nullable(),
  wkt: z.string().nullable(),
  pixel_width: z.number().nullable(),
  pixel_height: z.number().nullable(),
  when_created: timestamp,
  when_completed: timestamp.nullable(),
  /** Format to url of what may be downloaded. */
  downloads: z.record(z.string(), z.string()),
  /** Address of the sums of what may be downloaded; null where none are known. */
  proofs_url: z.string().nullable(),
  /** Everything the page may read, the canvas's own files among them. */
  files: z.array(productFile),
  requests: z.array(z.string()),
  requests_generating: z.array(z.string()),
  /** Share done of files that are being made, 0 to 1, and why the last attempt at others failed. */
  requests_progress: z.record(z.string(), z.number()),
  requests_failed: z.record(z.string(), z.string()),
  /** Why the last request to apply the drawing failed; left out without a failure. */
  shaped_error: z.string().optional(),
  visualization: z.enum(visualizationStatuses),
  is_visualization_error: z.boolean(),
  is_visualization_ready: z.boolean(),
  visualization_percent_completed: z.number(),
  is_complete: z.boolean(),
  work_units_completed: z.number(),
  work_units_needed: z.number(),
  /** Key of the running step, for the progress line. */
  stage: z.string().nullable(),
  error_message: z.string().nullable(),
  ground_sampling_distance: z.number().nullable(),
  /** `resolution` over the `avg_gsd` of the project's photos. */
  avg_gsd_multiple: z.number().nullable(),
  original: z.number().int().nullable(),
  meta_tile_data: z.record(z.string(), z.unknown()).nullable(),
  is_uploaded: z.boolean().optional(),
  is_compressed: z.boolean().optional(),
  file_size: z.array(z.number()).optional(),
});

export type Product = z.output<typeof product>;
