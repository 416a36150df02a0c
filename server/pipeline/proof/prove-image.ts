import type { ImageSums } from '#contract/schemas/file-proofs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { isSameBand, sumBand } from '#domain/formats/cog/pixel-sums.ts';
import { ownBytes } from '#workers/io/full-transfer.ts';
import { readingAgain } from './failures.ts';

/** An image of bytes, `channels` of them per pixel, row by row. */
export interface PixelsToProve {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly pixels: Uint8Array;
}

/** Sums an image; every pixel is valid. */
export function sumImage({ width, height, channels, pixels }: PixelsToProve): ImageSums {
  const own = new Uint8Array(pixels);
  const window = { x: 0, y: 0, width, height };
  const bands = Array.from({ length: channels }, (_, first) =>
    sumBand(own, { first, stride: channels }, window, null, null),
  );
  return { width, height, bands };
}

/**
 * Reads a lossless image back with libvips and compares it with the sums of its pixels before they were written.
 * Errors: `product.levels-differ`, `product.pixels-differ`, `product.unreadable`.
 */
export async function proveImage(path: string, name: string, expected: ImageSums): Promise<void> {
  const { sharp } = await import('../image-readers.ts');
  const { data, info } = await readingAgain(name, () =>
    sharp(path, { limitInputPixels: false, failOn: 'error' }).raw().toBuffer({ resolveWithObject: true }),
  );
  const sizeOf = (width: number, height: number, channels: number) => `${width} × ${height} × ${channels}`;
  const { width, height, bands } = expected;
  const [was, is] = [sizeOf(width, height, bands.length), sizeOf(info.width, info.height, info.channels)];
  if (was !== is) throw new AppError('product.levels-differ', { file: name, expected: was, found: is });
  const found = sumImage({ width, height, channels: info.channels, pixels: ownBytes(data) }).bands;
  const band = bands.findIndex((sums, index) => !isSameBand(sums, found[index]!));
  if (band < 0) return;
  const counts = { expected: bands[band]!.valid, found: found[band]!.valid };
  throw new AppError('product.pixels-differ', {
    file: name,
    level: 0,
    band: band + 1,
    what: 'values',
    ...counts,
  });
}
