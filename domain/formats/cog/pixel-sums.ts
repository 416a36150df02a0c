import { addPairs, isSamePair, mixBits, type SumPair, zeroSum } from '../../math/sum-pair.ts';
import type { SampleArray } from '../tiff/sample-types.ts';
import type { PixelWindow } from './open-raster.ts';

/**
 * Sums of the pixels of a band, independent of their order: the number of valid ones, and a wrapping sum of a hash of
 * each valid pixel's value and position. Exchanged pixels change the sum.
 */
export interface BandSums {
  readonly valid: number;
  readonly pixels: SumPair;
}

export const noPixels: BandSums = { valid: 0, pixels: zeroSum };

/** The sums of both sets of pixels together. */
export function addBands(a: BandSums, b: BandSums): BandSums {
  return { valid: a.valid + b.valid, pixels: addPairs(a.pixels, b.pixels) };
}

export function isSameBand(a: BandSums, b: BandSums): boolean {
  return a.valid === b.valid && isSamePair(a.pixels, b.pixels);
}

/** The bits of samples as whole numbers, one or two a sample. */
function wordsOf(samples: SampleArray): { words: ArrayLike<number>; perSample: 1 | 2 } {
  const { buffer, byteOffset, length } = samples;
  if (samples instanceof Float32Array)
    return { words: new Int32Array(buffer, byteOffset, length), perSample: 1 };
  if (samples.BYTES_PER_ELEMENT === 8)
    return { words: new Int32Array(buffer, byteOffset, 2 * length), perSample: 2 };
  return { words: samples as Uint8Array, perSample: 1 };
}

/** Which of a window's samples are one band's: those from `first` on, `stride` apart. */
export interface BandPlace {
  readonly first: number;
  readonly stride: number;
}

/**
 * Adds up a band of a window, row by row. NaN, the missing value (null: none) and what `mask` (0 for invalid) leaves out
 * are not valid.
 */
export function sumBand(
  samples: SampleArray,
  { first, stride }: BandPlace,
  window: PixelWindow,
  missing: number | null,
  mask: Uint8Array | null,
): BandSums {
  const { words, perSample } = wordsOf(samples);
  const values = samples as Float64Array;
  const absent = missing !== null && samples instanceof Float32Array ? Math.fround(missing) : missing;
  let [valid, a, b] = [0, 0, 0];
  for (let row = 0, pixel = 0, at = first; row < window.height; row++) {
    const rowSeed = mixBits(window.y + row + 0x9e3779b9);
    for (let column = 0; column < window.width; column++, pixel++, at += stride) {
      const value = values[at]!;
      if (value === absent || Number.isNaN(value) || (mask !== null && mask[pixel] === 0)) continue;
      const place = Math.imul(rowSeed ^ (window.x + column), 0x2c1b3c6d);
      let bits = words[at * perSample]! | 0;
      if (perSample === 2) bits = mixBits(bits) ^ words[2 * at + 1]!;
      const hash = mixBits(bits ^ place);
      a = (a + hash) | 0;
      b = (b + (Math.imul(hash ^ 0x5bd1e995, 0x297a2d39) ^ Math.imul(bits, 0xc2b2ae35) ^ place)) | 0;
      valid++;
    }
  }
  return { valid, pixels: [a >>> 0, b >>> 0] };
}

/** Adds up which pixels of a window a mask calls valid. */
export function sumMask(mask: Uint8Array<ArrayBuffer>, window: PixelWindow): BandSums {
  const shown = mask.map((value) => (value === 0 ? 0 : 255));
  return sumBand(shown, { first: 0, stride: 1 }, window, 0, null);
}

/** A hash of the bytes of a stored tile and of its place. */
export function sumTile(bytes: Uint8Array, column: number, row: number): SumPair {
  let a = mixBits(column + 0x9e3779b9);
  let b = mixBits(row + 0x7f4a7c15);
  for (let at = 0; at < bytes.length; at++) {
    a = Math.imul(a ^ bytes[at]!, 0x01000193);
    b = (Math.imul(b, 0x85ebca6b) + bytes[at]!) | 0;
  }
  return [mixBits(a) >>> 0, mixBits(b ^ a) >>> 0];
}
