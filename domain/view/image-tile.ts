import type { SampleArray } from '../formats/tiff/sample-types.ts';
import type { ImagePixels } from '../warp/image-warp.ts';

/** How samples are mapped to colours. Indices refer to the given bands. */
export interface ImageRecipe {
  /** One index (grey or palette) or three (red, green, blue). */
  readonly colours: readonly number[];
  /** Index of the opacity band, with range 0 to `alphaMax`; null where there is none. */
  readonly alpha: number | null;
  readonly alphaMax: number;
  /** A pixel whose colours all equal this is nodata; NaN always is. */
  readonly nodata: number | null;
  /** Samples mapped to black and to white. */
  readonly range: readonly [low: number, high: number];
  /** Red, green and blue of each value, 0 to 255, length 3n; null for colours and greys. */
  readonly palette: Uint8Array<ArrayBuffer> | null;
}

/** Pixels of an image as stored in a file: one array per band, row-major. */
export interface ImageSamples {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly SampleArray[];
  /** 0 where the file's mask excludes a pixel; null without a mask. */
  readonly mask: Uint8Array<ArrayBuffer> | null;
}

function isMissing(samples: ImageSamples, recipe: ImageRecipe, pixel: number): boolean {
  if (samples.mask && samples.mask[pixel] === 0) return true;
  let isNodata = recipe.nodata !== null;
  for (const band of recipe.colours) {
    const value = Number(samples.bands[band]![pixel]!);
    if (Number.isNaN(value)) return true;
    if (value !== recipe.nodata) isNodata = false;
  }
  return isNodata;
}

/** Writes the colours of one pixel; leaves the four bytes at 0 for nodata. */
function writePixel(
  samples: ImageSamples,
  recipe: ImageRecipe,
  pixel: number,
  out: Uint8Array | Uint8ClampedArray,
  at: number,
): void {
  if (isMissing(samples, recipe, pixel)) return;
  const { colours, palette, range, alpha } = recipe;
  const scale = 255 / Math.max(range[1] - range[0], Number.MIN_VALUE);
  for (let i = 0; i < 3; i++) {
    const value = Number(samples.bands[colours[colours.length === 3 ? i : 0]!]![pixel]!);
    out[at + i] = palette ? (palette[value * 3 + i] ?? 0) : (value - range[0]) * scale;
  }
  out[at + 3] = alpha === null ? 255 : (Number(samples.bands[alpha]![pixel]!) * 255) / recipe.alphaMax;
}

/**
 * The colours of an image, `factor`² pixels to one (1: every pixel; else the mean of valid ones, colours weighted by
 * opacity; the last column and row may cover fewer).
 */
export function composeImage(samples: ImageSamples, recipe: ImageRecipe, factor: number): ImagePixels {
  const width = Math.ceil(samples.width / factor);
  const height = Math.ceil(samples.height / factor);
  const whole = new Uint8ClampedArray(samples.width * samples.height * 4);
  for (let i = 0; i < samples.width * samples.height; i++) writePixel(samples, recipe, i, whole, i * 4);
  if (factor === 1) return { width, height, rgba: new Uint8Array(whole.buffer) };
  const mean = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const block = [x * factor, y * factor, factor, factor] as const;
      meanOf(whole, samples.width, samples.height, block, mean, (y * width + x) * 4);
    }
  }
  return { width, height, rgba: new Uint8Array(mean.buffer) };
}

function meanOf(
  from: Uint8ClampedArray,
  width: number,
  height: number,
  [left, top, columns, rows]: readonly [number, number, number, number],
  out: Uint8ClampedArray,
  to: number,
): void {
  const [right, bottom] = [Math.min(width, left + columns), Math.min(height, top + rows)];
  let [red, green, blue, sum] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4;
      const alpha = from[at + 3]!;
      red += from[at]! * alpha;
      green += from[at + 1]! * alpha;
      blue += from[at + 2]! * alpha;
      sum += alpha;
    }
  }
  if (sum === 0) return;
  out[to] = red / sum;
  out[to + 1] = green / sum;
  out[to + 2] = blue / sum;
  out[to + 3] = Math.max(1, sum / ((right - left) * (bottom - top)));
}

/**
 * The range of samples for contrast stretching: the 0.5 and 99.5 percent quantiles of valid pixels. Null where there
 * are none.
 */
export function imageRange(samples: ImageSamples, recipe: ImageRecipe): readonly [number, number] | null {
  const values: number[] = [];
  for (let i = 0; i < samples.width * samples.height; i++) {
    if (isMissing(samples, recipe, i)) continue;
    if (recipe.alpha !== null && Number(samples.bands[recipe.alpha]![i]!) === 0) continue;
    for (const band of recipe.colours) values.push(Number(samples.bands[band]![i]!));
  }
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  const [low, high] = [at(0.005), at(0.995)];
  return high > low ? [low, high] : [low - 0.5, low + 0.5];
}
