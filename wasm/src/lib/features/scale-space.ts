import { lay } from '../layout';
import { blur, blurScratch } from './blur';

/**
 * The Gaussian scale space of D. G. Lowe, "Distinctive image features from scale-invariant keypoints", 2004,
 * section 3: octaves of `levels` images whose blur grows by 2^(1/steps) from `firstSigma`, each octave half the
 * size of the one before. Pixel i of octave o lies over index i·2^o of the image, so no octave is shifted.
 */

/** Levels an octave whose extrema are sought. */
export const steps: i32 = 3;
/** Images of an octave. */
export const levels: i32 = 6;
/** Blur of each octave's first image, its own pixels. */
export const firstSigma: f64 = 1.6;
/** Assumed variance of the blur of an image. */
const cameraVariance: f64 = 0.25;
/** Variance that linear doubling adds, new pixels: none at the old ones, 1 half way, so 0.5 on the average of both axes. */
const doublingVariance: f64 = 0.5;
/** An octave has at least so many pixels a side. */
const minSide: i32 = 12;
const maxOctaves: i32 = 12;

const widths = memory.data(4 * 12, 4);
const heights = memory.data(4 * 12, 4);
const strides = memory.data(4 * 12, 4);
const places = memory.data(4 * 12, 4);

let octaves: i32 = 0;
/** Number of the first octave: −1 where the image is doubled, else 0. */
let first: i32 = 0;
let scratch: usize = 0;

export function octaveCount(): i32 {
  return octaves;
}

export function firstOctave(): i32 {
  return first;
}

// @ts-ignore: decorator
@inline
export function octaveWidth(octave: i32): i32 {
  return load<i32>(widths + (<usize>octave << 2));
}

// @ts-ignore: decorator
@inline
export function octaveHeight(octave: i32): i32 {
  return load<i32>(heights + (<usize>octave << 2));
}

/** Floats between the rows of an octave. */
// @ts-ignore: decorator
@inline
export function octaveStride(octave: i32): i32 {
  return load<i32>(strides + (<usize>octave << 2));
}

/** Address of one image of an octave. */
// @ts-ignore: decorator
@inline
export function levelAt(octave: i32, level: i32): usize {
  const bytes = <usize>(octaveHeight(octave) * octaveStride(octave)) << 2;
  return <usize>load<u32>(places + (<usize>octave << 2)) + <usize>level * bytes;
}

/**
 * Floats between rows of so many pixels: whole cache lines, an odd number of them, so that the rows under a vertical
 * kernel do not fall on the same places of a cache.
 */
export function strideFor(pixels: i32): i32 {
  return (((pixels + 15) >> 4) | 1) << 4;
}

/** Allocates the octaves of an image after existing data. */
export function layOctaves(width: i32, height: i32, isDoubled: bool): void {
  first = isDoubled ? -1 : 0;
  let w = isDoubled ? 2 * width : width;
  let h = isDoubled ? 2 * height : height;
  scratch = lay(blurScratch(strideFor(w)), 1);
  octaves = 0;
  while (octaves < maxOctaves && min(w, h) >= minSide) {
    const index = <usize>octaves << 2;
    const stride = strideFor(w);
    store<i32>(widths + index, w);
    store<i32>(heights + index, h);
    store<i32>(strides + index, stride);
    // 64 bytes of room, since a row is read to the end of its last 16 pixels.
    store<u32>(places + index, <u32>lay(<i64>levels * <i64>stride * <i64>h + 16, 4));
    w >>= 1;
    h >>= 1;
    octaves++;
  }
}

/** Doubles the image linearly: even pixels are its own, odd ones lie half way. */
function double(from: usize, width: i32, height: i32, fromStride: i32, to: usize, toStride: i32): void {
  for (let y = 0; y < 2 * height; y++) {
    const above = from + (<usize>((y >> 1) * fromStride) << 2);
    const below = from + (<usize>(min(height - 1, (y + 1) >> 1) * fromStride) << 2);
    const row = to + (<usize>(y * toStride) << 2);
    let left: f32 = 0.5 * (load<f32>(above) + load<f32>(below));
    for (let x = 0; x < width; x++) {
      const next = <usize>min(width - 1, x + 1) << 2;
      const right: f32 = 0.5 * (load<f32>(above + next) + load<f32>(below + next));
      const at = row + (<usize>x << 3);
      store<f32>(at, left);
      store<f32>(at, 0.5 * (left + right), 4);
      left = right;
    }
  }
}

/** Every second pixel of every second row. */
function halve(from: usize, fromStride: i32, to: usize, width: i32, height: i32, toStride: i32): void {
  for (let y = 0; y < height; y++) {
    const source = from + (<usize>(2 * y * fromStride) << 2);
    const row = to + (<usize>(y * toStride) << 2);
    for (let x = 0; x < width; x++) store<f32>(row + (<usize>x << 2), load<f32>(source + (<usize>x << 3)));
  }
}

/** Blurs the grey image (float32, rows `stride` apart) into all octaves laid out before. */
export function fillOctaves(grey: usize, width: i32, height: i32, stride: i32): void {
  const growth = Math.pow(2, 1.0 / <f64>steps);
  for (let octave = 0; octave < octaves; octave++) {
    const w = octaveWidth(octave);
    const h = octaveHeight(octave);
    const s = octaveStride(octave);
    if (octave == 0) {
      const sharp = first < 0 ? levelAt(0, 1) : grey;
      if (first < 0) double(grey, width, height, stride, sharp, s);
      const have = first < 0 ? 4 * cameraVariance + doublingVariance : cameraVariance;
      blur(sharp, levelAt(0, 0), w, h, s, scratch, Math.sqrt(firstSigma * firstSigma - have));
    } else {
      halve(levelAt(octave - 1, steps), octaveStride(octave - 1), levelAt(octave, 0), w, h, s);
    }
    let sigma = firstSigma;
    for (let level = 1; level < levels; level++) {
      const next = sigma * growth;
      blur(levelAt(octave, level - 1), levelAt(octave, level), w, h, s, scratch, Math.sqrt(next * next - sigma * sigma));
      sigma = next;
    }
  }
}
