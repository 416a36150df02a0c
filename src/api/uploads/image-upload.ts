import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { InputRole, PhotoSensor } from '#contract/schemas/images.ts';
import type { ApiClient } from '../client.ts';
import type { StatedCoordinates } from './lidar-upload.ts';
import type { UploadPart } from './send-parts.ts';

/** A file of an image project and its role. */
export interface ImageProjectFile {
  readonly file: File;
  readonly role: Exclude<InputRole, 'lidar'>;
  /** Sensor metadata of a photo's head. */
  readonly sensor?: PhotoSensor;
}

/** Announces the files of an image project and returns the destination of each. */
export async function announceImages(
  client: ApiClient,
  pk: number,
  files: readonly ImageProjectFile[],
  { epsg, wkt, uom }: StatedCoordinates,
): Promise<UploadPart[]> {
  const sensors = new Map<string, PhotoSensor>();
  for (const { sensor } of files) if (sensor) sensors.set(JSON.stringify(sensor), sensor);
  const keys = [...sensors.keys()];
  const { slots } = await client.call(routes.imagesInitialize, {
    params: { pk },
    body: {
      files: files.map(({ file, role, sensor }) => ({
        name: file.name.slice(-limits.nameLength),
        size: file.size,
        role,
        ...(sensor === undefined ? {} : { sensor: keys.indexOf(JSON.stringify(sensor)) }),
      })),
      sensors: [...sensors.values()],
      ...{ epsg, wkt, uom },
    },
  });
  return slots.flatMap((slot) => {
    const file = files[slot.index]?.file;
    return file === undefined ? [] : [{ file, name: slot.name, lidar: null }];
  });
}
