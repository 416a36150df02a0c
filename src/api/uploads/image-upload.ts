import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { InputRole } from '#contract/schemas/images.ts';
import type { ApiClient } from '../client.ts';
import type { StatedCoordinates } from './lidar-upload.ts';
import type { UploadPart } from './send-parts.ts';

/** A file of an image project and what it is to it. */
export interface ImageProjectFile {
  readonly file: File;
  readonly role: Exclude<InputRole, 'lidar'>;
}

/** Announces the files of an image project and answers where each goes. */
export async function announceImages(
  client: ApiClient,
  pk: number,
  files: readonly ImageProjectFile[],
  coordinates: StatedCoordinates,
): Promise<UploadPart[]> {
  const { slots } = await client.call(routes.imagesInitialize, {
    params: { pk },
    body: {
      files: files.map(({ file, role }) => ({
        name: file.name.slice(-limits.nameLength),
        size: file.size,
        role,
      })),
      ...coordinates,
    },
  });
  return slots.flatMap((slot) => {
    const file = files[slot.index]?.file;
    return file === undefined ? [] : [{ file, name: slot.name, lidar: null }];
  });
}
