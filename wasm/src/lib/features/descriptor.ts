import { patchGradients, samplePatch } from './gradients';

/**
 * Descriptors (Lowe 2004, section 6): 4×4 histograms of 8 directions over a patch turned to the key point's
 * orientation, each 3 scales wide and sampled 4×4, every gradient shared out linearly among the bins around it,
 * under a Gaussian of half the patch's width. Normalised, cut at 0.2, then root-normalised (R. Arandjelović and
 * A. Zisserman, 2012) and written as bytes of 512 times the value.
 */

export const descriptorBytes: usize = 128;
const cells: i32 = 4;
const bins: i32 = 8;
/** Samples per cell. */
const perCell: i32 = 4;
/** Scales between samples. */
const spacing: f64 = 0.75;
/** Half a cell beyond the outer ones still counts in part. */
const inner: i32 = 20;
const side: i32 = 22;
const stride: i32 = 24;
const limit: f32 = 0.2;
const unit: f32 = 512;

const patch = memory.data(4 * 24 * 24, 16);
const sizes = memory.data(4 * 24 * 24, 16);
const directions = memory.data(4 * 24 * 24, 16);
const window = memory.data(4 * 24 * 24, 16);
/** Of each sample along an axis: its share in the lower of its two cells, and that cell (−1 to 3). */
const shares = memory.data(4 * 20, 16);
const lowerCells = memory.data(4 * 20, 16);
/** Cells of one row, with one cell of margin at both ends, 8 + 1 directions and padding. */
const rowCells = memory.data(4 * 12 * 6, 16);
/** All cells with one row of margin above and below. */
const histogram = memory.data(4 * 12 * 6 * 6, 16);
const rowSize: i32 = 72;
const cellSize: i32 = 12;
const values = memory.data(4 * 128, 16);

let isReady: bool = false;

function makeTables(): void {
  const half = 0.5 * <f64>(inner - 1);
  const deviation = 0.5 * <f64>(cells * perCell);
  for (let i = 0; i < inner; i++) {
    const place = (<f64>i - half) / <f64>perCell + 0.5 * <f64>(cells - 1);
    const low = Math.floor(place);
    store<f32>(shares + (<usize>i << 2), <f32>(1 - (place - low)));
    store<i32>(lowerCells + (<usize>i << 2), <i32>low);
    for (let k = 0; k < inner; k++) {
      const r2 = (<f64>i - half) * (<f64>i - half) + (<f64>k - half) * (<f64>k - half);
      store<f32>(window + (<usize>(i * stride + k) << 2), <f32>Math.exp(-0.5 * r2 / (deviation * deviation)));
    }
  }
  isReady = true;
}

/** Adds a weight to two neighbouring directions of a cell. */
// @ts-ignore: decorator
@inline
function addTo(cell: usize, low: f32, high: f32): void {
  store<f32>(cell, load<f32>(cell) + low);
  store<f32>(cell, load<f32>(cell, 4) + high, 4);
}

function fillHistogram(): void {
  memory.fill(histogram, 0, 4 * 12 * 6 * 6);
  for (let row = 0; row < inner; row++) {
    memory.fill(rowCells, 0, 4 * 12 * 6);
    for (let column = 0; column < inner; column++) {
      const at = <usize>(row * stride + column) << 2;
      const weight = load<f32>(sizes + at) * load<f32>(window + at);
      const direction = load<f32>(directions + at);
      const bin = <i32>direction;
      const high = weight * (direction - <f32>bin);
      const low = weight - high;
      const share = load<f32>(shares + (<usize>column << 2));
      const cell = rowCells + (<usize>((load<i32>(lowerCells + (<usize>column << 2)) + 1) * cellSize + bin) << 2);
      addTo(cell, share * low, share * high);
      addTo(cell + (cellSize << 2), (1 - share) * low, (1 - share) * high);
    }
    const share = load<f32>(shares + (<usize>row << 2));
    const lower = f32x4.splat(share);
    const upper = f32x4.splat(1 - share);
    const to = histogram + (<usize>((load<i32>(lowerCells + (<usize>row << 2)) + 1) * rowSize) << 2);
    for (let k: usize = 0; k < 288; k += 16) {
      const part = v128.load(rowCells + k);
      v128.store(to + k, f32x4.add(v128.load(to + k), f32x4.mul(part, lower)));
      v128.store(to + k, f32x4.add(v128.load(to + k, 288), f32x4.mul(part, upper)), 288);
    }
  }
}

/** Gathers the 16 inner cells into `values`; directions 8 and 9 are 0 and 1 again. */
function gather(): void {
  let to = values;
  for (let row = 1; row <= cells; row++) {
    for (let column = 1; column <= cells; column++) {
      const cell = histogram + (<usize>(row * rowSize + column * cellSize) << 2);
      store<f32>(cell, load<f32>(cell) + load<f32>(cell, 32));
      store<f32>(cell, load<f32>(cell, 4) + load<f32>(cell, 36), 4);
      v128.store(to, v128.load(cell));
      v128.store(to, v128.load(cell, 16), 16);
      to += 32;
    }
  }
}

function normalise(to: usize): void {
  let squares: f32 = 0;
  for (let k: usize = 0; k < 512; k += 4) squares += load<f32>(values + k) * load<f32>(values + k);
  const most = limit * sqrt(squares);
  let sum: f32 = 0;
  for (let k: usize = 0; k < 512; k += 4) {
    const value = min(most, load<f32>(values + k));
    store<f32>(values + k, value);
    sum += value;
  }
  const scale: f32 = sum > 0 ? 1 / sum : 0;
  for (let k: usize = 0; k < descriptorBytes; k++) {
    const root = unit * sqrt(load<f32>(values + (k << 2)) * scale);
    store<u8>(to + k, <u8>min(<f32>255, root + 0.5));
  }
}

/** Writes the 128 bytes of a key point at (x, y) of a level image, index coordinates, for a scale in its pixels. */
export function describe(
  image: usize, width: i32, height: i32, imageStride: i32, x: f64, y: f64, scale: f64, angle: f64, to: usize,
): void {
  if (!isReady) makeTables();
  const step = spacing * scale;
  samplePatch(
    image, width, height, imageStride, x, y, step * Math.cos(angle), step * Math.sin(angle), side, patch, stride,
  );
  patchGradients(patch, side, stride, <f32>bins, sizes, directions);
  fillHistogram();
  gather();
  normalise(to);
}
