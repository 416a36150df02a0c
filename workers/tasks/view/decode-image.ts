import { AppError } from '#domain/errors/app-error.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { isEmpty } from './draw-image.ts';

/** Decodes a small image with the browser's decoder. */
export const decodeImage: TaskHandler<'view.decodeImage'> = async ({ bytes, name, maxSide }) => {
  if (!('createImageBitmap' in globalThis)) {
    throw new AppError('photo.unsupported', { file: name, reason: 'no-decoder-outside-a-browser' });
  }
  const picture = await createImageBitmap(new Blob([bytes]), {
    colorSpaceConversion: 'none',
    imageOrientation: 'none',
    premultiplyAlpha: 'none',
  }).catch((cause: unknown) => {
    throw new AppError('photo.corrupt', { file: name, reason: 'its-data-are-damaged' }, { cause });
  });
  try {
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!context) throw new AppError('photo.unsupported', { file: name, reason: 'no-canvas' });
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const pixels = { width, height, rgba: new Uint8Array(data.buffer) };
    return { output: { ...pixels, isEmpty: isEmpty(pixels) }, transfer: [pixels.rgba.buffer] };
  } finally {
    picture.close();
  }
};
