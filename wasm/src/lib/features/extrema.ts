import { align, reserve } from '../memory';
import { levelAt, octaveCount, octaveHeight, octaveStride, octaveWidth, steps } from './scale-space';

/**
 * Extrema of the difference of Gaussians (Lowe 2004, sections 3.1, 4 and 4.1): a pixel above or below all 26
 * neighbours, its place refined by a quadratic fit (M. Brown and D. Lowe, 2002), weak ones and edges left out.
 * Of equal neighbours the first in the order level, row, column counts.
 */

/** Bytes of a key point: x, y (index in its octave), level, octave, |response|, then three of padding. */
export const keySize: usize = 32;
const differences: i32 = 5;
const border: i32 = 5;
const maxMoves: i32 = 5;

let ring: usize = 0;
let keys: usize = 0;
let keyTotal: i32 = 0;
let isFull: bool = false;

export function keyList(): usize {
  return keys;
}

export function keyCount(): i32 {
  return keyTotal;
}

/** Where what follows the key points may begin. */
export function keyEnd(): usize {
  return align(keys + <usize>keyTotal * keySize);
}

/** Address of a row of differences in the ring, which holds three rows of each level. */
// @ts-ignore: decorator
@inline
function ringRow(level: i32, y: i32, stride: i32): usize {
  return ring + (<usize>((level * 3 + y % 3) * stride) << 2);
}

function fillRing(octave: i32, y: i32, stride: i32): void {
  const row = <usize>(y * stride) << 2;
  const bytes = <usize>stride << 2;
  for (let level = 0; level < differences; level++) {
    const low = levelAt(octave, level) + row;
    const high = levelAt(octave, level + 1) + row;
    const to = ringRow(level, y, stride);
    for (let x: usize = 0; x < bytes; x += 16) {
      v128.store(to + x, f32x4.sub(v128.load(high + x), v128.load(low + x)));
    }
  }
}

/**
 * Lanes that are extrema: neighbours are turned to the sign of the centre, so that it must be at least those after
 * it and above those before it.
 */
// @ts-ignore: decorator
@inline
function extremumLanes(above: usize, here: usize, below: usize, previous: usize, next: usize): i32 {
  const centre = v128.load(here);
  const sign = v128.and(centre, i32x4.splat(0x80000000));
  const size = v128.xor(centre, sign);
  let earlier = f32x4.pmax(v128.xor(v128.load(above - 4), sign), v128.xor(v128.load(above), sign));
  earlier = f32x4.pmax(earlier, v128.xor(v128.load(above + 4), sign));
  earlier = f32x4.pmax(earlier, v128.xor(v128.load(here - 4), sign));
  let later = f32x4.pmax(v128.xor(v128.load(below - 4), sign), v128.xor(v128.load(below), sign));
  later = f32x4.pmax(later, v128.xor(v128.load(below + 4), sign));
  later = f32x4.pmax(later, v128.xor(v128.load(here + 4), sign));
  let wins = v128.and(f32x4.gt(size, earlier), f32x4.ge(size, later));
  if (!v128.any_true(wins)) return 0;
  for (let row = 0; row < 3; row++) {
    const r = row == 0 ? above - here : row == 1 ? 0 : below - here;
    const p = previous + r;
    earlier = f32x4.pmax(v128.xor(v128.load(p - 4), sign), v128.xor(v128.load(p), sign));
    earlier = f32x4.pmax(earlier, v128.xor(v128.load(p + 4), sign));
    const n = next + r;
    later = f32x4.pmax(v128.xor(v128.load(n - 4), sign), v128.xor(v128.load(n), sign));
    later = f32x4.pmax(later, v128.xor(v128.load(n + 4), sign));
    wins = v128.and(wins, v128.and(f32x4.gt(size, earlier), f32x4.ge(size, later)));
  }
  return i32x4.bitmask(wins);
}

/** Difference of Gaussians at a pixel. */
// @ts-ignore: decorator
@inline
function difference(octave: i32, level: i32, offset: usize): f64 {
  return <f64>load<f32>(levelAt(octave, level + 1) + offset) - <f64>load<f32>(levelAt(octave, level) + offset);
}

/** Refines a found extremum and adds it where it passes the tests. */
function refine(octave: i32, foundX: i32, foundY: i32, foundLevel: i32, peak: f64, edge: f64): void {
  const width = octaveWidth(octave);
  const height = octaveHeight(octave);
  const rowBytes = <usize>octaveStride(octave) << 2;
  let x = foundX;
  let y = foundY;
  let level = foundLevel;
  for (let move = 0; move < maxMoves; move++) {
    const at = (<usize>x << 2) + <usize>y * rowBytes;
    const centre = difference(octave, level, at);
    const left = difference(octave, level, at - 4);
    const right = difference(octave, level, at + 4);
    const up = difference(octave, level, at - rowBytes);
    const down = difference(octave, level, at + rowBytes);
    const lower = difference(octave, level - 1, at);
    const upper = difference(octave, level + 1, at);
    const gx = 0.5 * (right - left);
    const gy = 0.5 * (down - up);
    const gs = 0.5 * (upper - lower);
    const hxx = right + left - 2 * centre;
    const hyy = down + up - 2 * centre;
    const hss = upper + lower - 2 * centre;
    const hxy = 0.25 * (
      difference(octave, level, at + rowBytes + 4) - difference(octave, level, at + rowBytes - 4) -
      difference(octave, level, at - rowBytes + 4) + difference(octave, level, at - rowBytes - 4)
    );
    const hxs = 0.25 * (
      difference(octave, level + 1, at + 4) - difference(octave, level + 1, at - 4) -
      difference(octave, level - 1, at + 4) + difference(octave, level - 1, at - 4)
    );
    const hys = 0.25 * (
      difference(octave, level + 1, at + rowBytes) - difference(octave, level + 1, at - rowBytes) -
      difference(octave, level - 1, at + rowBytes) + difference(octave, level - 1, at - rowBytes)
    );
    const cxx = hyy * hss - hys * hys;
    const cxy = hxs * hys - hxy * hss;
    const cxs = hxy * hys - hxs * hyy;
    const determinant = hxx * cxx + hxy * cxy + hxs * cxs;
    if (determinant == 0) return;
    const cyy = hxx * hss - hxs * hxs;
    const cys = hxy * hxs - hxx * hys;
    const css = hxx * hyy - hxy * hxy;
    const dx = -(cxx * gx + cxy * gy + cxs * gs) / determinant;
    const dy = -(cxy * gx + cyy * gy + cys * gs) / determinant;
    const ds = -(cxs * gx + cys * gy + css * gs) / determinant;
    const mx = dx > 0.6 && x < width - border - 1 ? 1 : dx < -0.6 && x > border ? -1 : 0;
    const my = dy > 0.6 && y < height - border - 1 ? 1 : dy < -0.6 && y > border ? -1 : 0;
    const ms = ds > 0.6 && level < steps ? 1 : ds < -0.6 && level > 1 ? -1 : 0;
    if ((mx | my | ms) != 0 && move + 1 < maxMoves) {
      x += mx;
      y += my;
      level += ms;
      continue;
    }
    if (!(abs(dx) < 1 && abs(dy) < 1 && abs(ds) < 1)) return;
    // A scale between two octaves is found in both; it counts in the one whose levels are nearer.
    const scale = <f64>level + ds;
    if ((scale < 0.5 && octave > 0) || scale >= <f64>steps + 0.5) return;
    const value = centre + 0.5 * (gx * dx + gy * dy + gs * ds);
    const trace = hxx + hyy;
    if (!(abs(value) >= peak && css > 0 && trace * trace * edge < (edge + 1) * (edge + 1) * css)) return;
    slopes(octave, level, at, rowBytes, ds);
    const own = ownXX * ownYY - ownXY * ownXY;
    const ox = -(ownYY * ownX - ownXY * ownY) / own;
    const oy = -(ownXX * ownY - ownXY * ownX) / own;
    const isNear = own > 0 && abs(ox) < 1 && abs(oy) < 1;
    pushKey(<f64>x + (isNear ? ox : dx), <f64>y + (isNear ? oy : dy), scale, octave, abs(value));
    return;
  }
}

let ownX: f64 = 0;
let ownY: f64 = 0;
let ownXX: f64 = 0;
let ownYY: f64 = 0;
let ownXY: f64 = 0;

/**
 * Derivatives in the plane at the refined level, `ds` from `level`, by quadratic interpolation of those of three
 * levels. The fit in three dimensions takes the curvature for the same at all levels, which draws the place by up to
 * 0.03 pixels of the octave towards or away from the pixel's centre; so the place is found once more by these.
 */
function slopes(octave: i32, level: i32, at: usize, rowBytes: usize, ds: f64): void {
  ownX = 0;
  ownY = 0;
  ownXX = 0;
  ownYY = 0;
  ownXY = 0;
  for (let k = -1; k <= 1; k++) {
    const share = k == 0 ? 1 - ds * ds : 0.5 * ds * (ds + <f64>k);
    const centre = difference(octave, level + k, at);
    const left = difference(octave, level + k, at - 4);
    const right = difference(octave, level + k, at + 4);
    const up = difference(octave, level + k, at - rowBytes);
    const down = difference(octave, level + k, at + rowBytes);
    const cross =
      difference(octave, level + k, at + rowBytes + 4) - difference(octave, level + k, at + rowBytes - 4) -
      difference(octave, level + k, at - rowBytes + 4) + difference(octave, level + k, at - rowBytes - 4);
    ownX += share * 0.5 * (right - left);
    ownY += share * 0.5 * (down - up);
    ownXX += share * (right + left - 2 * centre);
    ownYY += share * (down + up - 2 * centre);
    ownXY += share * 0.25 * cross;
  }
}

function pushKey(x: f64, y: f64, level: f64, octave: i32, response: f64): void {
  const at = keys + <usize>keyTotal * keySize;
  if (!reserve(at + keySize)) {
    isFull = true;
    return;
  }
  store<f32>(at, <f32>x);
  store<f32>(at, <f32>y, 4);
  store<f32>(at, <f32>level, 8);
  store<i32>(at, octave, 12);
  store<f32>(at, <f32>response, 16);
  keyTotal++;
}

function searchRow(octave: i32, y: i32, peak: f64, edge: f64): void {
  const stride = octaveStride(octave);
  const end = octaveWidth(octave) - border;
  // Extrema lie on the grid, so their value may be below that of the refined ones.
  const low = f32x4.splat(<f32>(0.8 * peak));
  for (let level = 1; level <= steps; level++) {
    const here = ringRow(level, y, stride);
    const above = ringRow(level, y - 1, stride);
    const below = ringRow(level, y + 1, stride);
    const previous = ringRow(level - 1, y, stride);
    const next = ringRow(level + 1, y, stride);
    for (let x = border; x < end; x += 4) {
      const at = <usize>x << 2;
      if (!v128.any_true(f32x4.gt(f32x4.abs(v128.load(here + at)), low))) continue;
      let lanes = extremumLanes(above + at, here + at, below + at, previous + at, next + at);
      while (lanes != 0) {
        const lane = ctz(lanes);
        lanes &= lanes - 1;
        const column = x + lane;
        if (column < end && <f64>abs(load<f32>(here + (<usize>column << 2))) > 0.8 * peak) {
          refine(octave, column, y, level, peak, edge);
        }
      }
    }
  }
}

/**
 * Finds the key points of all octaves; they follow `from`. False when memory ends.
 * @param peak least |difference of Gaussians| of a refined extremum, grey from 0 to 1
 * @param edge largest ratio of principal curvatures
 */
export function findKeys(from: usize, peak: f64, edge: f64): bool {
  ring = from;
  keyTotal = 0;
  isFull = false;
  keys = from;
  if (octaveCount() == 0) return true;
  keys = align(from + (<usize>(3 * differences * octaveStride(0)) << 2) + 64);
  if (!reserve(keys + keySize)) return false;
  for (let octave = 0; octave < octaveCount(); octave++) {
    const height = octaveHeight(octave);
    const stride = octaveStride(octave);
    if (height <= 2 * border) continue;
    fillRing(octave, border - 1, stride);
    fillRing(octave, border, stride);
    for (let y = border; y < height - border; y++) {
      fillRing(octave, y + 1, stride);
      searchRow(octave, y, peak, edge);
      if (isFull) return false;
    }
  }
  return true;
}
