import { composeImage, imageRange } from '#domain/view/image-tile.ts';
import type { ImagePixels } from '#domain/warp/image-warp.ts';
import { warpImage } from '#domain/warp/image-warp.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Nothing of the image is visible. */
export function isEmpty({ rgba }: ImagePixels): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 0) return false;
  return true;
}

/** Colours of a window of an image, ready for the device. */
export const composeTile: TaskHandler<'view.composeImage'> = ({ samples, recipe, factor }) => {
  const pixels = composeImage(samples, recipe, factor);
  return { output: { ...pixels, isEmpty: isEmpty(pixels) }, transfer: [pixels.rgba.buffer] };
};

/** The sample values of an image for black and white. */
export const rangeOfImage: TaskHandler<'view.imageRange'> = ({ samples, recipe }) => ({
  output: imageRange(samples, recipe),
  transfer: [],
});

/** A tile of an image from another coordinate system. */
export const warpTile: TaskHandler<'view.warpImage'> = ({ pixels, grid, size }) => {
  const warped = warpImage(pixels, grid, size);
  return { output: { ...warped, isEmpty: isEmpty(warped) }, transfer: [warped.rgba.buffer] };
};
