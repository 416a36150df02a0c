import type { StereoTile } from '#domain/photogrammetry/dense/stereo-tiles.ts';

/** Rows of a plane that are on the device at a time, from `y0` to `y1`, exclusive. */
export interface StereoStrip {
  readonly y0: number;
  readonly y1: number;
  /** Tiles, in places of the whole plane, that are matched at once. */
  readonly batches: readonly (readonly StereoTile[])[];
}

export interface StereoLimits {
  /** Bytes of the largest buffer of a strip: 8 a pixel. */
  readonly stripBytes: number;
  /** Bytes of the sums of a batch: 2 a pixel and disparity. */
  readonly volumeBytes: number;
}

/** Rows beyond a tile's that its census reads. */
const censusReach = 3;
const stripPixelBytes = 8;

/** Bytes of a tile's sums. */
export function sumBytesOf({ w, h, disparities }: StereoTile): number {
  return 2 * w * h * disparities;
}

/**
 * Cuts a level into strips of whole rows of tiles and these into batches within the limits, at least one tile each.
 * Strips include the rows that the census of their tiles reads.
 * @param tiles row by row
 */
export function planStrips(
  width: number,
  height: number,
  tiles: readonly StereoTile[],
  { stripBytes, volumeBytes }: StereoLimits,
): StereoStrip[] {
  const strips: { y0: number; y1: number; tiles: StereoTile[] }[] = [];
  for (const tile of tiles) {
    const y0 = Math.max(0, tile.y0 - censusReach);
    const y1 = Math.min(height, tile.y0 + tile.h + censusReach);
    const last = strips.at(-1);
    if (last && stripPixelBytes * width * (y1 - last.y0) <= stripBytes) {
      last.y1 = Math.max(last.y1, y1);
      last.tiles.push(tile);
    } else if (last?.tiles.at(-1)?.y0 === tile.y0) last.tiles.push(tile);
    else strips.push({ y0, y1, tiles: [tile] });
  }
  return strips.map(({ y0, y1, tiles: own }) => ({ y0, y1, batches: batchesOf(own, volumeBytes) }));
}

function batchesOf(tiles: readonly StereoTile[], volumeBytes: number): StereoTile[][] {
  const batches: StereoTile[][] = [];
  let bytes = Infinity;
  for (const tile of tiles) {
    bytes += sumBytesOf(tile);
    if (bytes > volumeBytes) {
      batches.push([]);
      bytes = sumBytesOf(tile);
    }
    batches.at(-1)!.push(tile);
  }
  return batches;
}
