import type { StereoPlane, StereoTile } from '#domain/photogrammetry/dense/stereo-tiles.ts';

/** Bytes of the shaders' struct of a tile. */
export const tileBytes = 48;

/** Grey value in the low byte and validity in the high one of the rows of a strip, an even number of pixels. */
export function packRows(
  { width, image, valid }: StereoPlane,
  y0: number,
  y1: number,
): Uint16Array<ArrayBuffer> {
  const from = y0 * width;
  const count = (y1 - y0) * width;
  const packed = new Uint16Array(count + (count & 1));
  for (let k = 0; k < count; k++) packed[k] = image[from + k]! | (valid[from + k]! << 8);
  return packed;
}

/** The tiles of a batch as the shaders' struct, in places of the strip. */
export function packTiles(tiles: readonly StereoTile[], y0: number): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array((tileBytes / 4) * tiles.length);
  let start = 0;
  for (const [index, tile] of tiles.entries()) {
    words.set(
      [
        tile.x0,
        tile.y0 - y0,
        tile.w,
        tile.h,
        tile.innerX0,
        tile.innerY0 - y0,
        tile.innerX1,
        tile.innerY1 - y0,
        tile.first,
        tile.disparities / 4,
        start,
        0,
      ],
      (index * tileBytes) / 4,
    );
    start += (tile.w * tile.h * tile.disparities) / 4;
  }
  return words;
}

/**
 * Disparities of a tile from the device's integers, by the kernel's rule and in its precision: the parabola-like
 * offset between whole disparities of the sums before and after the best one.
 */
export function readTile(
  winners: Uint32Array,
  { innerX0, innerX1, innerY0, innerY1, first }: StereoTile,
  width: number,
  y0: number,
  values: Float32Array,
): void {
  for (let y = innerY0; y < innerY1; y++) {
    for (let x = innerX0; x < innerX1; x++) {
      const winner = winners[(y - y0) * width + x]!;
      if (winner === 0) continue;
      const before = (winner >>> 10) & 0x7ff;
      const after = winner >>> 21;
      const steep = Math.max(before, after);
      const offset = steep > 0 ? Math.fround((0.5 * (before - after)) / steep) : 0;
      values[y * width + x] = first + (winner & 0x3ff) + offset;
    }
  }
}
