import { hold, laidEnd, lay, layFrom } from './lib/layout';
import { align } from './lib/memory';
import { averageTaps, filterTaps, firstTap, tapBytes, tapCount, tapWeight } from './lib/taps';

/**
 * Pixels of an image re-projected: each target pixel finds its position in the source through a grid of positions and
 * is made of the source pixels around it. Source bands lie one after the other, the target's side by side.
 */

const nearest: i32 = 0;
const bilinear: i32 = 1;
const cubic: i32 = 2;
const average: i32 = 3;

let free: usize = 0;

let source: usize = 0;
let mask: usize = 0;
let sourceWidth: i32 = 0;
let sourceHeight: i32 = 0;
let bands: i32 = 0;
let hasOpacity: bool = false;
let originX: f64 = 0;
let originY: f64 = 0;

let hasMissing: bool = false;
let missing: f64 = 0;
let gain: f64 = 1;

let method: i32 = 0;
let scaleX: f64 = 1;
let scaleY: f64 = 1;

const across: usize = memory.data(<i32>tapBytes, 16);
const down: usize = memory.data(<i32>tapBytes, 16);

/** Added to a whole number below 2³¹ it shows that number in the low bits: cheaper than a saturating conversion. */
const wholeBits: f64 = 6755399441055744;

// @ts-ignore: decorator
@inline
function wholeOf(value: f64): i32 {
  return <i32>reinterpret<i64>(value + wholeBits);
}

// @ts-ignore: decorator
@inline
function floorOf(value: f64): i32 {
  return wholeOf(floor(value));
}

/** Takes all memory back. */
export function clear(): void {
  free = align(__heap_base);
}

/** Room for so many bytes; 0 when memory ends. */
export function allocate(bytes: f64): usize {
  layFrom(free);
  const at = lay(<i64>bytes, 1);
  if (!hold()) return 0;
  free = laidEnd();
  return at;
}

/**
 * @param pixels band after band
 * @param maskAt one byte a pixel, 0 where invalid; 0 where there is no mask
 * @param opacity whether the last band is opacity (bytes only)
 * @param x position of the corner of the first pixel, in the numbers of the grid
 */
export function setSource(
  pixels: usize, maskAt: usize, width: i32, height: i32, count: i32, opacity: bool, x: f64, y: f64,
): void {
  source = pixels;
  mask = maskAt;
  sourceWidth = width;
  sourceHeight = height;
  bands = count;
  hasOpacity = opacity;
  originX = x;
  originY = y;
}

/** The value of missing pixels, 0 where none is declared, and a factor on what is valid. */
export function setValues(declared: bool, value: f64, factor: f64): void {
  hasMissing = declared;
  missing = value;
  gain = factor;
}

/** @param x source pixels in a target pixel along a row */
export function setFilter(kind: i32, x: f64, y: f64): void {
  method = kind;
  scaleX = x;
  scaleY = y;
}

// @ts-ignore: decorator
@inline
function at<T>(band: i32, x: i32, y: i32): usize {
  return source + ((<usize>band * <usize>sourceHeight + <usize>y) * <usize>sourceWidth + <usize>x) * sizeof<T>();
}

/** Whether a pixel of the source has a value in a band. */
// @ts-ignore: decorator
@inline
function isValid<T>(band: i32, x: i32, y: i32): bool {
  if (mask !== 0 && load<u8>(mask + <usize>y * <usize>sourceWidth + <usize>x) === 0) return false;
  if (hasOpacity && load<T>(at<T>(bands - 1, x, y)) === <T>0) return false;
  if (!hasMissing && !isFloat<T>()) return true;
  const value = <f64>load<T>(at<T>(band, x, y));
  return value === value && !(hasMissing && value === missing);
}

/** The least normal number of 32 bits. */
const smallestSingle: f64 = 1.1754943508222875e-38;

/** Writes a value: whole numbers rounded half up and kept in range; one that equals the missing value moves a step. */
// @ts-ignore: decorator
@inline
function put<T>(target: usize, value: f64): void {
  let kept = value;
  if (isFloat<T>()) {
    kept = <f64>(<T>value);
    if (hasMissing && kept === missing) kept = kept === 0 ? smallestSingle : <f64>(<T>(kept * 1.0000002));
  } else {
    const span = <f64>(<u64>1 << (8 * sizeof<T>()));
    const low: f64 = isSigned<T>() ? -span / 2 : 0;
    const high = low + span - 1;
    kept = max(low, min(high, floor(value + 0.5)));
    if (hasMissing && kept === missing) kept = kept === low ? kept + 1 : kept - 1;
  }
  store<T>(target, <T>kept);
}

/** Fills the taps of a filter around a position. */
function chooseTaps(kind: i32, x: f64, y: f64): void {
  if (kind === average) {
    averageTaps(across, x, scaleX, sourceWidth);
    averageTaps(down, y, scaleY, sourceHeight);
  } else {
    filterTaps(across, kind === cubic, x, scaleX);
    filterTaps(down, kind === cubic, y, scaleY);
  }
}

/** Whether every tap of the last mean was in the source and had a value: only then may weights be negative. */
let wereTapsWhole: bool = false;

/** The mean of a band under the taps, by weight and opacity; NaN where nothing is valid. */
function weigh<T>(band: i32): f64 {
  const isOpacity = hasOpacity && band === bands - 1;
  let used = 0;
  let sum: f64 = 0;
  let total: f64 = 0;
  for (let j = 0; j < tapCount(down); j++) {
    const row = firstTap(down) + j;
    if (row < 0 || row >= sourceHeight) continue;
    const rowWeight = tapWeight(down, j);
    for (let i = 0; i < tapCount(across); i++) {
      const column = firstTap(across) + i;
      if (column < 0 || column >= sourceWidth || !isValid<T>(band, column, row)) continue;
      used++;
      let weight = rowWeight * tapWeight(across, i);
      if (hasOpacity && !isOpacity) weight *= <f64>load<T>(at<T>(bands - 1, column, row));
      sum += weight * <f64>load<T>(at<T>(band, column, row));
      total += weight;
    }
  }
  wereTapsWhole = used === tapCount(across) * tapCount(down);
  return total > 1e-6 ? sum / total : NaN;
}

/** A band at a position of the source; NaN where it has no value there. */
function sample<T>(band: i32, x: f64, y: f64): f64 {
  if (method === nearest) return <f64>load<T>(at<T>(band, floorOf(x + 1e-10), floorOf(y + 1e-10)));
  if (method !== cubic) return weigh<T>(band);
  chooseTaps(cubic, x, y);
  const mean = weigh<T>(band);
  if (scaleX > 1 || scaleY > 1 || wereTapsWhole) return mean;
  chooseTaps(bilinear, x, y);
  return weigh<T>(band);
}

/** Two bytes side by side as numbers. */
// @ts-ignore: decorator
@inline
function twoBytes(at: usize): v128 {
  const bytes = v128.load_zero<u32>(at);
  return f64x2.convert_low_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)));
}

/**
 * One target pixel, bilinear between four source pixels that lie in the source; false, to be made with more care, where
 * one of them has no value or is not wholly opaque.
 */
// @ts-ignore: decorator
@inline
function makeQuick<T>(target: usize, left: i32, top: i32, s: f64, t: f64): bool {
  const width = <usize>sourceWidth;
  const plane = width * <usize>sourceHeight;
  const offset = <usize>top * width + <usize>left;
  if (mask !== 0) {
    const first = mask + offset;
    const next = first + width;
    if (load<u8>(first) === 0 || load<u8>(first, 1) === 0 || load<u8>(next) === 0 || load<u8>(next, 1) === 0) return false;
  }
  if (hasOpacity) {
    const opacity = source + <usize>(bands - 1) * plane + offset;
    if (load<u16>(opacity) !== 0xffff || load<u16>(opacity + width) !== 0xffff) return false;
  }
  const upperRight = s * (1 - t);
  const upperLeft = 1 - t - upperRight;
  const lowerRight = s * t;
  const lowerLeft = t - lowerRight;
  let pixel = source + offset * sizeof<T>();
  if (sizeof<T>() === 1 && !isSigned<T>() && !hasMissing && gain === 1) {
    const upper = f64x2.replace_lane(f64x2.splat(upperLeft), 1, upperRight);
    const lower = f64x2.replace_lane(f64x2.splat(lowerLeft), 1, lowerRight);
    for (const end = target + <usize>bands; target < end; target++) {
      const sums = f64x2.add(f64x2.mul(twoBytes(pixel), upper), f64x2.mul(twoBytes(pixel + width), lower));
      const value = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
      store<u8>(target, <u8>floorOf(value + 0.5));
      pixel += plane;
    }
    return true;
  }
  for (let band = 0; band < bands; band++) {
    const below = pixel + width * sizeof<T>();
    const a = <f64>load<T>(pixel);
    const b = <f64>load<T>(pixel + sizeof<T>());
    const c = <f64>load<T>(below);
    const d = <f64>load<T>(below + sizeof<T>());
    if (hasMissing && (a === missing || b === missing || c === missing || d === missing)) return false;
    const value = (a * upperLeft + b * upperRight + c * lowerLeft + d * lowerRight) * gain;
    if (isFloat<T>() && value !== value) return false;
    if (isFloat<T>() || isSigned<T>() || hasMissing || gain !== 1) put<T>(target, value);
    else store<T>(target, <T>floorOf(value + 0.5));
    target += sizeof<T>();
    pixel += plane * sizeof<T>();
  }
  return true;
}

/** One target pixel; false where it has no value in any band. */
function make<T>(target: usize, x: f64, y: f64): bool {
  const reachX = method === average ? scaleX / 2 : 0;
  const reachY = method === average ? scaleY / 2 : 0;
  if (
    !(x + reachX >= 0 && y + reachY >= 0 && x - reachX < <f64>sourceWidth && y - reachY < <f64>sourceHeight)
  ) return false;
  if (method === bilinear || method === average) chooseTaps(method, x, y);
  const column = min(sourceWidth - 1, floorOf(x + 1e-10));
  const row = min(sourceHeight - 1, floorOf(y + 1e-10));
  let any = false;
  for (let band = 0; band < bands; band++) {
    const place = target + <usize>band * sizeof<T>();
    const value = method === average || isValid<T>(band, column, row) ? sample<T>(band, x, y) : NaN;
    if (value === value) {
      put<T>(place, value * gain);
      any = true;
    } else store<T>(place, <T>missing);
  }
  return any;
}

/**
 * @param nodes source positions x, y at the corners of `cells` by `cells` cells over `size` by `size` target pixels
 * @param startX first target pixel within the grid's area
 * @param validAt one byte a target pixel, 255 where valid; 0 where nobody asks
 */
function warp<T>(
  nodes: usize, cells: i32, size: i32, startX: i32, startY: i32,
  target: usize, validAt: usize, width: i32, height: i32,
): void {
  const step = <f64>cells / <f64>size;
  const isQuick = method === bilinear && scaleX <= 1 && scaleY <= 1;
  const lastX = <f64>sourceWidth - 0.5;
  const lastY = <f64>sourceHeight - 0.5;
  const nodeRow = <usize>(cells + 1) * 16;
  for (let row = 0; row < height; row++) {
    const v = (<f64>(startY + row) + 0.5) * step;
    const cellRow = min(cells - 1, <i32>v);
    const t = v - <f64>cellRow;
    const upper = nodes + <usize>cellRow * nodeRow;
    let thisCell: f64 = 0;
    let nextCell: f64 = 0;
    let leftX: f64 = 0;
    let leftY: f64 = 0;
    let runX: f64 = 0;
    let runY: f64 = 0;
    let middle = <f64>startX + 0.5;
    for (let column = 0; column < width; column++) {
      const u = middle * step;
      middle += 1;
      if (u >= nextCell) {
        const cell = min(cells - 1, <i32>u);
        thisCell = <f64>cell;
        nextCell = cell === cells - 1 ? Infinity : thisCell + 1;
        const node = upper + <usize>cell * 16;
        const below = node + nodeRow;
        leftX = load<f64>(node) * (1 - t) + load<f64>(below) * t - originX;
        leftY = load<f64>(node, 8) * (1 - t) + load<f64>(below, 8) * t - originY;
        runX = load<f64>(node, 16) * (1 - t) + load<f64>(below, 16) * t - originX - leftX;
        runY = load<f64>(node, 24) * (1 - t) + load<f64>(below, 24) * t - originY - leftY;
      }
      const s = u - thisCell;
      const pixel = <usize>row * <usize>width + <usize>column;
      const place = target + pixel * <usize>bands * sizeof<T>();
      const x = leftX + s * runX;
      const y = leftY + s * runY;
      if (isQuick && x >= 0.5 && y >= 0.5 && x < lastX && y < lastY) {
        const left = floor(x - 0.5);
        const top = floor(y - 0.5);
        if (makeQuick<T>(place, wholeOf(left), wholeOf(top), x - 0.5 - left, y - 0.5 - top)) {
          if (validAt !== 0) store<u8>(validAt + pixel, 255);
          continue;
        }
      }
      const isMade = make<T>(place, x, y);
      if (!isMade) for (let band = 0; band < bands; band++) store<T>(place + <usize>band * sizeof<T>(), <T>missing);
      if (validAt !== 0) store<u8>(validAt + pixel, isMade ? 255 : 0);
    }
  }
}

export function warpU8(n: usize, c: i32, s: i32, x: i32, y: i32, to: usize, ok: usize, w: i32, h: i32): void {
  warp<u8>(n, c, s, x, y, to, ok, w, h);
}
export function warpI8(n: usize, c: i32, s: i32, x: i32, y: i32, to: usize, ok: usize, w: i32, h: i32): void {
  warp<i8>(n, c, s, x, y, to, ok, w, h);
}
export function warpU16(n: usize, c: i32, s: i32, x: i32, y: i32, to: usize, ok: usize, w: i32, h: i32): void {
  warp<u16>(n, c, s, x, y, to, ok, w, h);
}
export function warpI16(n: usize, c: i32, s: i32, x: i32, y: i32, to: usize, ok: usize, w: i32, h: i32): void {
  warp<i16>(n, c, s, x, y, to, ok, w, h);
}
export function warpU32(n: usize, c: i32, s: i32, x: i32, y: i32, to: usize, ok: usize, w: i32, h: i32): void {
  warp<u32>(n, c, s, x, y, to, ok, w, h);
}
export function warpI32(n: usize, c: i32, s: i32, x: i32, y: i32, to: usize, ok: usize, w: i32, h: i32): void {
  warp<i32>(n, c, s, x, y, to, ok, w, h);
}
export function warpF32(n: usize, c: i32, s: i32, x: i32, y: i32, to: usize, ok: usize, w: i32, h: i32): void {
  warp<f32>(n, c, s, x, y, to, ok, w, h);
}
export function warpF64(n: usize, c: i32, s: i32, x: i32, y: i32, to: usize, ok: usize, w: i32, h: i32): void {
  warp<f64>(n, c, s, x, y, to, ok, w, h);
}
