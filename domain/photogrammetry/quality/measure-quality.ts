import { minOf } from '../../math/extremes.ts';
/** Grey image, 8 bits per pixel, row-major from the top; `pixels` has length width · height. */
export interface QualityImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Measures of sharpness and exposure by which photos are accepted or rejected. */
export interface PhotoQuality {
  /**
   * Ratio of the gradient energy at the pixel scale to that at twice the pixel size, over textured tiles: about 1 for a
   * sharp photo, 0.25 for one without detail finer than two pixels. Where the ratio is low, the minimum of it and the
   * ratios of the next two octaves. Null if no tile is textured.
   */
  readonly sharpness: number | null;
  /** Fraction of tiles that are textured, 0 to 1. */
  readonly texturedShare: number;
  /** Fractions of pixels that are nearly black and nearly white, 0 to 1. */
  readonly darkShare: number;
  readonly brightShare: number;
  /** Standard deviation of the grey values, 0 to 255. */
  readonly spread: number;
}

/** Longer side, in pixels, of the reduced image that quality is measured on; the limits hold for this size. */
export const qualitySide = 1024;

const tileSide = 64;
/** Minimum gradient energy of a textured tile at a quarter of the resolution; noise and compression are below it. */
const structureEnergy = 8;
/** Quantile of the tiles' ratios that is used, so that areas out of focus, water and shadow do not count as blur. */
const sharpQuantile = 0.8;
/** Ratio from which only the finest scale is used; below it, detail may be due to rounding and compression. */
const surelySharp = 0.6;
const nearBlack = 16;
const nearWhite = 250;

interface Level {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

function halve({ width, height, values }: Level): Level {
  const half = { width: width >> 1, height: height >> 1 };
  const out = new Float32Array(half.width * half.height);
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const at = 2 * y * width + 2 * x;
      out[y * half.width + x] =
        (values[at]! + values[at + 1]! + values[at + width]! + values[at + width + 1]!) / 4;
    }
  }
  return { ...half, values: out };
}

/** Returns the mean squared gradient of the square of `side` pixels whose upper left pixel is (x0, y0). */
function gradientEnergy({ width, values }: Level, x0: number, y0: number, side: number): number {
  let sum = 0;
  for (let y = y0; y < y0 + side - 1; y++) {
    for (let x = x0; x < x0 + side - 1; x++) {
      const at = y * width + x;
      const dx = values[at + 1]! - values[at]!;
      const dy = values[at + width]! - values[at]!;
      sum += dx * dx + dy * dy;
    }
  }
  return sum / ((side - 1) * (side - 1));
}

/** Returns the sorted ratios of gradient energy between the first two levels, for tiles textured in the third level. */
function detailRatios(
  levels: readonly [Level, Level, Level],
  tile: number,
): { ratios: number[]; tiles: number } {
  const [fine, half, quarter] = levels;
  const ratios: number[] = [];
  const side = tile / 4;
  let tiles = 0;
  for (let y = 0; y + side <= quarter.height; y += side) {
    for (let x = 0; x + side <= quarter.width; x += side) {
      tiles++;
      if (gradientEnergy(quarter, x, y, side) < structureEnergy) continue;
      const coarse = gradientEnergy(half, 2 * x, 2 * y, 2 * side);
      if (coarse > 0) ratios.push(gradientEnergy(fine, 4 * x, 4 * y, tile) / coarse);
    }
  }
  return { ratios: ratios.sort((a, b) => a - b), tiles };
}

const upperOf = (sorted: readonly number[]): number | null =>
  sorted[Math.min(sorted.length - 1, Math.floor(sharpQuantile * sorted.length))] ?? null;

function sharpnessOf(full: Level): Pick<PhotoQuality, 'sharpness' | 'texturedShare'> {
  const half = halve(full);
  const quarter = halve(half);
  const eighth = halve(quarter);
  const { ratios, tiles } = detailRatios([full, half, quarter], tileSide);
  const texturedShare = tiles === 0 ? 0 : ratios.length / tiles;
  const finest = upperOf(ratios);
  if (finest !== null && finest >= surelySharp) return { sharpness: finest, texturedShare };
  const coarser = [
    upperOf(detailRatios([half, quarter, eighth], tileSide).ratios),
    upperOf(detailRatios([quarter, eighth, halve(eighth)], tileSide).ratios),
  ];
  const known = [finest, ...coarser].filter((ratio) => ratio !== null);
  return { sharpness: known.length === 0 ? null : minOf(known), texturedShare };
}

/**
 * Measures sharpness and exposure of a photo reduced to `qualitySide`. Sharpness is the ratio of gradient energies at
 * two adjacent scales: natural scenes have the same energy at every scale (D. J. Field, 1987), so the ratio does not
 * depend on the amount of texture, while blur reduces it to a minimum of 0.25. Where it is low, the minimum of the
 * ratios of three octaves is used, because under strong blur the finest detail is rounding noise.
 */
export function measureQuality({ width, height, pixels }: QualityImage): PhotoQuality {
  const count = width * height;
  let [sum, squares, dark, bright] = [0, 0, 0, 0];
  for (let at = 0; at < count; at++) {
    const value = pixels[at]!;
    sum += value;
    squares += value * value;
    if (value < nearBlack) dark++;
    if (value > nearWhite) bright++;
  }
  const mean = sum / count;
  return {
    ...sharpnessOf({ width, height, values: Float32Array.from(pixels) }),
    darkShare: dark / count,
    brightShare: bright / count,
    spread: Math.sqrt(Math.max(0, squares / count - mean * mean)),
  };
}
