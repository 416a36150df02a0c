import type { GeoKeyRecords } from '#domain/crs/types.ts';
import { type ByteSource, memorySource } from '#domain/formats/byte-source.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { writeCog } from '#tests/support/cog-file.ts';

/** Size of the test images, pixels: odd numbers, so that overviews do not divide evenly. */
export const imageSize = [1301, 877] as const;

/** Middles of the marks, pixels from the corner of the first one. */
export const marks: readonly (readonly [x: number, y: number])[] = [
  [112.3, 96.6],
  [1203.5, 118.25],
  [640.75, 431.4],
  [133.6, 781.1],
  [1190.2, 770.9],
];

/** Reach of a mark, pixels. */
const sigma = 11;

/** A dark image with soft red marks at known places, as a cloud-optimised GeoTIFF in memory. */
export async function markedImage(
  geotransform: GeoTransform,
  geoKeys: GeoKeyRecords | null = null,
): Promise<ByteSource> {
  const [width, height] = imageSize;
  const samples = new Uint8Array(width * height * 3).fill(20);
  for (const [x, y] of marks) {
    const reach = sigma * 5;
    for (let row = Math.floor(y - reach); row < y + reach; row++) {
      for (let column = Math.floor(x - reach); column < x + reach; column++) {
        const away = Math.hypot(column + 0.5 - x, row + 0.5 - y) / sigma;
        const at = (row * width + column) * 3;
        samples[at] = Math.max(samples[at]!, 20 + 230 * Math.exp(-(away ** 2) / 2));
      }
    }
  }
  return await tiff({ width, height, bands: 3, colour: 'rgb', geotransform, geoKeys }, samples);
}

/** An image of squares of 64 pixels in two colours, with a hole of no opacity and a ragged corner, with overviews. */
export async function chequeredImage(geotransform: GeoTransform): Promise<ByteSource> {
  const [width, height] = [1024, 1024];
  const samples = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const isOut = Math.hypot(column - 700, row - 300) < 90 || column + row + (row % 48) < 260;
      if (isOut) continue;
      const isLight = ((column >> 6) + (row >> 6)) % 2 === 0;
      samples.set(isLight ? [222, 205, 160, 255] : [70, 105, 60, 255], (row * width + column) * 4);
    }
  }
  return await tiff({ width, height, bands: 4, colour: 'rgba', geotransform, geoKeys: null }, samples);
}

/** 16 × 16 pixels, each of its own colour, masked in alternating groups of three. */
export async function maskedImage(geotransform: GeoTransform): Promise<ByteSource> {
  const samples = new Uint8Array(16 * 16 * 3);
  const mask = new Uint8Array(16 * 16);
  for (let i = 0; i < 256; i++) {
    samples.set([40 + (i % 16) * 12, 40 + Math.floor(i / 16) * 12, 128], i * 3);
    mask[i] = isMasked(i % 16, Math.floor(i / 16)) ? 0 : 255;
  }
  const spec = { width: 16, height: 16, bands: 3, colour: 'rgb', geotransform, geoKeys: null } as const;
  return await tiff({ ...spec, mask: true }, samples, mask);
}

/** Whether a pixel of `maskedImage` is masked. */
export function isMasked(column: number, row: number): boolean {
  return (column * 7 + row * 5) % 3 === 0;
}

async function tiff(
  spec: Omit<CogSpec, 'sampleType' | 'nodata'>,
  samples: Uint8Array<ArrayBuffer>,
  mask?: Uint8Array<ArrayBuffer>,
): Promise<ByteSource> {
  const whole = { ...spec, sampleType: 'uint8', nodata: null, tileSize: 256 } as const;
  const { bytes } = await writeCog(whole, mask ? { samples, mask } : { samples });
  return memorySource('ortho.tif', bytes);
}
