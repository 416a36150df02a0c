import { limits } from '#contract/limits.ts';
import type { BodyOf } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import type { LidarProduct } from '#contract/schemas/lidar.ts';
import type { ApiClient } from '../client.ts';
import type { UploadPart } from './send-parts.ts';

/** The declaration to the server of the coordinates of a project's files; null: as the files declare. */
export interface StatedCoordinates {
  readonly epsg: number | null;
  readonly wkt: string | null;
  readonly uom: BodyOf<typeof routes.lidarCreate>['uom'];
  /** A local grid without a georeference. */
  readonly isLocal?: boolean;
}

const mebibyte = 1024 * 1024;

/** Whether a file is a LAZ file by its name. */
export const isCompressedName = (name: string): boolean => /\.laz$/i.test(name);

/** Announces the files of a lidar project and returns the destination of each. All files are LAS, or all LAZ. */
export async function announceLidar(
  client: ApiClient,
  pk: number,
  files: readonly File[],
  { epsg, wkt, uom, isLocal = false }: StatedCoordinates,
): Promise<UploadPart[]> {
  const product: LidarProduct = await client.call(routes.lidarCreate, {
    params: { pk },
    body: {
      num_clusters: files.length,
      file_size_mb: files.map((file) => Math.ceil(file.size / mebibyte)),
      is_compressed: files.every((file) => isCompressedName(file.name)),
      file_names: files.map((file) => file.name.slice(-limits.nameLength)),
      ...{ epsg, wkt, uom, is_lcs: isLocal },
    },
  });
  return product.slots.flatMap((slot) => {
    const file = files[slot.index];
    const lidar = { pk: product.pk, index: slot.index };
    return file === undefined ? [] : [{ file, name: slot.name, lidar }];
  });
}

/** Parses product and index from the name of a lidar file in the store; null for any other name. */
export function parseLidarName(name: string): UploadPart['lidar'] {
  const match = /^lidar_point_cloud_(\d+)_(\d+)\.la[sz]$/.exec(name);
  return match ? { pk: Number(match[1]), index: Number(match[2]) } : null;
}
