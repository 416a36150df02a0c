import { align, reserve } from './lib/memory';
import { censusPlane, usablePlane } from './lib/stereo/census';
import { beginPath, pad, stepPath } from './lib/stereo/paths';
import { refineDisparities } from './lib/stereo/refine';
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
export function allocate(bytes: usize): usize {
  const at = free + 64;
  free = align(at + bytes + 64);
  return reserve(free) ? at : 0;
}

/** Where memory goes on, to be returned to by `release`. */
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

/** Marks the pixels of a plane whose census can be compared; `scratch` and `target` have a byte a pixel. */
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
): void {
  refineDisparities(left, right, leftValid, rightValid, width, height, source, target);
}

/** Cost of a pixel without a partner: worse than most wrong ones, so that paths cross it. */
const noPartner: u8 = 40;

/** Penalty of a change by one disparity, and of any other: the larger it is, the smoother; less across edges. */
const smallJump: u8 = 7;
const largeJump: i32 = 84;
const leastJump: i32 = 24;

let tileWidth: i32 = 0;
let tileHeight: i32 = 0;
let range: i32 = 0;
let costs: usize = 0;
let sums: usize = 0;
let rows: usize = 0;
let leasts: usize = 0;

/** Bytes of a pixel's path costs. */
// @ts-ignore: decorator
@inline
function stride(): usize {
  return <usize>range + 2 * pad;
}

// @ts-ignore: decorator
@inline
function jumpBetween(image: usize, a: usize, b: usize): u8 {
  const difference = <i32>load<u8>(image + a) - <i32>load<u8>(image + b);
  const gradient = difference < 0 ? -difference : difference;
  return <u8>max(leastJump, largeJump - 3 * gradient);
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
  for (let y = 0; y < tileHeight; y++) {
    const line = <usize>((y0 + y) * width);
    for (let x = 0; x < tileWidth; x++) {
      const column = x0 + x;
      const to = costs + <usize>((y * tileWidth + x) * range);
      const bits = load<u64>(left + ((line + <usize>column) << 3));
      if (!load<u8>(leftValid + line + <usize>column)) {
        memory.fill(to, noPartner, <usize>range);
        continue;
      }
      for (let d = 0; d < range; d++) {
        const other = column - first - d;
        let value = noPartner;
        if (other >= 0 && other < width) {
          const place = line + <usize>other;
          if (load<u8>(rightValid + place)) {
            value = <u8>popcnt(bits ^ load<u64>(right + (place << 3)));
          }
        }
        store<u8>(to + <usize>d, value);
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

// @ts-ignore: decorator
@inline
function leastAt(parity: i32, direction: i32, x: i32): usize {
  return leasts + <usize>((parity * 4 + direction) * tileWidth + x);
}

/** Four of the eight directions: along the row and from the three neighbours in the row before. */
function aggregateHalf(image: usize, width: i32, x0: i32, y0: i32, isBack: bool): void {
  const small = i8x16.splat(<i8>smallJump);
  const sign = isBack ? -1 : 1;
  for (let r = 0; r < tileHeight; r++) {
    const y = isBack ? tileHeight - 1 - r : r;
    const now = r & 1;
    const line = <usize>((y0 + y) * width + x0);
    for (let c = 0; c < tileWidth; c++) {
      const x = isBack ? tileWidth - 1 - c : c;
      const pixel = <usize>(y * tileWidth + x);
      const cost = costs + pixel * <usize>range;
      const sum = sums + ((pixel * <usize>range) << 1);
      const place = line + <usize>x;
      for (let direction = 0; direction < 4; direction++) {
        // 0 along the row, then from the row before: 1 behind, 2 straight, 3 ahead.
        const fromX = direction == 0 ? x - sign : x + (direction - 2) * sign;
        const isFirst = fromX < 0 || fromX >= tileWidth || (direction != 0 && r == 0);
        const current = pathAt(now, direction, x);
        let least: u8 = 0;
        if (isFirst) least = beginPath(cost, current, sum, range);
        else {
          const before = direction == 0 ? now : 1 - now;
          const from = <usize>((direction == 0 ? place : place - <usize>(sign * width)) + <usize>(fromX - x));
          least = stepPath(
            cost,
            pathAt(before, direction, fromX),
            load<u8>(leastAt(before, direction, fromX)),
            current,
            sum,
            range,
            small,
            jumpBetween(image, place, from),
          );
        }
        store<u8>(leastAt(now, direction, x), least);
      }
    }
  }
}

/** Bytes of the buffers that `matchTile` needs for a tile. */
export function tileBytes(w: i32, h: i32, disparities: i32): usize {
  const pixels = <usize>(w * h) * <usize>disparities;
  return pixels * 3 + <usize>(8 * w) * (<usize>disparities + 2 * pad + 1) + <usize>w * 8 + 1024;
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
  leasts = rows + <usize>(8 * w) * stride();
  const rightBest = align(leasts + <usize>(8 * w));
  memory.fill(sums, 0, pixels << 1);
  memory.fill(rows, 255, <usize>(8 * w) * stride());
  fillCosts(left, right, leftValid, rightValid, width, x0, y0, first);
  aggregateHalf(image, width, x0, y0, false);
  memory.fill(rows, 255, <usize>(8 * w) * stride());
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
  // Of each right pixel x − d of the tile's own frame, the sum and the disparity of its best left partner.
  const span = tileWidth;
  for (let x = 0; x < span; x++) store<u32>(rightBest + (<usize>x << 2), 0xffffffff);
  for (let x = 0; x < tileWidth; x++) {
    const line = sums + ((<usize>(y * tileWidth + x) * <usize>range) << 1);
    const most = min(range, x + 1);
    for (let d = 0; d < most; d++) {
      const packed = (<u32>load<u16>(line + (<usize>d << 1)) << 16) | <u32>d;
      const at = rightBest + (<usize>(x - d) << 2);
      if (packed < load<u32>(at)) store<u32>(at, packed);
    }
  }
  for (let column = innerX0; column < innerX1; column++) {
    const x = column - x0;
    const to = target + (<usize>((y0 + y) * width + column) << 2);
    store<f32>(to, NaN);
    if (!load<u8>(leftValid + <usize>((y0 + y) * width + column))) continue;
    const line = sums + ((<usize>(y * tileWidth + x) * <usize>range) << 1);
    let best: u32 = 0xffff;
    let at = 0;
    for (let d = 0; d < range; d++) {
      const value = <u32>load<u16>(line + (<usize>d << 1));
      if (value < best) {
        best = value;
        at = d;
      }
    }
    if (at == 0 || at == range - 1) continue;
    const own = load<u8>(costs + <usize>(y * tileWidth + x) * <usize>range + <usize>at);
    if (own > worstCost && own != noPartner) continue;
    let second: u32 = 0xffff;
    for (let d = 0; d < range; d++) {
      if (d >= at - 1 && d <= at + 1) continue;
      second = min(second, <u32>load<u16>(line + (<usize>d << 1)));
    }
    if (second * 64 < best * (64 + uniqueness)) continue;
    if (x - at >= 0) {
      const back = <i32>(load<u32>(rightBest + (<usize>(x - at) << 2)) & 0xffff);
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
