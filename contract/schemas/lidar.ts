import { z } from 'zod';
import { limits } from '../limits.ts';
import { unitOfMeasure } from './common.ts';

/** Announces the lidar files of a project; `file_size_mb` is one whole number of MiB a file. */
export const lidarCreate = z.object({
  num_clusters: z.number().int().min(1).max(limits.lidarFiles),
  file_size_mb: z.array(z.number().nonnegative()).min(1).max(limits.lidarFiles),
  is_compressed: z.boolean(),
  epsg: z.number().int().positive().nullable().optional(),
  wkt: z.string().max(limits.wktLength).nullable().optional(),
  uom: unitOfMeasure.nullable().optional(),
  is_lcs: z.boolean().optional(),
  /** The person's names of the files, kept for texts and downloads. */
  file_names: z.array(z.string().max(limits.nameLength)).max(limits.lidarFiles).optional(),
});

/** One file that the project waits for; `upload_url` takes the form POST or the multipart calls. */
export const lidarSlot = z.object({
  index: z.number().int(),
  name: z.string(),
  original_name: z.string().nullable(),
  size_mb: z.number(),
  upload_url: z.string(),
  is_uploaded: z.boolean(),
});

export const lidarProduct = z.object({
  pk: z.number().int(),
  file_size: z.array(z.number()),
  is_compressed: z.boolean(),
  is_uploaded: z.boolean(),
  slots: z.array(lidarSlot),
});

export type LidarProduct = z.output<typeof lidarProduct>;

/** Says that a file has arrived; the server compares `size` in bytes with what it holds. */
export const lidarUploaded = z.object({
  index: z
    .number()
    .int()
    .min(0)
    .max(limits.lidarFiles - 1),
  size: z.number().int().nonnegative(),
});

/** Name of a lidar input in the object store: `lidar_point_cloud_{product}_{index}.{las|laz}`. */
export function lidarInputName(productPk: number, index: number, isCompressed: boolean): string {
  return `lidar_point_cloud_${productPk}_${index}.${isCompressed ? 'laz' : 'las'}`;
}
