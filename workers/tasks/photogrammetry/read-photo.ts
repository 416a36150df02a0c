import { blobSource } from '#domain/formats/blob-source.ts';
import { readPhotoInfo } from '#domain/photogrammetry/photos/read-photo-info.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Reads the head of a photo. Errors: those of `readPhotoInfo`, `io.read-failed`. */
export const readPhoto: TaskHandler<'photo.read'> = async ({ file, name }, { signal }) => ({
  output: await readPhotoInfo(blobSource(file, name), name, signal),
});
