import { createSamples, isFloatType } from '../tiff/sample-types.ts';
import type { CogColour, CogSampleType, TilePixels } from './spec.ts';

/** What averaging needs to know of the pixels. */
export interface HalvingRules {
  readonly bands: number;
  readonly sampleType: CogSampleType;
  readonly colour: CogColour;
  readonly nodata: number | null;
}

/**
 * A tile at half its resolution: each pixel the mean of the up to four valid pixels under it. Missing and
 * masked pixels have no part in it and colours count by their opacity; a pixel with nothing valid under it
 * is missing itself. Whole numbers are rounded half up; a mean that happens to equal the missing value is
 * moved by the smallest step so that it stays valid.
 */
export function halveTile(tile: TilePixels, rules: HalvingRules): TilePixels {
  const width = Math.ceil(tile.width / 2);
  const height = Math.ceil(tile.height / 2);
  const samples = createSamples(rules.sampleType, width * height * rules.bands);
  const half: TilePixels = tile.mask
    ? { width, height, samples, mask: new Uint8Array(width * height) }
    : { width, height, samples };
  const indices = new Uint32Array(4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const count = pixelsUnder(tile, x, y, indices);
      if (rules.colour === 'rgba') averageColours(tile, half, indices, count, y * width + x);
      else averageBands(tile, half, indices, count, y * width + x, rules);
    }
  }
  return half;
}

/** Indices of the pixels under a halved one, those the mask refuses left out. */
function pixelsUnder(tile: TilePixels, x: number, y: number, indices: Uint32Array): number {
  let count = 0;
  const right = Math.min(2 * x + 2, tile.width);
  const bottom = Math.min(2 * y + 2, tile.height);
  for (let row = 2 * y; row < bottom; row++) {
    for (let column = 2 * x; column < right; column++) {
      const index = row * tile.width + column;
      if (tile.mask && tile.mask[index] === 0) continue;
      indices[count++] = index;
    }
  }
  return count;
}

function averageBands(
  tile: TilePixels,
  half: TilePixels,
  indices: Uint32Array,
  count: number,
  target: number,
  rules: HalvingRules,
): void {
  const { bands, nodata, sampleType } = rules;
  const isFloat = isFloatType(sampleType);
  const missing = nodata !== null && sampleType === 'float32' ? Math.fround(nodata) : nodata;
  const from = tile.samples as Float64Array;
  const to = half.samples as Float64Array;
  let any = false;
  for (let band = 0; band < bands; band++) {
    let sum = 0;
    let valid = 0;
    for (let i = 0; i < count; i++) {
      const value = from[indices[i]! * bands + band]!;
      if (value === missing || Number.isNaN(value)) continue;
      sum += value;
      valid++;
    }
    if (valid > 0) any = true;
    to[target * bands + band] = valid === 0 ? (nodata ?? 0) : mean(sum / valid, isFloat, missing);
  }
  if (half.mask) half.mask[target] = any ? 255 : 0;
}

/** The least normal number of 32 bits. */
const smallestSingle = 2 ** -126;

function mean(value: number, isFloat: boolean, missing: number | null): number {
  if (isFloat) return value !== missing ? value : value === 0 ? smallestSingle : value * (1 + 2 ** -23);
  const rounded = Math.floor(value + 0.5);
  return rounded === missing ? rounded + (rounded > 0 ? -1 : 1) : rounded;
}

/** Bands red, green, blue weighed by the fourth, opacity. */
function averageColours(
  tile: TilePixels,
  half: TilePixels,
  indices: Uint32Array,
  count: number,
  target: number,
): void {
  const from = tile.samples as Float64Array;
  const to = half.samples as Float64Array;
  let opacity = 0;
  for (let i = 0; i < count; i++) opacity += from[indices[i]! * 4 + 3]!;
  for (let band = 0; band < 3; band++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += from[indices[i]! * 4 + band]! * from[indices[i]! * 4 + 3]!;
    to[target * 4 + band] = opacity === 0 ? 0 : Math.floor(sum / opacity + 0.5);
  }
  to[target * 4 + 3] = count === 0 ? 0 : Math.floor(opacity / count + 0.5);
  if (half.mask) half.mask[target] = count > 0 ? 255 : 0;
}
