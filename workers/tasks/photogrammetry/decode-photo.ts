import { AppError } from '#domain/errors/app-error.ts';
import { hideExif } from '#domain/formats/jpeg/hide-exif.ts';
import { lanczosWeights, shrinkAcross, shrinkDown } from '#domain/photogrammetry/photos/shrink-rows.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import type { TaskInput } from '../../contract/task-map.ts';

type Input = TaskInput<'photo.decode'>;

/** Rows that are read at a time from the decoded image. */
const stripRows = 256;
/** Rec. 601, as decoders make grey of RGB. */
const luma = [0.299, 0.587, 0.114] as const;

/** A decoded image that can be drawn, and its disposer. */
type Picture = (VideoFrame | ImageBitmap) & { close(): void };

const sizeOf = (picture: Picture): readonly [number, number] =>
  'displayWidth' in picture ? [picture.displayWidth, picture.displayHeight] : [picture.width, picture.height];

/** The whole image as stored: by `ImageDecoder`, else by `createImageBitmap`. */
async function decodeWhole({ file, name }: Input): Promise<Picture> {
  try {
    const type = /\.jpe?g$/i.test(name) ? 'image/jpeg' : file.type;
    const bytes = new Uint8Array(await file.arrayBuffer());
    hideExif(bytes);
    if ('ImageDecoder' in globalThis && (await ImageDecoder.isTypeSupported(type))) {
      const decoder = new ImageDecoder({
        data: bytes,
        type,
        colorSpaceConversion: 'none',
      });
      const { image } = await decoder.decode();
      decoder.close();
      return image;
    }
    if (!('createImageBitmap' in globalThis)) {
      throw new AppError('photo.unsupported', { file: name, reason: 'no-decoder' });
    }
    return await createImageBitmap(new Blob([bytes], { type }), { colorSpaceConversion: 'none' });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('photo.corrupt', { file: name, reason: 'its-data-are-damaged' }, { cause });
  }
}

/** An image's pixels in the frame of the file, reduced across and then down, so that no full copy is held. */
async function shrinkPicture(picture: Picture, input: Input, signal: AbortSignal) {
  const [width, height] = sizeOf(picture);
  const { maxSide, channels } = input;
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const to = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const across = lanczosWeights(width, to.width);
  const lines = new Float32Array(to.width * height * channels);
  const canvas = new OffscreenCanvas(width, stripRows);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new AppError('photo.unsupported', { file: input.name, reason: 'no-canvas' });
  const strip = new Float32Array(to.width * stripRows * 3);
  for (let top = 0; top < height; top += stripRows) {
    const rows = Math.min(stripRows, height - top);
    context.drawImage(picture, 0, -top);
    const { data } = context.getImageData(0, 0, width, rows);
    shrinkAcross(data, { width, stride: 4, channels: 3 }, across, strip);
    const target = lines.subarray(top * to.width * channels, (top + rows) * to.width * channels);
    if (channels === 3) target.set(strip.subarray(0, target.length));
    else for (let at = 0; at < target.length; at++) target[at] = greyAt(strip, 3 * at);
    await Promise.resolve();
    signal.throwIfAborted();
  }
  const pixels = shrinkDown(lines, to.width * channels, lanczosWeights(height, to.height));
  return { ...to, channels, pixels };
}

const greyAt = (rgb: Float32Array, at: number): number =>
  luma[0] * rgb[at]! + luma[1] * rgb[at + 1]! + luma[2] * rgb[at + 2]!;

/** Decodes a photo with the browser's decoder. Errors: `photo.corrupt`, `photo.unsupported`; `AbortError`. */
export const decodePhoto: TaskHandler<'photo.decode'> = async (input, { signal }) => {
  const picture = await decodeWhole(input);
  try {
    const [width, height] = sizeOf(picture);
    if (width !== input.width || height !== input.height) {
      const values = { width, height, statedWidth: input.width, statedHeight: input.height };
      const reason = 'decoded-at-another-size';
      throw new AppError('photo.unsupported', { ...values, file: input.name, reason });
    }
    const output = await shrinkPicture(picture, input, signal);
    return { output, transfer: [output.pixels.buffer] };
  } finally {
    picture.close();
  }
};
