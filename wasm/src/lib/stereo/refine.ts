import { align } from '../memory';

/** Half the window of the refinement. */
const reachX: i32 = 4;
const reachY: i32 = 3;
const pixels: i32 = 63;
/** A refinement further than this is a different match. */
const farthest: f32 = 0.8;
const rounds: i32 = 2;
/** Least mean squared gradient of a window, grey values² a pixel²: flatter ones tell nothing. */
const minTexture: f64 = 3;

/** Sums over a window of the right image: its grey values, and their products with those 0 to 3 columns further on. */
const sumCount: i32 = 5;

/** Bytes of the scratch that `refineDisparities` needs. */
export function refineBytes(width: i32): usize {
  return <usize>width * <usize>(8 * sumCount + 4) + 128;
}

let columns: usize = 0;
let windows: usize = 0;
let leftOpen: usize = 0;
let rightOpen: usize = 0;

// @ts-ignore: decorator
@inline
function windowSum(width: i32, kind: i32, x: i32): i32 {
  return load<i32>(windows + (<usize>(kind * width + x) << 2));
}

/** Adds a row of the right image to the sums by column, or takes it off. */
function addRow(right: usize, width: i32, row: i32, sign: i32): void {
  const line = right + <usize>(row * width);
  for (let x = 0; x < width; x++) {
    const value = sign * <i32>load<u8>(line + <usize>x);
    const to = columns + (<usize>x << 2);
    store<i32>(to, load<i32>(to) + value);
    for (let s = 0; s < sumCount - 1; s++) {
      if (x + s >= width) break;
      const at = columns + (<usize>((s + 1) * width + x) << 2);
      store<i32>(at, load<i32>(at) + value * <i32>load<u8>(line + <usize>(x + s)));
    }
  }
}

/** Sums over the windows of a row from those by column. */
function slideWindows(width: i32): void {
  for (let kind = 0; kind < sumCount; kind++) {
    const from = columns + (<usize>(kind * width) << 2);
    const to = windows + (<usize>(kind * width) << 2);
    let sum = 0;
    for (let x = 0; x < 2 * reachX; x++) sum += load<i32>(from + (<usize>x << 2));
    for (let x = reachX; x < width - reachX; x++) {
      sum += load<i32>(from + (<usize>(x + reachX) << 2));
      store<i32>(to + (<usize>x << 2), sum);
      sum -= load<i32>(from + (<usize>(x - reachX) << 2));
    }
  }
}

/** Marks the columns of a plane that are valid in all rows of the windows around a row. */
function openColumns(valid: usize, width: i32, y: i32, target: usize): void {
  const top = valid + <usize>((y - reachY) * width);
  for (let x = 0; x < width; x++) {
    let all = load<u8>(top + <usize>x);
    for (let k = 1; k <= 2 * reachY; k++) all &= load<u8>(top + <usize>(k * width + x));
    store<u8>(target + <usize>x, all);
  }
}

/**
 * Refines disparities between pixels: the shift of the right image that makes a window most like the left one's, by
 * least squares on their grey values (B. Lucas and T. Kanade, 1981, along the row) brought to one mean and contrast,
 * since exposures differ. Where the window is flat or leaves the image the disparity stays.
 *
 * Values and gradients between pixels are mixtures of the four columns around them, so all that the least squares sum
 * up are sums of products of whole grey values: those within the right image are the same for every window there and
 * slide along the row, only those of both images are summed for each pixel. All are exact.
 * @param scratch of `refineBytes`
 */
export function refineDisparities(
  left: usize,
  right: usize,
  leftValid: usize,
  rightValid: usize,
  width: i32,
  height: i32,
  source: usize,
  target: usize,
  scratch: usize,
): void {
  memory.copy(target, source, (<usize>(width * height)) << 2);
  if (width <= 2 * reachX + 3 || height <= 2 * reachY) return;
  columns = align(scratch);
  windows = columns + (<usize>(sumCount * width) << 2);
  leftOpen = windows + (<usize>(sumCount * width) << 2);
  rightOpen = leftOpen + <usize>width;
  memory.fill(columns, 0, <usize>(sumCount * width) << 2);
  for (let row = 0; row < 2 * reachY; row++) addRow(right, width, row, 1);
  for (let y = reachY; y < height - reachY; y++) {
    addRow(right, width, y + reachY, 1);
    slideWindows(width);
    openColumns(leftValid, width, y, leftOpen);
    openColumns(rightValid, width, y, rightOpen);
    for (let x = reachX; x < width - reachX; x++) {
      const at = (<usize>(y * width + x)) << 2;
      const start = load<f32>(source + at);
      if (start == start && load<u8>(leftOpen + <usize>(x - reachX)) & load<u8>(leftOpen + <usize>(x + reachX))) {
        store<f32>(target + at, refineAt(left, right, width, x, y, start));
      }
    }
    addRow(right, width, y - reachY, -1);
  }
}

/** Sums of the left window and of its products with those of the right image. */
let sumL: i32 = 0;
let sumLL: i32 = 0;

// @ts-ignore: decorator
@inline
function total(values: v128): i32 {
  const half = i32x4.add(values, i8x16.shuffle(values, values, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return i32x4.extract_lane(half, 0) + i32x4.extract_lane(half, 1);
}

/** The nine columns of a window's row among the sixteen that are loaded. */
// @ts-ignore: decorator
@inline
function windowMask(): v128 {
  return i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0);
}

function sumLeft(left: usize, width: i32, x: i32, y: i32): void {
  const ones = i16x8.splat(1);
  let sums = i32x4.splat(0);
  let squares = i32x4.splat(0);
  for (let dy = -reachY; dy <= reachY; dy++) {
    const row = v128.and(v128.load(left + <usize>((y + dy) * width + x - reachX)), windowMask());
    const low = i16x8.extend_low_i8x16_u(row);
    const high = i16x8.extend_high_i8x16_u(row);
    sums = i32x4.add(sums, i32x4.dot_i16x8_s(i16x8.add(low, high), ones));
    squares = i32x4.add(squares, i32x4.add(i32x4.dot_i16x8_s(low, low), i32x4.dot_i16x8_s(high, high)));
  }
  sumL = total(sums);
  sumLL = total(squares);
}

function refineAt(left: usize, right: usize, width: i32, x: i32, y: i32, start: f32): f32 {
  sumLeft(left, width, x, y);
  let value = start;
  for (let round = 0; round < rounds; round++) {
    const shift = shiftAt(left, right, width, x, y, value);
    if (shift != shift) break;
    value -= shift;
    if (abs(value - start) > farthest) return start;
  }
  return value;
}

/** Sum of products minus its share of the means, times the window's pixels: exact. */
// @ts-ignore: decorator
@inline
function covariance(products: i32, first: i32, second: i32): f64 {
  return <f64>(pixels * products - first * second);
}

/** How far to the right the window's partner should move, pixels; NaN where it cannot be told. */
function shiftAt(left: usize, right: usize, width: i32, x: i32, y: i32, disparity: f32): f32 {
  const place = <f32>x - disparity;
  const whole = <i32>floor(place);
  const t = <f64>(place - <f32>whole);
  if (whole - reachX - 1 < 0 || whole + reachX + 2 >= width) return NaN;
  if (!(load<u8>(rightOpen + <usize>(whole - reachX - 1)) & load<u8>(rightOpen + <usize>(whole + reachX + 2)))) return NaN;
  // Of the columns a, b, c, d around a pixel of the window, b holds the whole place.
  let la4 = i32x4.splat(0);
  let lb4 = i32x4.splat(0);
  let lc4 = i32x4.splat(0);
  let ld4 = i32x4.splat(0);
  for (let dy = -reachY; dy <= reachY; dy++) {
    const line = <usize>((y + dy) * width);
    const row = v128.and(v128.load(left + line + <usize>(x - reachX)), windowMask());
    const low = i16x8.extend_low_i8x16_u(row);
    const high = i16x8.extend_high_i8x16_u(row);
    const from = right + line + <usize>(whole - reachX - 1);
    const a = v128.load(from);
    const b = v128.load(from, 1);
    const c = v128.load(from, 2);
    const d = v128.load(from, 3);
    la4 = i32x4.add(la4, i32x4.dot_i16x8_s(low, i16x8.extend_low_i8x16_u(a)));
    lb4 = i32x4.add(lb4, i32x4.dot_i16x8_s(low, i16x8.extend_low_i8x16_u(b)));
    lc4 = i32x4.add(lc4, i32x4.dot_i16x8_s(low, i16x8.extend_low_i8x16_u(c)));
    ld4 = i32x4.add(ld4, i32x4.dot_i16x8_s(low, i16x8.extend_low_i8x16_u(d)));
    la4 = i32x4.add(la4, i32x4.dot_i16x8_s(high, i16x8.extend_high_i8x16_u(a)));
    lb4 = i32x4.add(lb4, i32x4.dot_i16x8_s(high, i16x8.extend_high_i8x16_u(b)));
    lc4 = i32x4.add(lc4, i32x4.dot_i16x8_s(high, i16x8.extend_high_i8x16_u(c)));
    ld4 = i32x4.add(ld4, i32x4.dot_i16x8_s(high, i16x8.extend_high_i8x16_u(d)));
  }
  const sumA = windowSum(width, 0, whole - 1);
  const sumB = windowSum(width, 0, whole);
  const sumC = windowSum(width, 0, whole + 1);
  const sumD = windowSum(width, 0, whole + 2);
  const aa = covariance(windowSum(width, 1, whole - 1), sumA, sumA);
  const bb = covariance(windowSum(width, 1, whole), sumB, sumB);
  const cc = covariance(windowSum(width, 1, whole + 1), sumC, sumC);
  const dd = covariance(windowSum(width, 1, whole + 2), sumD, sumD);
  const ab = covariance(windowSum(width, 2, whole - 1), sumA, sumB);
  const bc = covariance(windowSum(width, 2, whole), sumB, sumC);
  const cd = covariance(windowSum(width, 2, whole + 1), sumC, sumD);
  const ac = covariance(windowSum(width, 3, whole - 1), sumA, sumC);
  const bd = covariance(windowSum(width, 3, whole), sumB, sumD);
  const ad = covariance(windowSum(width, 4, whole - 1), sumA, sumD);
  // The value is s b + t c, its gradient (s (c − a) + t (d − b)) / 2.
  const s = 1 - t;
  const near = cc - 2 * ac + aa;
  const far = dd - 2 * bd + bb;
  const both = cd - bc - ad + ab;
  const spread = 0.25 * (s * s * near + 2 * s * t * both + t * t * far);
  if (spread < minTexture * <f64>(pixels * pixels)) return NaN;
  const spreadL = covariance(sumLL, sumL, sumL);
  const spreadR = s * s * bb + 2 * s * t * bc + t * t * cc;
  if (!(spreadL > 0 && spreadR > 0)) return NaN;
  const ofLeft =
    s * (covariance(total(lc4), sumL, sumC) - covariance(total(la4), sumL, sumA)) +
    t * (covariance(total(ld4), sumL, sumD) - covariance(total(lb4), sumL, sumB));
  const ofRight = s * s * (bc - ab) + s * t * (cc - ac + bd - bb) + t * t * (cd - bc);
  const contrast = Math.sqrt(spreadR / spreadL);
  return <f32>((0.5 * (contrast * ofLeft - ofRight)) / spread);
}
