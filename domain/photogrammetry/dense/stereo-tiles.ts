import { type CoarseMap, tileRange } from './disparity-range.ts';

/**
 * A rectangle of a rectified plane that is matched independently. Left column x matches right column x − first − d, 0 ≤
 * d < disparities.
 */
export interface StereoTile {
  readonly x0: number;
  readonly y0: number;
  readonly w: number;
  readonly h: number;
  /** Output region without the margin: from here to its exclusive end. */
  readonly innerX0: number;
  readonly innerY0: number;
  readonly innerX1: number;
  readonly innerY1: number;
  readonly first: number;
  /** A multiple of `laneCount`. */
  readonly disparities: number;
}

/** Grey values of a rectified plane and their validity, 1 or 0; row-major, length width × height each. */
export interface StereoPlane {
  readonly width: number;
  readonly height: number;
  readonly image: Uint8Array<ArrayBuffer>;
  readonly valid: Uint8Array<ArrayBuffer>;
}

/** Matches one level of a pair instead of the kernel, with identical integer results. */
export interface LevelMatcher {
  /** Maximum number of disparities of a tile. */
  readonly maxDisparities: number;
  /**
   * Disparities of the left plane, pixels, NaN where there is no reliable match or no tile; length width × height. Both
   * planes have the same size.
   */
  match(
    left: StereoPlane,
    right: StereoPlane,
    tiles: readonly StereoTile[],
  ): Promise<Float32Array<ArrayBuffer>>;
}

/** Pixels of a tile, without its margin. */
export const tileSize = 224;
export const tileMargin = 24;
/** Number of disparities per SIMD group. */
export const laneCount = 16;

/**
 * The tiles of a level, row by row, each with the disparity range found there at the coarser level; tiles without a
 * range are omitted.
 * @param coarse the map of the level half the size; null on the coarsest level, matched from 0 over `disparities`
 */
export function stereoTiles(
  width: number,
  height: number,
  coarse: CoarseMap | null,
  disparities: number,
): StereoTile[] {
  const tiles: StereoTile[] = [];
  for (let innerY0 = 0; innerY0 < height; innerY0 += tileSize) {
    for (let innerX0 = 0; innerX0 < width; innerX0 += tileSize) {
      const innerX1 = Math.min(width, innerX0 + tileSize);
      const innerY1 = Math.min(height, innerY0 + tileSize);
      const x0 = Math.max(0, innerX0 - tileMargin);
      const y0 = Math.max(0, innerY0 - tileMargin);
      const w = Math.min(width, innerX1 + tileMargin) - x0;
      const h = Math.min(height, innerY1 + tileMargin) - y0;
      const range = coarse ? tileRange(coarse, { x0, y0, w, h }) : { first: 0, count: disparities };
      if (!range) continue;
      tiles.push({
        ...{ x0, y0, w, h, innerX0, innerY0, innerX1, innerY1 },
        first: range.first,
        disparities: Math.ceil(range.count / laneCount) * laneCount,
      });
    }
  }
  return tiles;
}
