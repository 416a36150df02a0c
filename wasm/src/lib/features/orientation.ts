import { patchGradients, samplePatch } from './gradients';

/**
 * Orientations of a key point (Lowe 2004, section 5): a histogram of 36 gradient directions under a Gaussian window
 * of 1.5 scales, smoothed; its peak and a second one of at least 80 % of it, refined by a parabola.
 */

const bins: i32 = 36;
/** Samples a side: 4.5 scales to each side, two samples a scale, and one more around for the differences. */
const side: i32 = 21;
const stride: i32 = 24;
const spacing: f64 = 0.5;
const windowScales: f64 = 1.5;
const secondPeak: f32 = 0.8;
const smoothings: i32 = 6;

const patch = memory.data(4 * 24 * 24, 16);
const sizes = memory.data(4 * 24 * 24, 16);
const directions = memory.data(4 * 24 * 24, 16);
const window = memory.data(4 * 24 * 24, 16);
const histogram = memory.data(4 * 48, 16);
const smoothed = memory.data(4 * 48, 16);
const found = memory.data(8, 8);

let isReady: bool = false;

/** The angles that `findOrientations` found, radians, two f32. */
export function orientationList(): usize {
  return found;
}

function makeWindow(): void {
  const inner = side - 2;
  const half = 0.5 * <f64>(inner - 1);
  for (let row = 0; row < inner; row++) {
    for (let column = 0; column < inner; column++) {
      const x = (<f64>column - half) * spacing;
      const y = (<f64>row - half) * spacing;
      const r2 = x * x + y * y;
      const isOutside = r2 > (half * spacing + 0.01) * (half * spacing + 0.01);
      const weight = isOutside ? 0 : Math.exp(-0.5 * r2 / (windowScales * windowScales));
      store<f32>(window + (<usize>(row * stride + column) << 2), <f32>weight);
    }
  }
  isReady = true;
}

// @ts-ignore: decorator
@inline
function bin(list: usize, index: i32): f32 {
  const wrapped = index < 0 ? index + bins : index >= bins ? index - bins : index;
  return load<f32>(list + (<usize>wrapped << 2));
}

function fillHistogram(): void {
  memory.fill(histogram, 0, 4 * bins);
  for (let row = 0; row < side - 2; row++) {
    for (let column = 0; column < side - 2; column++) {
      const at = <usize>(row * stride + column) << 2;
      const weight = load<f32>(sizes + at) * load<f32>(window + at);
      const direction = load<f32>(directions + at);
      const low = <i32>direction;
      const part = direction - <f32>low;
      const first = histogram + (<usize>(low >= bins ? low - bins : low) << 2);
      const second = histogram + (<usize>(low + 1 >= bins ? low + 1 - bins : low + 1) << 2);
      store<f32>(first, load<f32>(first) + weight * (1 - part));
      store<f32>(second, load<f32>(second) + weight * part);
    }
  }
  for (let pass = 0; pass < smoothings; pass++) {
    for (let k = 0; k < bins; k++) {
      const sum = bin(histogram, k - 1) + bin(histogram, k) + bin(histogram, k + 1);
      store<f32>(smoothed + (<usize>k << 2), sum * <f32>(1.0 / 3));
    }
    memory.copy(histogram, smoothed, 4 * bins);
  }
}

/** Finds the orientations at (x, y) of a level image, index coordinates, for a scale in its pixels; 0, 1 or 2. */
export function findOrientations(
  image: usize, width: i32, height: i32, imageStride: i32, x: f64, y: f64, scale: f64,
): i32 {
  if (!isReady) makeWindow();
  samplePatch(image, width, height, imageStride, x, y, spacing * scale, 0, side, patch, stride);
  patchGradients(patch, side, stride, <f32>bins, sizes, directions);
  fillHistogram();
  let highest: f32 = 0;
  for (let k = 0; k < bins; k++) highest = max(highest, bin(histogram, k));
  if (!(highest > 0)) return 0;
  let bestAt = -1;
  let secondAt = -1;
  for (let k = 0; k < bins; k++) {
    const value = bin(histogram, k);
    if (value < secondPeak * highest || value <= bin(histogram, k - 1) || value < bin(histogram, k + 1)) continue;
    if (bestAt < 0 || value > bin(histogram, bestAt)) {
      secondAt = bestAt;
      bestAt = k;
    } else if (secondAt < 0 || value > bin(histogram, secondAt)) {
      secondAt = k;
    }
  }
  if (bestAt < 0) return 0;
  store<f32>(found, peakAngle(bestAt));
  if (secondAt < 0) return 1;
  store<f32>(found, peakAngle(secondAt), 4);
  return 2;
}

/** Angle of a peak, radians from 0 to 2π. */
function peakAngle(index: i32): f32 {
  const left = bin(histogram, index - 1);
  const centre = bin(histogram, index);
  const right = bin(histogram, index + 1);
  const curvature = left - 2 * centre + right;
  const shift: f32 = curvature < 0 ? 0.5 * (left - right) / curvature : 0;
  let place = <f32>index + shift;
  if (place < 0) place += <f32>bins;
  if (place >= <f32>bins) place -= <f32>bins;
  return place * <f32>(6.28318530717959 / <f64>bins);
}
