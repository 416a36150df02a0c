import { addPairs, type SumPair, zeroSum } from '../../math/sum-pair.ts';
import { addBands, type BandSums, noPixels, sumBand, sumMask, sumTile } from './pixel-sums.ts';
import type { CogSpec, PyramidLevel, TilePixels } from './spec.ts';

/** The sums of the pixels of one resolution. */
export interface LevelSums {
  readonly width: number;
  readonly height: number;
  /** An entry a band; where tiles lose detail, one of what the mask calls valid, or none without a mask. */
  readonly bands: readonly BandSums[];
  /** Of the stored bytes of all tiles where these lose detail (JPEG), else null. */
  readonly tiles: SumPair | null;
}

/** The sums of a raster, its finest level first. */
export interface RasterSums {
  readonly levels: readonly LevelSums[];
}

/** Sees every tile of every level before and after it is encoded. */
export interface TileWatch {
  pixels(level: number, column: number, row: number, tile: TilePixels): void;
  stored(level: number, column: number, row: number, bytes: Uint8Array): void;
}

/** Adds up the tiles of a raster that is being written. */
export interface RasterSummer extends TileWatch {
  sums(): RasterSums;
}

/** Starts the sums of a raster of `tileSize` with the levels of its pyramid. */
export function createRasterSummer(
  spec: CogSpec,
  levels: readonly PyramidLevel[],
  tileSize: number,
): RasterSummer {
  const isLossy = spec.jpegQuality !== undefined;
  const bandCount = isLossy ? (spec.mask ? 1 : 0) : spec.bands;
  const bands = levels.map(() => Array.from({ length: bandCount }, () => noPixels));
  const stored = levels.map(() => zeroSum);

  return {
    pixels(level, column, row, { width, height, samples, mask = null }) {
      const window = { x: column * tileSize, y: row * tileSize, width, height };
      const own = bands[level]!;
      if (isLossy) {
        if (mask) own[0] = addBands(own[0]!, sumMask(mask, window));
        return;
      }
      own.forEach((sums, band) => {
        const place = { first: band, stride: spec.bands };
        own[band] = addBands(sums, sumBand(samples, place, window, spec.nodata, mask));
      });
    },
    stored(level, column, row, bytes) {
      if (isLossy) stored[level] = addPairs(stored[level]!, sumTile(bytes, column, row));
    },
    sums: () => ({
      levels: levels.map(({ width, height }, level) => ({
        width,
        height,
        bands: bands[level]!,
        tiles: isLossy ? stored[level]! : null,
      })),
    }),
  };
}
