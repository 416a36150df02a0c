import { AppError } from '#domain/errors/app-error.ts';
import { blobSource } from '#domain/formats/blob-source.ts';
import { type CogWriter, createCogWriter } from '#domain/formats/cog/cog-writer.ts';
import { encodeTile } from '#domain/formats/cog/encode-tile.ts';
import type { CogSpec, TilePixels } from '#domain/formats/cog/spec.ts';
import { memoryScratch } from '#domain/formats/cog/spool.ts';
import { readPictureSize } from '#domain/formats/picture-size.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Pixels of a picture that a browser decodes as a whole: 600 MB. */
const maxPixels = 150_000_000;
/** Quality of the JPEG tiles of a picture that is a JPEG already. */
const jpegQuality = 92;

/** See `overlay.encodeImage` in the task map. */
export const encodeOverlayImage: TaskHandler<'overlay.encodeImage'> = async (
  { file, name },
  { signal, report },
) => {
  if (!('createImageBitmap' in globalThis)) {
    throw new AppError('photo.unsupported', { file: name, reason: 'no-decoder-outside-a-browser' });
  }
  const { kind, width, height } = await readPictureSize(blobSource(file, name), signal);
  if (width * height > maxPixels) {
    const [megapixels, limit] = [Math.ceil((width * height) / 1e6), maxPixels / 1e6];
    throw new AppError('overlay.image-too-large', { file: name, megapixels, limit });
  }
  const picture = await createImageBitmap(file, { premultiplyAlpha: 'none' }).catch((cause: unknown) => {
    throw new AppError('overlay.bad-image', { file: name, reason: 'its-data-are-damaged' }, { cause });
  });
  try {
    const parts: BlobPart[] = [];
    const spec = specOf(picture, kind === 'jpeg');
    const writer = createCogWriter(
      spec,
      { write: (_offset, bytes) => void parts.push(bytes.slice()) },
      { scratch: memoryScratch(), encode: encodeTile, signal },
    );
    await cut(picture, writer, spec.bands, (fraction) => report({ fraction, stage: 'overlay.encoding' }));
    await writer.finish();
    return {
      output: { file: new Blob(parts, { type: 'image/tiff' }), width: picture.width, height: picture.height },
    };
  } finally {
    picture.close();
  }
};

/** The picture's pixels without a place: pixel columns east, rows south. */
function specOf({ width, height }: ImageBitmap, isJpeg: boolean): CogSpec {
  const common = { width, height, sampleType: 'uint8', geoKeys: null, nodata: null } as const;
  const geotransform = [0, 1, 0, 0, 0, -1] as const;
  if (isJpeg) return { ...common, geotransform, bands: 3, colour: 'rgb', jpegQuality };
  return { ...common, geotransform, bands: 4, colour: 'rgba' };
}

async function cut(
  picture: ImageBitmap,
  writer: CogWriter,
  bands: number,
  report: (fraction: number) => void,
): Promise<void> {
  const { columns, rows } = writer.levels[0]!;
  const side = writer.tileSize;
  const context = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  if (!context) throw new AppError('photo.unsupported', { file: '', reason: 'no-canvas' });
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const { x, y, width, height } = writer.tileWindow(column, row);
      context.clearRect(0, 0, side, side);
      context.drawImage(picture, x, y, width, height, 0, 0, width, height);
      const { data } = context.getImageData(0, 0, width, height);
      await writer.writeTile(column, row, tileOf(data, width, height, bands));
    }
    report((row + 1) / rows);
  }
}

function tileOf(rgba: Uint8ClampedArray, width: number, height: number, bands: number): TilePixels {
  if (bands === 4) return { width, height, samples: new Uint8Array(rgba) };
  const samples = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    samples.set(rgba.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
  }
  return { width, height, samples };
}
