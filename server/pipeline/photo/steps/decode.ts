import type { Sharp } from 'sharp';
import { AppError } from '#domain/errors/app-error.ts';
import { countScans, maxScans } from '#domain/formats/jpeg/count-scans.ts';
import type { ColourImage, GreyImage } from '#workers/contract/photo-tasks.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { sharp } from '../../image-readers.ts';

/** A decoded photo of this many pixels takes 1.5 GB. */
export const maxPhotoPixels = 500_000_000;

/** The largest photo takes about ten seconds of one core; longer ones are taken for malicious. */
const decodeSeconds = 120;

function decodeError(error: unknown, path: string, name: string): unknown {
  if (error instanceof AppError) return error;
  // Libvips has no codes.
  const message = error instanceof Error ? error.message : String(error);
  if (/missing|ENOENT/i.test(message)) return new AppError('io.not-found', { file: path }, { cause: error });
  if (/pixel limit/i.test(message)) {
    const limit = maxPhotoPixels / 1e6;
    return new AppError('photo.too-large', { file: name, limit }, { cause: error });
  }
  if (/unsupported image format/i.test(message)) {
    return new AppError(
      'photo.unsupported',
      { file: name, reason: 'a-format-that-is-not-read' },
      { cause: error },
    );
  }
  if (/^timeout/i.test(message)) {
    return new AppError('photo.too-slow', { file: name, seconds: decodeSeconds }, { cause: error });
  }
  const isCut = /premature end|truncated|end of (?:file|stream)/i.test(message);
  const reason = isCut ? 'the-image-ends-before-its-pixels' : 'its-data-are-damaged';
  return new AppError('photo.corrupt', { file: name, reason }, { cause: error });
}

/** Refuses a progressive JPEG with more scans than real photos have, since libvips decodes any number of them. */
async function checkScans(path: string, name: string): Promise<void> {
  const source = await openFileSource(path);
  try {
    if ((await countScans(source)) > maxScans)
      throw new AppError('photo.too-many-scans', { file: name, limit: maxScans });
  } finally {
    await source.close();
  }
}

function openImage(path: string): Sharp {
  return sharp(path, { failOn: 'error', limitInputPixels: maxPhotoPixels, sequentialRead: true }).timeout({
    seconds: decodeSeconds,
  });
}

/** The size of a photo whose longer side is at most `maxSide`; the same frame, scaled by width / full width. */
function shrunkSize(width: number, height: number, maxSide: number): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

interface RawImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

async function decode(path: string, name: string, maxSide: number, channels: 1 | 3): Promise<RawImage> {
  try {
    await checkScans(path, name);
    const { width, height } = await openImage(path).metadata();
    const size = shrunkSize(width, height, maxSide);
    const image = openImage(path);
    if (size.width !== width || size.height !== height) {
      image.resize({ ...size, fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: false });
    }
    image.flatten({ background: '#000000' });
    if (channels === 1) image.greyscale().toColourspace('b-w');
    else image.toColourspace('srgb');
    const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    if (info.channels !== channels) {
      throw new AppError('photo.unsupported', {
        file: name,
        reason: 'so-many-channels',
        channels: info.channels,
      });
    }
    return { ...size, pixels: ownBytes(data) };
  } catch (error) {
    throw decodeError(error, path, name);
  }
}

/** Bytes in a separate buffer, which can be transferred to a worker. */
function ownBytes(data: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = data;
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && buffer.byteLength === byteLength) {
    return new Uint8Array(buffer);
  }
  return new Uint8Array(data);
}

/**
 * Decodes a photo to RGB of 8 bits, as stored (EXIF orientation not applied), shrunk so that its longer side is at
 * most `maxSide`; without a limit in full size. Pixels are owned by the caller. Errors: `photo.corrupt`,
 * `photo.unsupported`, `photo.too-large`, `photo.too-many-scans`, `photo.too-slow`, `io.not-found`.
 * @param name of the photo in errors
 */
export async function decodeColour(
  path: string,
  maxSide = Number.POSITIVE_INFINITY,
  name = path,
): Promise<ColourImage> {
  return await decode(path, name, maxSide, 3);
}

/** As `decodeColour`, grey. */
export async function decodeGrey(
  path: string,
  maxSide = Number.POSITIVE_INFINITY,
  name = path,
): Promise<GreyImage> {
  return await decode(path, name, maxSide, 1);
}

/** JPEG quality of thumbnails: enough to recognise a place. */
const smallQuality = 82;

/**
 * A thumbnail of a photo as JPEG, as stored (EXIF orientation not applied, no metadata), its longer side at most
 * `maxSide`. Errors: those of `decodeColour`.
 */
export async function shrinkToJpeg(path: string, maxSide: number, name = path): Promise<Buffer> {
  try {
    await checkScans(path, name);
    return await openImage(path)
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#000000' })
      .toColourspace('srgb')
      .jpeg({ quality: smallQuality })
      .toBuffer();
  } catch (error) {
    throw decodeError(error, path, name);
  }
}
