import { hold, laidEnd, lay, layFrom } from './lib/layout';

/**
 * Nearest neighbours among 128-byte descriptors by squared Euclidean distance, exactly, in whole numbers, in both
 * directions in one pass: every feature of one side against all of the other, or against those in a window.
 * Descriptors are widened to 16 bits, so that one instruction multiplies and adds eight pairs.
 */

const bytes: usize = 128;
const wide: usize = 256;
/** Descriptors of `b` in a tile that stays in the nearest cache. */
const tile: i32 = 48;
/** Further than any two descriptors are; a filler's square is more still. */
const far: i32 = 1 << 28;
const fillerSquare: i32 = 1 << 29;

let countA: i32 = 0;
let countB: i32 = 0;
/** Counts with fillers: even. */
let roomA: i32 = 0;
let roomB: i32 = 0;
let bytesA: usize = 0;
let bytesB: usize = 0;
let wideA: usize = 0;
let wideB: usize = 0;
let squaresA: usize = 0;
let squaresB: usize = 0;
/** Nearest number, its squared distance, the second squared distance: i32 a feature, each. */
let nearestA: usize = 0;
let firstA: usize = 0;
let secondA: usize = 0;
let nearestB: usize = 0;
let firstB: usize = 0;
let secondB: usize = 0;
let free: usize = 0;
/** The last search compared so many of both sides with each other; none where it was a guided one. */
let searchedA: i32 = 0;
let searchedB: i32 = 0;

/** Room for two sets; returns where the bytes of `a` go, those of `b` at `bytesOfB`; 0 when memory ends. */
export function prepare(a: i32, b: i32): usize {
  countA = a;
  countB = b;
  searchedA = 0;
  searchedB = 0;
  roomA = (a + 1) & ~1;
  roomB = (b + 1) & ~1;
  layFrom(__heap_base);
  bytesA = lay(a, bytes);
  bytesB = lay(b, bytes);
  wideA = lay(roomA, wide);
  wideB = lay(roomB, wide);
  squaresA = lay(roomA, 4);
  squaresB = lay(roomB, 4);
  nearestA = lay(roomA, 4);
  firstA = lay(roomA, 4);
  secondA = lay(roomA, 4);
  nearestB = lay(roomB, 4);
  firstB = lay(roomB, 4);
  secondB = lay(roomB, 4);
  free = laidEnd();
  return hold() ? bytesA : 0;
}

export function bytesOfB(): usize {
  return bytesB;
}

/** Results of side 0 (`a`) or 1 (`b`): nearest numbers (−1: none), their squared distances, the second ones. */
export function nearestOf(side: i32): usize {
  return side == 0 ? nearestA : nearestB;
}

export function firstOf(side: i32): usize {
  return side == 0 ? firstA : firstB;
}

export function secondOf(side: i32): usize {
  return side == 0 ? secondA : secondB;
}

function widen(from: usize, to: usize, squares: usize, count: i32, room: i32): void {
  for (let i = 0; i < count; i++) {
    let sum = i32x4.splat(0);
    for (let k: usize = 0; k < bytes; k += 8) {
      const values = v128.load8x8_u(from + <usize>i * bytes + k);
      v128.store(to + <usize>i * wide + (k << 1), values);
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(values, values));
    }
    const square =
      i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3);
    store<i32>(squares + (<usize>i << 2), square);
  }
  if (room > count) {
    memory.fill(to + <usize>count * wide, 0, wide);
    store<i32>(squares + (<usize>count << 2), fillerSquare);
  }
}

function forget(nearest: usize, first: usize, second: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    store<i32>(nearest + (<usize>i << 2), -1);
    store<i32>(first + (<usize>i << 2), far);
    store<i32>(second + (<usize>i << 2), far);
  }
}

/** Widens both sets; the searches that follow may be several. */
export function widenBoth(): void {
  widen(bytesA, wideA, squaresA, countA, roomA);
  widen(bytesB, wideB, squaresB, countB, roomB);
}

/** Notes a distance where it is among the two least of a feature. */
// @ts-ignore: decorator
@inline
function note(nearest: usize, first: usize, second: usize, at: usize, other: i32, distance: i32): void {
  if (distance >= i32.load(second + at)) return;
  const least = i32.load(first + at);
  if (distance < least) {
    store<i32>(second + at, least);
    store<i32>(first + at, distance);
    store<i32>(nearest + at, other);
  } else {
    store<i32>(second + at, distance);
  }
}

/** Sums of the four vectors, in their order. */
// @ts-ignore: decorator
@inline
function sums(p: v128, q: v128, r: v128, s: v128): v128 {
  const pq = i32x4.add(v128.shuffle<i32>(p, q, 0, 4, 1, 5), v128.shuffle<i32>(p, q, 2, 6, 3, 7));
  const rs = i32x4.add(v128.shuffle<i32>(r, s, 0, 4, 1, 5), v128.shuffle<i32>(r, s, 2, 6, 3, 7));
  return i32x4.add(v128.shuffle<i32>(pq, rs, 0, 1, 4, 5), v128.shuffle<i32>(pq, rs, 2, 3, 6, 7));
}

/** Two of `a` against the tile of `b` from `from` to `to`, two at a time. */
function matchTile(a: i32, from: i32, to: i32): void {
  const rowA = wideA + <usize>a * wide;
  const atA = <usize>a << 2;
  const squares = v128.load64_splat(squaresA + atA);
  const squareA = v128.shuffle<i32>(squares, squares, 0, 0, 1, 1);
  for (let b = from; b < to; b += 2) {
    const rowB = wideB + <usize>b * wide;
    let p = i32x4.splat(0);
    let q = i32x4.splat(0);
    let r = i32x4.splat(0);
    let s = i32x4.splat(0);
    for (let k: usize = 0; k < wide; k += 32) {
      let a0 = v128.load(rowA + k);
      let a1 = v128.load(rowA + k, 256);
      let b0 = v128.load(rowB + k);
      let b1 = v128.load(rowB + k, 256);
      p = i32x4.add(p, i32x4.dot_i16x8_s(a0, b0));
      q = i32x4.add(q, i32x4.dot_i16x8_s(a0, b1));
      r = i32x4.add(r, i32x4.dot_i16x8_s(a1, b0));
      s = i32x4.add(s, i32x4.dot_i16x8_s(a1, b1));
      a0 = v128.load(rowA + k, 16);
      a1 = v128.load(rowA + k, 272);
      b0 = v128.load(rowB + k, 16);
      b1 = v128.load(rowB + k, 272);
      p = i32x4.add(p, i32x4.dot_i16x8_s(a0, b0));
      q = i32x4.add(q, i32x4.dot_i16x8_s(a0, b1));
      r = i32x4.add(r, i32x4.dot_i16x8_s(a1, b0));
      s = i32x4.add(s, i32x4.dot_i16x8_s(a1, b1));
    }
    const atB = <usize>b << 2;
    const squareB = v128.load64_splat(squaresB + atB);
    const distance = i32x4.sub(i32x4.add(squareA, squareB), i32x4.shl(sums(p, q, r, s), 1));
    const seconds = v128.load64_splat(secondA + atA);
    const known = i32x4.max_s(v128.shuffle<i32>(seconds, seconds, 0, 0, 1, 1), v128.load64_splat(secondB + atB));
    if (!v128.any_true(i32x4.lt_s(distance, known))) continue;
    const d00 = i32x4.extract_lane(distance, 0);
    const d01 = i32x4.extract_lane(distance, 1);
    const d10 = i32x4.extract_lane(distance, 2);
    const d11 = i32x4.extract_lane(distance, 3);
    note(nearestA, firstA, secondA, atA, b, d00);
    note(nearestA, firstA, secondA, atA, b + 1, d01);
    note(nearestA, firstA, secondA, atA + 4, b, d10);
    note(nearestA, firstA, secondA, atA + 4, b + 1, d11);
    note(nearestB, firstB, secondB, atB, a, d00);
    note(nearestB, firstB, secondB, atB, a + 1, d10);
    note(nearestB, firstB, secondB, atB + 4, a, d01);
    note(nearestB, firstB, secondB, atB + 4, a + 1, d11);
  }
}

/** Searches a range of `b` for those of `a` from `first` to `end`. */
function matchRange(first: i32, end: i32, from: i32, to: i32): void {
  for (let at = from; at < to; at += tile) {
    const last = min(to, at + tile);
    for (let i = first; i < end; i += 2) matchTile(i, at, last);
  }
}

/**
 * Searches the first `a` and `b` features of the two sides among each other. Even counts, or all. Where the search
 * before was one of fewer of the same features, only what it left out is compared.
 */
export function matchAll(a: i32, b: i32): void {
  if (a < searchedA || b < searchedB) {
    searchedA = 0;
    searchedB = 0;
  }
  if (searchedA == 0) {
    forget(nearestA, firstA, secondA, roomA);
    forget(nearestB, firstB, secondB, roomB);
  }
  matchRange(searchedA, a, 0, searchedB);
  matchRange(0, a, searchedB, b);
  searchedA = a;
  searchedB = b;
}

let xyAt: usize = 0;
let orderAt: usize = 0;
let startsAt: usize = 0;
let windowsAt: usize = 0;
let gridColumns: i32 = 0;
let gridRows: i32 = 0;

/**
 * Room for a guided search: places of `b` (x, y f32) in the order of their cells, their numbers (u32), the first
 * place of each cell (u32, one more than cells), a window each feature of `a` (x, y, unit vector along, half length,
 * half width; f32). Returns the first; 0 when memory ends.
 */
export function prepareGuide(columns: i32, rows: i32): usize {
  gridColumns = columns;
  gridRows = rows;
  layFrom(free);
  xyAt = lay(countB, 8);
  orderAt = lay(countB, 4);
  startsAt = lay(<i64>columns * <i64>rows + 1, 4);
  windowsAt = lay(countA, 24);
  return hold() ? xyAt : 0;
}

export function guideOrder(): usize {
  return orderAt;
}

export function guideStarts(): usize {
  return startsAt;
}

export function guideWindows(): usize {
  return windowsAt;
}

// @ts-ignore: decorator
@inline
function squaredDistance(a: i32, b: i32): i32 {
  const rowA = wideA + <usize>a * wide;
  const rowB = wideB + <usize>b * wide;
  let p = i32x4.splat(0);
  let q = i32x4.splat(0);
  for (let k: usize = 0; k < wide; k += 32) {
    p = i32x4.add(p, i32x4.dot_i16x8_s(v128.load(rowA + k), v128.load(rowB + k)));
    q = i32x4.add(q, i32x4.dot_i16x8_s(v128.load(rowA + k, 16), v128.load(rowB + k, 16)));
  }
  const sum = i32x4.add(p, q);
  const dot =
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3);
  return i32.load(squaresA + (<usize>a << 2)) + i32.load(squaresB + (<usize>b << 2)) - 2 * dot;
}

// @ts-ignore: decorator
@inline
function cellOf(value: f32, perCell: f32, cells: i32): i32 {
  return <i32>min(<f32>(cells - 1), max(<f32>0, Mathf.floor(value * perCell)));
}

/**
 * Searches for each feature of `a` among those of `b` inside its window; a window of negative width has none.
 * @param x left edge of the grid, @param y its upper edge, @param cell side of its cells
 */
export function matchGuided(x: f32, y: f32, cell: f32): void {
  searchedA = 0;
  searchedB = 0;
  forget(nearestA, firstA, secondA, roomA);
  forget(nearestB, firstB, secondB, roomB);
  const perCell: f32 = 1 / cell;
  for (let a = 0; a < countA; a++) {
    const window = windowsAt + <usize>a * 24;
    const cx = f32.load(window);
    const cy = f32.load(window, 4);
    const ux = f32.load(window, 8);
    const uy = f32.load(window, 12);
    const length = f32.load(window, 16);
    const width = f32.load(window, 20);
    if (!(width >= 0)) continue;
    const reachX = abs(ux) * length + abs(uy) * width;
    const reachY = abs(uy) * length + abs(ux) * width;
    const right = x + <f32>gridColumns * cell;
    const bottom = y + <f32>gridRows * cell;
    if (cx + reachX < x || cy + reachY < y || cx - reachX > right || cy - reachY > bottom) continue;
    const firstColumn = cellOf(cx - reachX - x, perCell, gridColumns);
    const lastColumn = cellOf(cx + reachX - x, perCell, gridColumns);
    const firstRow = cellOf(cy - reachY - y, perCell, gridRows);
    const lastRow = cellOf(cy + reachY - y, perCell, gridRows);
    for (let row = firstRow; row <= lastRow; row++) {
      const from = i32.load(startsAt + (<usize>(row * gridColumns + firstColumn) << 2));
      const to = i32.load(startsAt + (<usize>(row * gridColumns + lastColumn + 1) << 2));
      for (let i = from; i < to; i++) {
        const dx = f32.load(xyAt + (<usize>i << 3)) - cx;
        const dy = f32.load(xyAt + (<usize>i << 3), 4) - cy;
        if (abs(dx * ux + dy * uy) > length || abs(dy * ux - dx * uy) > width) continue;
        const b = i32.load(orderAt + (<usize>i << 2));
        const distance = squaredDistance(a, b);
        note(nearestA, firstA, secondA, <usize>a << 2, b, distance);
        note(nearestB, firstB, secondB, <usize>b << 2, a, distance);
      }
    }
  }
}
