import { fuseDepths as fuse } from '#domain/photogrammetry/dense/fuse-depths.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Fuses the depths of a photo with its neighbours' into points. */
export const fuseDepths: TaskHandler<'photo.fuseDepths'> = (request) => {
  const points = fuse(request);
  const { xyz, normals, rgb, views, sigma, level } = points;
  const transfer = [xyz.buffer, normals.buffer, rgb.buffer, views.buffer, sigma.buffer, level.buffer];
  return { output: points, transfer };
};
