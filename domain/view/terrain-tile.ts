import { type BeyondPlace, extendTile, type GroundBeyond } from './ground-beyond.ts';
import { toHalf } from './half-float.ts';
import { type Quantiles, quantilesOf } from './histogram.ts';

/**
 * Cells of a tile in GPU layout, with a border of one cell from its neighbours: `size`² texels, row-major from the
 * north-west; cell (0, 0) of the tile is texel (1, 1).
 */
export interface TerrainTexels {
  readonly size: number;
  /** Heights above `base`; cells without a value have extrapolated ones. */
  readonly heights: Float32Array<ArrayBuffer>;
  /**
   * Two half floats per texel: rise over run eastwards, northwards; cells without a value have that of the nearest one.
   */
  readonly slopes: Uint16Array<ArrayBuffer>;
  /** `hasValue`; without a value 0 in holes, `isOutside` outside the valid area. */
  readonly mask: Uint8Array<ArrayBuffer>;
  /** World elevation that heights are relative to. */
  readonly base: number;
  /** Minimum and maximum elevation; null where no cell has a value. */
  readonly range: readonly [number, number] | null;
  /** Quantiles of a sample of the elevations; null where no cell has a value. */
  readonly quantiles: Quantiles | null;
}

/** Values of `TerrainTexels.mask`. */
export const hasValue = 255;
export const isOutside = 80;

/** Extrapolated ground for a tile. */
export interface TileBeyond {
  readonly ground: GroundBeyond;
  readonly place: BeyondPlace;
}

/** Fills every cell without a value (NaN) from the nearest one in its row, else in the column above or below. */
function fillGaps(heights: Float32Array, size: number): void {
  for (let row = 0; row < size; row++) {
    const line = heights.subarray(row * size, (row + 1) * size);
    spreadAlong(line, 1);
    spreadAlong(line.reverse(), 1);
    line.reverse();
  }
  // A row is now complete or empty: copy complete rows into empty ones.
  const isEmpty = (row: number) => Number.isNaN(heights[row * size]!);
  const copy = (to: number, from: number) => heights.copyWithin(to * size, from * size, (from + 1) * size);
  for (let row = 1; row < size; row++) if (isEmpty(row) && !isEmpty(row - 1)) copy(row, row - 1);
  for (let row = size - 2; row >= 0; row--) if (isEmpty(row) && !isEmpty(row + 1)) copy(row, row + 1);
}

function spreadAlong(line: Float32Array, step: number): void {
  let last = Number.NaN;
  for (let i = 0; i < line.length; i += step) {
    if (Number.isNaN(line[i]!)) line[i] = last;
    else last = line[i]!;
  }
}

function sampleQuantiles(values: Float32Array): Quantiles | null {
  const sample: number[] = [];
  const step = Math.max(1, Math.floor(values.length / 4096)) | 1;
  for (let i = 0; i < values.length; i += step) if (!Number.isNaN(values[i]!)) sample.push(values[i]!);
  return quantilesOf(sample.sort((a, b) => a - b));
}

/**
 * Prepares a tile. `values` (changed): size² elevations, NaN where there is none, border included. Slopes are central
 * differences between the cells that have values (one-sided at edges). `beyond`: source of heights for cells without a
 * value; null uses the nearest cell's.
 */
export function prepareTerrainTile(
  values: Float32Array<ArrayBuffer>,
  size: number,
  cellWidth: number,
  cellHeight: number,
  beyond: TileBeyond | null,
): TerrainTexels {
  const mask = new Uint8Array(size * size);
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    mask[i] = hasValue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const slopes = new Uint16Array(size * size * 2);
  const isEmpty = low > high;
  const quantiles = sampleQuantiles(values);
  if (!isEmpty) writeSlopes(values, size, cellWidth, cellHeight, slopes);
  if (beyond) {
    const outside = extendTile(values, mask, size, beyond.ground, beyond.place);
    for (let i = 0; i < mask.length; i++) if (outside[i]) mask[i] = isOutside;
  } else if (isEmpty) values.fill(0);
  else fillGaps(values, size);
  const base = Math.floor(isEmpty ? values[0]! : low);
  for (let i = 0; i < values.length; i++) values[i] = values[i]! - base;
  return { size, heights: values, slopes, mask, base, range: isEmpty ? null : [low, high], quantiles };
}

function writeSlopes(
  values: Float32Array,
  size: number,
  cellWidth: number,
  cellHeight: number,
  slopes: Uint16Array,
): void {
  const slope = new Float32Array(size * size);
  for (const [channel, step, run] of [
    [0, 1, cellWidth],
    [1, -size, cellHeight],
  ] as const) {
    const last = size - 1;
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const at = row * size + column;
        const hasAhead = channel === 0 ? column < last : row > 0;
        const hasBehind = channel === 0 ? column > 0 : row < last;
        slope[at] = rise(values, at, hasAhead ? at + step : at, hasBehind ? at - step : at) / run;
      }
    }
    fillGaps(slope, size);
    for (let at = 0; at < slope.length; at++) slopes[at * 2 + channel] = toHalf(slope[at]!);
  }
}

/** Rise per cell between two neighbours of a cell, or those of them with values; NaN where the cell has none. */
function rise(values: Float32Array, at: number, ahead: number, behind: number): number {
  const here = values[at]!;
  if (Number.isNaN(here)) return here;
  const isAhead = ahead !== at && !Number.isNaN(values[ahead]!);
  const isBehind = behind !== at && !Number.isNaN(values[behind]!);
  if (isAhead && isBehind) return (values[ahead]! - values[behind]!) / 2;
  if (isAhead) return values[ahead]! - here;
  return isBehind ? here - values[behind]! : 0;
}
