import { encodeJpeg } from '../jpeg/encode-jpeg.ts';
import type { TilePixels } from './spec.ts';

/** What a tile of bytes looks like as JPEG. */
export interface JpegCoding {
  readonly tileSize: number;
  readonly bands: number;
  readonly quality: number;
}

/** The mean of the pixels that the mask lets through, a value a band; 0 where there are none. */
function meanOf(tile: TilePixels, bands: number): number[] {
  const samples = tile.samples as Uint8Array;
  const sums = new Array<number>(bands).fill(0);
  let count = 0;
  for (let pixel = 0; pixel < tile.width * tile.height; pixel++) {
    if (tile.mask?.[pixel] === 0) continue;
    count++;
    for (let band = 0; band < bands; band++) sums[band]! += samples[pixel * bands + band]!;
  }
  return sums.map((sum) => (count === 0 ? 0 : Math.round(sum / count)));
}

/**
 * Encodes a tile of grey or RGB bytes as a separate JPEG. Invisible pixels are smoothed, so that they take little
 * space and cause no ringing in visible ones: masked pixels get the tile's mean, and the image's edge is repeated
 * beyond it.
 */
export function encodeJpegTile(
  { tileSize, bands, quality }: JpegCoding,
  tile: TilePixels,
): Uint8Array<ArrayBuffer> {
  const samples = tile.samples as Uint8Array;
  const mean = tile.mask ? meanOf(tile, bands) : null;
  const pixels = new Uint8Array(tileSize * tileSize * bands);
  for (let y = 0; y < tileSize; y++) {
    const row = Math.min(y, tile.height - 1) * tile.width;
    for (let x = 0; x < tileSize; x++) {
      const pixel = row + Math.min(x, tile.width - 1);
      const isHidden = mean !== null && tile.mask![pixel] === 0;
      for (let band = 0; band < bands; band++) {
        pixels[(y * tileSize + x) * bands + band] = isHidden ? mean[band]! : samples[pixel * bands + band]!;
      }
    }
  }
  return encodeJpeg({ width: tileSize, height: tileSize, channels: bands === 3 ? 3 : 1, pixels }, quality);
}
