import { undistort } from '#domain/photogrammetry/photos/undistort.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Takes the lens distortion out of a photo. */
export const undistortPhoto: TaskHandler<'photo.undistort'> = ({ image, camera }) => {
  const output = undistort(image, camera);
  return { output, transfer: [output.pixels.buffer] };
};
