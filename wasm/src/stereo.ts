import { hold, laidEnd, lay, layFrom } from './lib/layout';
import { align } from './lib/memory';
import { censusPlane, usablePlane } from './lib/stereo/census';
import { pad, stepPaths } from './lib/stereo/paths';
import { refineBytes as bytesToRefine, refineDisparities } from './lib/stereo/refine';
import { halvePlane, resamplePlane } from './lib/stereo/resample';

/**
 * Dense stereo on a rectified pair: resampling, census, semi-global matching in tiles with a disparity range each.
 * Memory is given out in order and taken back as a whole; the binding keeps the addresses.
 */

let free: usize = 0;

/** Takes all memory back. */
export function clear(): void {
  free = align(__heap_base);
}

/** Room for so many bytes, aligned to 64 with 64 to spare on both sides; 0 when memory ends. */
export function allocate(bytes: f64): usize {
  layFrom(free);
  lay(64, 1);
  const at = lay(<i64>bytes + 64, 1);
  if (!hold()) return 0;
  free = laidEnd();
  return at;
}

/** The next free address, to be returned to by `release`. */
export function mark(): usize {
  return free;
}

/** Gives back what was taken since a mark. */
export function release(to: usize): void {
  free = to;
}

export function resample(
  source: usize,
  sourceWidth: i32,
  sourceHeight: i32,
  target: usize,
  valid: usize,
  width: i32,
  height: i32,
  parameters: usize,
): void {
  resamplePlane(source, sourceWidth, sourceHeight, target, valid, width, height, parameters);
}

export function halve(
  source: usize,
  sourceValid: usize,
  width: i32,
  height: i32,
  target: usize,
  targetValid: usize,
): void {
  halvePlane(source, sourceValid, width, height, target, targetValid);
}

export function census(image: usize, width: i32, height: i32, target: usize): void {
  censusPlane(image, width, height, target);
}

/** Marks the pixels of a plane whose census can be compared; `scratch` and `target` have one byte per pixel. */
export function usable(valid: usize, width: i32, height: i32, scratch: usize, target: usize): void {
  usablePlane(valid, width, height, scratch, target);
}

export function refine(
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
  refineDisparities(left, right, leftValid, rightValid, width, height, source, target, scratch);
}

/** Bytes of the scratch of `refine`. */
export function refineBytes(width: i32): usize {
  return bytesToRefine(width);
}

/** Cost of a pixel without a partner: worse than most wrong ones, so that paths cross it. */
const noPartner: u8 = 40;

/** Penalties of a change by one disparity (P1) and of any other (P2, less across edges, not below its floor), after Hirschmüller (2008). */
const p1: u8 = 7;
const p2: i32 = 84;
const p2Floor: i32 = 24;

let tileWidth: i32 = 0;
let tileHeight: i32 = 0;
let range: i32 = 0;
let costs: usize = 0;
let sums: usize = 0;
let rows: usize = 0;
let minima: usize = 0;
/** Costs of no predecessor: a path that begins at a pixel has the pixel's own. */
let nothing: usize = 0;

/** Bytes of a pixel's path costs. */
// @ts-ignore: decorator
@inline
function stride(): usize {
  return <usize>range + 2 * pad;
}

// @ts-ignore: decorator
@inline
function p2Between(image: usize, a: usize, b: usize): u8 {
  const difference = <i32>load<u8>(image + a) - <i32>load<u8>(image + b);
  const gradient = difference < 0 ? -difference : difference;
  return <u8>max(p2Floor, p2 - 3 * gradient);
}

/** True where all of a stretch of flags are set. */
function areAllSet(from: usize, count: i32): bool {
  let all = i8x16.splat(1);
  let k = 0;
  for (; k + 16 <= count; k += 16) all = v128.and(all, v128.load(from + <usize>k));
  let rest: u8 = 1;
  for (; k < count; k++) rest &= load<u8>(from + <usize>k);
  return i8x16.all_true(all) && rest != 0;
}

function fillCosts(
  left: usize,
  right: usize,
  leftValid: usize,
  rightValid: usize,
  width: i32,
  x0: i32,
  y0: i32,
  first: i32,
): void {
  const leftmost = max(0, x0 - first - range + 1);
  const rightmost = min(width, x0 + tileWidth - first);
  for (let y = 0; y < tileHeight; y++) {
    const line = <usize>((y0 + y) * width);
    const isWhole = areAllSet(rightValid + line + <usize>leftmost, rightmost - leftmost);
    for (let x = 0; x < tileWidth; x++) {
      const column = x0 + x;
      const to = costs + <usize>((y * tileWidth + x) * range);
      const bits = load<u64>(left + ((line + <usize>column) << 3));
      // The partner, column − first − d, is in the image.
      const begin = min(range, max(0, column - first - width + 1));
      const end = load<u8>(leftValid + line + <usize>column) ? max(begin, min(range, column - first + 1)) : begin;
      if (begin > 0) memory.fill(to, noPartner, <usize>begin);
      if (end < range) memory.fill(to + <usize>end, noPartner, <usize>(range - end));
      const place = line + <usize>(column - first);
      const other = right + (place << 3);
      let d = <usize>begin;
      for (; d < <usize>end; d++) store<u8>(to + d, <u8>popcnt(bits ^ load<u64>(other - (d << 3))));
      if (isWhole) continue;
      for (d = <usize>begin; d < <usize>end; d++) {
        if (!load<u8>(rightValid + place - d)) store<u8>(to + d, noPartner);
      }
    }
  }
}

/** Path costs of a row: 4 directions a pixel, those of the row before and this one by turns. */
// @ts-ignore: decorator
@inline
function pathAt(parity: i32, direction: i32, x: i32): usize {
  return rows + pad + <usize>((parity * 4 + direction) * tileWidth + x) * stride();
}

/** The smallest path costs of a pixel, one byte per direction. */
// @ts-ignore: decorator
@inline
function minimaAt(parity: i32, x: i32): usize {
  return minima + (<usize>(parity * tileWidth + x) << 2);
}

/** Four of the eight directions: along the row and from the three neighbours in the row before. */
function aggregateHalf(image: usize, width: i32, x0: i32, y0: i32, isBack: bool): void {
  const p1s = i8x16.splat(<i8>p1);
  const sign = isBack ? -1 : 1;
  const apart = <usize>tileWidth * stride();
  for (let r = 0; r < tileHeight; r++) {
    const y = isBack ? tileHeight - 1 - r : r;
    const now = r & 1;
    const line = <usize>((y0 + y) * width + x0);
    for (let c = 0; c < tileWidth; c++) {
      const x = isBack ? tileWidth - 1 - c : c;
      const pixel = <usize>(y * tileWidth + x);
      const place = line + <usize>x;
      // 0 along the row, then from the row before: 1 behind, 2 straight, 3 ahead.
      let previous0 = nothing;
      let previous1 = nothing;
      let previous2 = nothing;
      let previous3 = nothing;
      let minimum: u32 = 0;
      let p2s: u32 = 0;
      if (c > 0) {
        previous0 = pathAt(now, 0, x - sign);
        minimum = load<u32>(minimaAt(now, x - sign)) & 0xff;
        p2s = <u32>p2Between(image, place, place - <usize>sign);
      }
      if (r > 0) {
        const above = place - <usize>(sign * width);
        if (c > 0) {
          previous1 = pathAt(1 - now, 1, x - sign);
          minimum |= load<u32>(minimaAt(1 - now, x - sign)) & 0xff00;
          p2s |= <u32>p2Between(image, place, above - <usize>sign) << 8;
        }
        previous2 = pathAt(1 - now, 2, x);
        minimum |= load<u32>(minimaAt(1 - now, x)) & 0xff0000;
        p2s |= <u32>p2Between(image, place, above) << 16;
        if (c < tileWidth - 1) {
          previous3 = pathAt(1 - now, 3, x + sign);
          minimum |= load<u32>(minimaAt(1 - now, x + sign)) & 0xff000000;
          p2s |= <u32>p2Between(image, place, above + <usize>sign) << 24;
        }
      }
      const reached = stepPaths(
        costs + pixel * <usize>range,
        previous0,
        previous1,
        previous2,
        previous3,
        minimum,
        p2s,
        pathAt(now, 0, x),
        apart,
        sums + ((pixel * <usize>range) << 1),
        range,
        p1s,
        !isBack,
      );
      store<u32>(minimaAt(now, x), reached);
    }
  }
}

/** Bytes of the buffers that `matchTile` needs for a tile. */
export function tileBytes(w: i32, h: i32, disparities: i32): usize {
  const pixels = <usize>(w * h) * <usize>disparities;
  const path = <usize>disparities + 2 * pad;
  return pixels * 3 + <usize>(8 * w) * (path + 1) + path + <usize>(4 * (w + disparities)) + 1024;
}

/** A match whose own census differs in more bits than this is one of noise. */
const worstCost: u8 = 26;

/** Share of the best sum by which the best disparity away from it must be worse, in 1/64. */
const uniqueness: u32 = 4;

/**
 * Disparities of a tile: of pixels from (x0, y0), w × h, of which the inner ones (inset by `margin` on the sides that
 * are not the image's border) are written. Left pixel x matches right pixel x − first − d, 0 ≤ d < disparities, a
 * multiple of 16. Pixels without a sure match become NaN. `buffers` has `tileBytes`.
 * @param isStrict checks the match from the other side and its uniqueness too
 */
export function matchTile(
  left: usize,
  right: usize,
  leftValid: usize,
  rightValid: usize,
  image: usize,
  width: i32,
  height: i32,
  x0: i32,
  y0: i32,
  w: i32,
  h: i32,
  first: i32,
  disparities: i32,
  buffers: usize,
  target: usize,
  innerX0: i32,
  innerY0: i32,
  innerX1: i32,
  innerY1: i32,
): void {
  tileWidth = w;
  tileHeight = h;
  range = disparities;
  const pixels = <usize>(w * h) * <usize>range;
  costs = align(buffers);
  sums = align(costs + pixels);
  rows = align(sums + (pixels << 1));
  minima = rows + <usize>(8 * w) * stride();
  nothing = align(minima + <usize>(8 * w)) + pad;
  const rightBest = align(nothing + stride());
  memory.fill(rows, 255, <usize>(8 * w) * stride());
  memory.fill(nothing - pad, 0, stride());
  fillCosts(left, right, leftValid, rightValid, width, x0, y0, first);
  aggregateHalf(image, width, x0, y0, false);
  aggregateHalf(image, width, x0, y0, true);
  for (let y = innerY0 - y0; y < innerY1 - y0; y++) {
    chooseRow(y, leftValid, width, x0, y0, first, rightBest, target, innerX0, innerX1);
  }
}

/** Winners of a row, refined between disparities, checked from the right image and against the second best. */
function chooseRow(
  y: i32,
  leftValid: usize,
  width: i32,
  x0: i32,
  y0: i32,
  first: i32,
  rightBest: usize,
  target: usize,
  innerX0: i32,
  innerX1: i32,
): void {
  const groups = <usize>range >> 3;
  // Of each right pixel x − d of the tile's own frame, from the right: the sum and the disparity of its best left
  // partner, which stand one behind the other for the disparities of a left pixel.
  const slots = <usize>(tileWidth + range);
  const rightAt = rightBest + (slots << 1);
  memory.fill(rightBest, 255, slots << 1);
  for (let x = 0; x < tileWidth; x++) {
    const line = sums + ((<usize>(y * tileWidth + x) * <usize>range) << 1);
    const slot = <usize>(tileWidth - 1 - x) << 1;
    let d = firstEight();
    for (let group: usize = 0; group < groups; group++) {
      const at = slot + (group << 4);
      const known = v128.load(rightBest + at);
      const best = i16x8.min_u(known, v128.load(line + (group << 4)));
      v128.store(rightBest + at, best);
      v128.store(rightAt + at, v128.bitselect(v128.load(rightAt + at), d, i16x8.eq(best, known)));
      d = i16x8.add(d, i16x8.splat(8));
    }
  }
  for (let column = innerX0; column < innerX1; column++) {
    const x = column - x0;
    const to = target + (<usize>((y0 + y) * width + column) << 2);
    store<f32>(to, NaN);
    if (!load<u8>(leftValid + <usize>((y0 + y) * width + column))) continue;
    const line = sums + ((<usize>(y * tileWidth + x) * <usize>range) << 1);
    let minimum = i16x8.splat(-1);
    for (let group: usize = 0; group < groups; group++) minimum = i16x8.min_u(minimum, v128.load(line + (group << 4)));
    const best = lowestOfEight(minimum);
    const same = i16x8.splat(<i16>best);
    let at = 0;
    for (let group: usize = 0; group < groups; group++) {
      const mask = i16x8.bitmask(i16x8.eq(v128.load(line + (group << 4)), same));
      if (mask == 0) continue;
      at = <i32>(group << 3) + <i32>ctz(mask);
      break;
    }
    if (at == 0 || at == range - 1) continue;
    const own = load<u8>(costs + <usize>(y * tileWidth + x) * <usize>range + <usize>at);
    if (own > worstCost && own != noPartner) continue;
    let rest = i16x8.splat(-1);
    let fromBest = i16x8.sub(firstEight(), i16x8.splat(<i16>(at - 1)));
    for (let group: usize = 0; group < groups; group++) {
      const isNear = i16x8.lt_u(fromBest, i16x8.splat(3));
      rest = i16x8.min_u(rest, v128.or(v128.load(line + (group << 4)), isNear));
      fromBest = i16x8.add(fromBest, i16x8.splat(8));
    }
    const second = lowestOfEight(rest);
    if (second * 64 < best * (64 + uniqueness)) continue;
    if (x - at >= 0) {
      const back = <i32>load<u16>(rightAt + (<usize>(tileWidth - 1 - x + at) << 1));
      if (back - at > 1 || at - back > 1) continue;
    }
    const before = <f32>load<u16>(line + (<usize>(at - 1) << 1));
    const after = <f32>load<u16>(line + (<usize>(at + 1) << 1));
    const middle = <f32>best;
    const steep = max(before, after) - middle;
    const offset = steep > 0 ? (<f32>0.5 * (before - after)) / steep : <f32>0;
    store<f32>(to, <f32>(first + at) + offset);
  }
}

// @ts-ignore: decorator
@inline
function firstEight(): v128 {
  return i16x8(0, 1, 2, 3, 4, 5, 6, 7);
}

// @ts-ignore: decorator
@inline
function lowestOfEight(values: v128): u32 {
  let v = i16x8.min_u(values, i16x8.shuffle(values, values, 4, 5, 6, 7, 0, 1, 2, 3));
  v = i16x8.min_u(v, i16x8.shuffle(v, v, 2, 3, 0, 1, 6, 7, 4, 5));
  v = i16x8.min_u(v, i16x8.shuffle(v, v, 1, 0, 3, 2, 5, 4, 7, 6));
  return <u32>i16x8.extract_lane_u(v, 0);
}
