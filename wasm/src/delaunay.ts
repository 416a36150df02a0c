import { fanPolygon } from './lib/cocircular';
import {
  deleteEdge, destination, fanned, insertEdge, lastEdge, leftNext, makeEdge, next, origin, outside, previous,
  resetEdges, setSlot, slotOf, twin, unseen,
} from './lib/edges';
import { align, reserve } from './lib/memory';
import { inCircle, orient } from './lib/predicates';
import { sortRange } from './lib/spatial-sort';

/**
 * Delaunay triangulation by divide and conquer (Guibas and Stolfi 1985) with cuts that alternate between the
 * axes (Dwyer 1987), here those of a Z-order curve, so that dividing costs one radix sort. Exact predicates. Of points
 * on one circle the fan from the first by x, then y is taken, so that the triangles depend on the points alone.
 */

/** Ranges of up to this many points are sorted by x and halved. */
const smallRange: i32 = 4;

let pointCount: i32 = 0;
let distinctCount: i32 = 0;
let triangleTotal: i32 = 0;
let inputAt: usize = 0;
let inputStep: usize = 0;
let pointsAt: usize = 0;
let orderAt: usize = 0;
let codesAt: usize = 0;
let scratchAt: usize = 0;
let edgesAt: usize = 0;
let trianglesAt: usize = 0;
let halfedgesAt: usize = 0;
/** Half-edges (u32) beside which points on one circle were found, in the room of the half-edges of triangles. */
let tieCount: i32 = 0;

/** Hull edges (counter-clockwise) that the last solved range leaves: its first and its last seam edge. */
let firstSeam: usize = 0;
let lastSeam: usize = 0;

/** Lays out memory for `count` points of `stride` doubles; returns where to write them, 0 when memory ends. */
export function prepare(count: i32, stride: i32): usize {
  pointCount = count;
  inputStep = <usize>stride << 3;
  const n = <usize>count;
  inputAt = align(__heap_base);
  pointsAt = align(inputAt + n * <usize>stride * 8);
  orderAt = align(pointsAt + n * 16);
  codesAt = align(orderAt + n * 4);
  scratchAt = align(codesAt + n * 4);
  edgesAt = align(scratchAt + n * 16 + 64);
  trianglesAt = align(edgesAt + (n * 3 + 8) * 32);
  halfedgesAt = trianglesAt + n * 24;
  return reserve(halfedgesAt + n * 24) ? inputAt : 0;
}

/** Bytes that `prepare` will need, for refusing them before allocation. */
export function bytesNeeded(count: f64, stride: f64): f64 {
  return <f64>__heap_base + count * (stride * 8 + 16 + 4 + 4 + 16 + 96 + 48) + 1024;
}

export function order(): usize {
  return orderAt;
}

export function distinct(): i32 {
  return distinctCount;
}

export function triangles(): usize {
  return trianglesAt;
}

export function halfedges(): usize {
  return halfedgesAt;
}

/**
 * Triangulates the points written at `prepare`'s address.
 * @returns number of triangles; −1 when a coordinate is not finite or beyond 1e50
 */
export function triangulate(): i32 {
  if (!checkPoints()) return -1;
  resetEdges(edgesAt);
  distinctCount = pointCount;
  triangleTotal = 0;
  tieCount = 0;
  if (pointCount > 0) {
    if (sort(0, pointCount)) solve(0, pointCount);
    else solveSame(0, pointCount);
    if (markOutside()) {
      settleTies();
      extract();
    }
  }
  if (distinctCount < pointCount) dropDuplicates();
  return triangleTotal;
}

/** Checks every input point; magnitudes below 1e-50 become 0 so that no predicate underflows. */
function checkPoints(): bool {
  for (let i = 0; i < pointCount; i++) {
    const at = inputAt + <usize>i * inputStep;
    const x = load<f64>(at);
    const y = load<f64>(at, 8);
    if (!(abs(x) <= 1e50 && abs(y) <= 1e50)) return false;
    if (abs(x) < 1e-50) store<f64>(at, 0);
    if (abs(y) < 1e-50) store<f64>(at, 0, 8);
    store<u32>(orderAt + (<usize>i << 2), i);
  }
  return true;
}

// @ts-ignore: decorator
@inline
function code(position: i32): u32 {
  return load<u32>(codesAt + (<usize>position << 2));
}

function sort(low: i32, high: i32): bool {
  return sortRange(inputAt, inputStep, pointsAt, orderAt, codesAt, scratchAt, low, high);
}

/** Solves the sorted range `[low, high)` by cutting at the highest bit in which its codes differ. */
function solve(low: i32, high: i32): void {
  const count = high - low;
  if (count <= smallRange) {
    solveSorted(low, sortSmall(low, high));
    return;
  }
  const difference = code(low) ^ code(high - 1);
  if (difference == 0) {
    if (sort(low, high)) solve(low, high);
    else solveSame(low, high);
    return;
  }
  const top = 31 - clz<i32>(difference);
  const mask = <u32>1 << top;
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (code(middle) & mask) to = middle;
    else from = middle + 1;
  }
  solve(low, from);
  const leftFirst = firstSeam;
  const leftLast = lastSeam;
  solve(from, high);
  if (top & 1) merge(rightmost(leftFirst), leftmost(lastSeam));
  else merge(topmost(leftLast), bottommost(firstSeam));
}

/** Solves points that all coincide: the first in the input represents them. */
function solveSame(low: i32, high: i32): void {
  let first = low;
  for (let i = low + 1; i < high; i++) {
    if (load<u32>(orderAt + (<usize>i << 2)) < load<u32>(orderAt + (<usize>first << 2))) first = i;
  }
  const kept = load<u32>(orderAt + (<usize>first << 2));
  store<u32>(orderAt + (<usize>first << 2), load<u32>(orderAt + (<usize>low << 2)));
  store<u32>(orderAt + (<usize>low << 2), kept);
  for (let i = low + 1; i < high; i++) markDuplicate(i);
  solveSorted(low, low + 1);
}

function markDuplicate(position: i32): void {
  store<u32>(orderAt + (<usize>position << 2), outside);
  distinctCount--;
}

/** Sorts a small range by x, y and input order; moves repeated points to its end; returns where they begin. */
function sortSmall(low: i32, high: i32): i32 {
  for (let i = low + 1; i < high; i++) {
    const x = load<f64>(pointsAt + (<usize>i << 4));
    const y = load<f64>(pointsAt + (<usize>i << 4), 8);
    const index = load<u32>(orderAt + (<usize>i << 2));
    let j = i;
    while (j > low) {
      const at = pointsAt + (<usize>(j - 1) << 4);
      const px = load<f64>(at);
      const py = load<f64>(at, 8);
      const before = load<u32>(orderAt + (<usize>(j - 1) << 2));
      if (px < x || (px == x && (py < y || (py == y && before < index)))) break;
      store<f64>(at, px, 16);
      store<f64>(at, py, 24);
      store<u32>(orderAt + (<usize>j << 2), before);
      j--;
    }
    store<f64>(pointsAt + (<usize>j << 4), x);
    store<f64>(pointsAt + (<usize>j << 4), y, 8);
    store<u32>(orderAt + (<usize>j << 2), index);
  }
  let end = low + 1;
  for (let i = low + 1; i < high; i++) {
    const from = pointsAt + (<usize>i << 4);
    const last = pointsAt + (<usize>(end - 1) << 4);
    if (load<f64>(from) == load<f64>(last) && load<f64>(from, 8) == load<f64>(last, 8)) continue;
    store<f64>(pointsAt + (<usize>end << 4), load<f64>(from));
    store<f64>(pointsAt + (<usize>end << 4), load<f64>(from, 8), 8);
    store<u32>(orderAt + (<usize>end << 2), load<u32>(orderAt + (<usize>i << 2)));
    end++;
  }
  for (let i = end; i < high; i++) markDuplicate(i);
  return end;
}

/** Solves distinct points sorted by x, then y, by halving. */
function solveSorted(low: i32, high: i32): void {
  const a = pointsAt + (<usize>low << 4);
  const count = high - low;
  if (count == 1) {
    firstSeam = lastSeam = makeEdge(a, a);
    return;
  }
  if (count == 2) {
    firstSeam = lastSeam = makeEdge(a, a + 16);
    return;
  }
  if (count == 3) {
    solveThree(a);
    return;
  }
  const middle = (low + high) >> 1;
  solveSorted(low, middle);
  const left = firstSeam;
  solveSorted(middle, high);
  merge(rightmost(left), leftmost(lastSeam));
}

/** Three points sorted by x: a triangle, or a path when they are on one line. */
function solveThree(a: usize): void {
  const b = a + 16;
  const c = a + 32;
  const turn = orient(load<f64>(a), load<f64>(a, 8), load<f64>(b), load<f64>(b, 8), load<f64>(c), load<f64>(c, 8));
  const ab = makeEdge(a, b);
  const bc = makeEdge(b, c);
  const ba = twin(ab);
  store<u32>(ba, <u32>bc, 4);
  store<u32>(ba, <u32>bc, 8);
  store<u32>(bc, <u32>ba, 4);
  store<u32>(bc, <u32>ba, 8);
  firstSeam = lastSeam = ab;
  if (turn > 0) insertEdge(twin(bc), ab);
  else if (turn < 0) firstSeam = lastSeam = twin(insertEdge(twin(bc), ab));
}

/** True when point `a` comes after `b` by x, then y. */
// @ts-ignore: decorator
@inline
function isRight(a: usize, b: usize): bool {
  const ax = load<f64>(a);
  const bx = load<f64>(b);
  return ax > bx || (ax == bx && load<f64>(a, 8) > load<f64>(b, 8));
}

/** True when point `a` comes after `b` by y, then x. */
// @ts-ignore: decorator
@inline
function isAbove(a: usize, b: usize): bool {
  const ay = load<f64>(a, 8);
  const by = load<f64>(b, 8);
  return ay > by || (ay == by && load<f64>(a) > load<f64>(b));
}

/** From any counter-clockwise hull edge: the clockwise hull edge out of the rightmost vertex. */
function rightmost(e: usize): usize {
  while (isRight(destination(e), origin(e))) e = next(twin(e));
  let back = previous(e);
  while (isRight(destination(back), origin(back))) back = previous(twin(back));
  return back;
}

/** The counter-clockwise hull edge out of the leftmost vertex. */
function leftmost(e: usize): usize {
  while (isRight(origin(e), destination(e))) e = next(twin(e));
  let back = previous(e);
  while (isRight(origin(back), destination(back))) back = previous(twin(back));
  return next(back);
}

/** The clockwise hull edge out of the topmost vertex. */
function topmost(e: usize): usize {
  while (isAbove(destination(e), origin(e))) e = next(twin(e));
  let back = previous(e);
  while (isAbove(destination(back), origin(back))) back = previous(twin(back));
  return back;
}

/** The counter-clockwise hull edge out of the bottommost vertex. */
function bottommost(e: usize): usize {
  while (isAbove(origin(e), destination(e))) e = next(twin(e));
  let back = previous(e);
  while (isAbove(origin(back), destination(back))) back = previous(twin(back));
  return next(back);
}

/** Left of the line from o to d when above 0. */
// @ts-ignore: decorator
@inline
function side(o: usize, d: usize, p: usize): f64 {
  return orient(load<f64>(o), load<f64>(o, 8), load<f64>(d), load<f64>(d, 8), load<f64>(p), load<f64>(p, 8));
}

/**
 * Joins two triangulations that a line separates. `left` is the clockwise hull edge out of the left one's vertex
 * nearest the line, `right` the counter-clockwise hull edge out of the right one's.
 */
function merge(left: usize, right: usize): void {
  const leftSingle = origin(left) == destination(left) ? left : 0;
  const rightSingle = origin(right) == destination(right) ? right : 0;
  while (true) {
    if (side(origin(left), destination(left), origin(right)) > 0) left = leftNext(left);
    else if (side(origin(right), destination(right), origin(left)) < 0) right = next(twin(right));
    else break;
  }
  let base = insertEdge(right, left);
  firstSeam = twin(base);
  base = riseBubble(base);
  lastSeam = base;
  if (leftSingle) deleteEdge(leftSingle);
  if (rightSingle) deleteEdge(rightSingle);
}

/**
 * Notes the edge from left to right under points on one circle. Every polygon of points on one empty circle is noted when
 * four of its points first come together: the bottommost edge between its two parts is a base of the seam, and the
 * candidates there, or the best of one side and the one behind it, are on its circle. An edge of it stays.
 */
function noteTie(base: usize): void {
  const most = pointCount * 6;
  if (tieCount < most) store<u32>(halfedgesAt + (<usize>tieCount << 2), <u32>twin(base));
  if (tieCount <= most) tieCount++;
}

/** Makes the fans of polygons that were noted; of all there are where more were noted than there is room for. */
function settleTies(): void {
  if (tieCount <= pointCount * 6) {
    for (let i = 0; i < tieCount; i++) fanPolygon(load<u32>(halfedgesAt + (<usize>i << 2)), trianglesAt);
  } else {
    for (let e = edgesAt; e < lastEdge(); e += 16) fanPolygon(e, trianglesAt);
  }
}

/** Zips the seam upwards from its lowest edge (right to left); returns the uppermost edge. */
function riseBubble(base: usize): usize {
  let l = destination(base);
  let r = origin(base);
  let lx = load<f64>(l);
  let ly = load<f64>(l, 8);
  let rx = load<f64>(r);
  let ry = load<f64>(r, 8);
  while (true) {
    let lCandidate = next(twin(base));
    let p = destination(lCandidate);
    let px = load<f64>(p);
    let py = load<f64>(p, 8);
    const lValid = orient(lx, ly, rx, ry, px, py) > 0;
    if (lValid) {
      while (true) {
        const following = next(lCandidate);
        const q = destination(following);
        const qx = load<f64>(q);
        const qy = load<f64>(q, 8);
        const inside = inCircle(lx, ly, rx, ry, px, py, qx, qy);
        if (!(inside > 0)) {
          if (inside == 0 && q != origin(base)) noteTie(base);
          break;
        }
        deleteEdge(lCandidate);
        lCandidate = following;
        px = qx;
        py = qy;
      }
    }
    let rCandidate = previous(base);
    let s = destination(rCandidate);
    let sx = load<f64>(s);
    let sy = load<f64>(s, 8);
    const rValid = orient(lx, ly, rx, ry, sx, sy) > 0;
    if (rValid) {
      while (true) {
        const following = previous(rCandidate);
        const q = destination(following);
        const qx = load<f64>(q);
        const qy = load<f64>(q, 8);
        const inside = inCircle(lx, ly, rx, ry, sx, sy, qx, qy);
        if (!(inside > 0)) {
          if (inside == 0 && q != destination(base)) noteTie(base);
          break;
        }
        deleteEdge(rCandidate);
        rCandidate = following;
        sx = qx;
        sy = qy;
      }
    }
    if (!lValid && !rValid) return base;
    let takesRight = !lValid;
    if (lValid && rValid) {
      const inside = inCircle(px, py, lx, ly, rx, ry, sx, sy);
      if (inside == 0) noteTie(base);
      takesRight = inside > 0;
    }
    if (takesRight) {
      base = insertEdge(twin(rCandidate), twin(base));
      rx = sx;
      ry = sy;
    } else {
      base = insertEdge(base, twin(lCandidate));
      lx = px;
      ly = py;
    }
  }
}

/** Marks half-edges as beyond the hull or not seen yet; false where there is no triangle at all. */
function markOutside(): bool {
  const end = lastEdge();
  for (let e = edgesAt; e < end; e += 16) setSlot(e, unseen);
  let hull = firstSeam;
  if (origin(hull) == destination(hull)) return false;
  do {
    setSlot(twin(hull), outside);
    hull = next(twin(hull));
  } while (hull != firstSeam);
  return true;
}

/** Lists the triangles and their twins from the edges. */
function extract(): void {
  const end = lastEdge();
  let slot: u32 = 0;
  let triangle = trianglesAt;
  for (let e = edgesAt; e < end; e += 16) {
    const known = slotOf(e);
    if ((known != unseen && known != fanned) || load<u32>(e) == 0) continue;
    const f = leftNext(e);
    const g = leftNext(f);
    setSlot(e, slot);
    setSlot(f, slot + 1);
    setSlot(g, slot + 2);
    store<u32>(triangle, (load<u32>(e) - <u32>pointsAt) >> 4);
    store<u32>(triangle, (load<u32>(f) - <u32>pointsAt) >> 4, 4);
    store<u32>(triangle, (load<u32>(g) - <u32>pointsAt) >> 4, 8);
    triangle += 12;
    slot += 3;
  }
  triangleTotal = slot / 3;
  for (let e = edgesAt; e < end; e += 16) {
    const own = slotOf(e);
    if (own < fanned) store<u32>(halfedgesAt + (<usize>own << 2), slotOf(twin(e)));
  }
}

/** Closes the gaps that repeated points leave in the order, and renumbers the triangles' corners. */
function dropDuplicates(): void {
  let place: u32 = 0;
  const renumber = codesAt;
  for (let i = 0; i < pointCount; i++) {
    const index = load<u32>(orderAt + (<usize>i << 2));
    store<u32>(renumber + (<usize>i << 2), place);
    if (index != outside) {
      store<u32>(orderAt + (<usize>place << 2), index);
      place++;
    }
  }
  for (let i = 0; i < triangleTotal * 3; i++) {
    const at = trianglesAt + (<usize>i << 2);
    store<u32>(at, load<u32>(renumber + (<usize>load<u32>(at) << 2)));
  }
}
