/** A rectangle of pixels. */
export interface Tile {
  readonly x0: number;
  readonly y0: number;
  readonly w: number;
  readonly h: number;
}

/** Disparity search range of a tile: `count` integers from `first`. */
export interface DisparityRange {
  readonly first: number;
  readonly count: number;
}

/** Disparity map of the level at half the size. */
export interface CoarseMap {
  readonly width: number;
  readonly height: number;
  /** Disparities in pixels of the coarse level; NaN where unknown. */
  readonly values: Float32Array;
}

/** Margin of the search range beyond the coarse disparities, in disparities of the fine level. */
const slack = 8;
/** Fraction at each end treated as outliers. */
const stray = 0.005;
/** Tiles with fewer known pixels use the range of the whole map. */
const minKnown = 24;
const maxDisparities = 320;

function spread(sorted: Float32Array): DisparityRange {
  const low = sorted[Math.floor(stray * (sorted.length - 1))]!;
  const high = sorted[Math.ceil((1 - stray) * (sorted.length - 1))]!;
  const first = Math.floor(2 * low) - slack;
  return { first, count: Math.min(maxDisparities, Math.ceil(2 * high) + slack - first) };
}

function knownIn({ width, height, values }: CoarseMap, { x0, y0, w, h }: Tile): Float32Array {
  const found: number[] = [];
  const right = Math.min(width, Math.ceil((x0 + w) / 2) + 1);
  const bottom = Math.min(height, Math.ceil((y0 + h) / 2) + 1);
  for (let y = Math.max(0, (y0 >> 1) - 1); y < bottom; y++) {
    for (let x = Math.max(0, (x0 >> 1) - 1); x < right; x++) {
      const value = values[y * width + x]!;
      if (!Number.isNaN(value)) found.push(value);
    }
  }
  return Float32Array.from(found).sort();
}

/** Disparity search range of a tile, from the map of the level at half the size; null where that map is empty. */
export function tileRange(coarse: CoarseMap, tile: Tile): DisparityRange | null {
  const known = knownIn(coarse, tile);
  if (known.length >= minKnown) return spread(known);
  const all = coarse.values.filter((value) => !Number.isNaN(value)).sort();
  return all.length > 0 ? spread(all) : null;
}
