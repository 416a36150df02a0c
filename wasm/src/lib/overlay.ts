import { clipRing, ring, spare } from './clip-ring';
import { hold, laidEnd, lay, layFrom } from './layout';
import { addPrism } from './prism';

/**
 * Exact overlay of two triangulated surfaces in plan: every pair of overlapping triangles is clipped
 * (Sutherland and Hodgman 1974) and the linear difference of their heights is integrated over the piece.
 * Pairs are found through a uniform grid whose cells list the triangles that touch them.
 */

/** Plan area of the overlap. */
export let overlapArea: f64 = 0;
/** True area of the first surface within the overlap. */
export let overlapSurface: f64 = 0;

let minX: f64 = 0;
let minY: f64 = 0;
let cell: f64 = 1;
let columns: i32 = 1;
let rows: i32 = 1;
let startsAt: usize = 0;
let listAt: usize = 0;
let stampsAt: usize = 0;

/** Plan x range of the part of a triangle inside a band of y; empty (low above high) when they are apart. */
let bandLow: f64 = 0;
let bandHigh: f64 = 0;

function widen(x: f64): void {
  bandLow = min(bandLow, x);
  bandHigh = max(bandHigh, x);
}

function bandEdge(ax: f64, ay: f64, bx: f64, by: f64, low: f64, high: f64): void {
  if (ay >= low && ay <= high) widen(ax);
  if ((ay < low) != (by < low)) widen(ax + ((low - ay) * (bx - ax)) / (by - ay));
  if ((ay > high) != (by > high)) widen(ax + ((high - ay) * (bx - ax)) / (by - ay));
}

function bandRange(a: usize, b: usize, c: usize, low: f64, high: f64): void {
  bandLow = Infinity;
  bandHigh = -Infinity;
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const bx = load<f64>(b);
  const by = load<f64>(b, 8);
  const cx = load<f64>(c);
  const cy = load<f64>(c, 8);
  bandEdge(ax, ay, bx, by, low, high);
  bandEdge(bx, by, cx, cy, low, high);
  bandEdge(cx, cy, ax, ay, low, high);
}

// @ts-ignore: decorator
@inline
function corner(points: usize, triangle: usize, which: usize): usize {
  return points + <usize>load<u32>(triangle + (which << 2)) * 24;
}

// @ts-ignore: decorator
@inline
function cellOf(offset: f64, limit: i32): i32 {
  return max(0, min(limit - 1, <i32>max(-1.0, min(offset / cell, <f64>limit))));
}

/** First and last grid row that a triangle touches; first above last when outside. */
let firstRow: i32 = 0;
let lastRow: i32 = 0;

function rowRange(a: usize, b: usize, c: usize): void {
  const low = min(load<f64>(a, 8), min(load<f64>(b, 8), load<f64>(c, 8))) - minY;
  const high = max(load<f64>(a, 8), max(load<f64>(b, 8), load<f64>(c, 8))) - minY;
  if (high < 0 || low > <f64>rows * cell) {
    firstRow = 1;
    lastRow = 0;
    return;
  }
  firstRow = cellOf(low, rows);
  lastRow = cellOf(high, rows);
}

/** First and last column of a triangle in a grid row; a sliver of slack keeps rounding from losing a cell. */
let firstColumn: i32 = 0;
let lastColumn: i32 = 0;

function columnRange(a: usize, b: usize, c: usize, row: i32): void {
  const slack = cell * 1e-9;
  const low = minY + <f64>row * cell;
  bandRange(a, b, c, low - slack, low + cell + slack);
  firstColumn = 1;
  lastColumn = 0;
  const from = bandLow - minX - slack;
  const to = bandHigh - minX + slack;
  if (from > to || to < 0 || from > <f64>columns * cell) return;
  firstColumn = cellOf(from, columns);
  lastColumn = cellOf(to, columns);
}

/** Counts (`list` 0) or lists the triangles of each cell. */
function fillCells(points: usize, triangles: usize, count: i32, list: usize): void {
  for (let t = 0; t < count; t++) {
    const triangle = triangles + <usize>t * 12;
    const a = corner(points, triangle, 0);
    const b = corner(points, triangle, 1);
    const c = corner(points, triangle, 2);
    rowRange(a, b, c);
    const last = lastRow;
    for (let row = firstRow; row <= last; row++) {
      columnRange(a, b, c, row);
      for (let column = firstColumn; column <= lastColumn; column++) {
        const start = startsAt + (<usize>(row * columns + column) << 2);
        const place = load<u32>(start);
        if (list) store<u32>(list + (<usize>place << 2), t);
        store<u32>(start, place + 1);
      }
    }
  }
}

/**
 * Indexes the second surface, using memory from `free` on. Returns false when memory ends.
 * @param width extent of its bounds in x @param height extent in y
 */
export function indexTriangles(
  points: usize, triangles: usize, count: i32, x: f64, y: f64, width: f64, height: f64, free: usize,
): bool {
  minX = x;
  minY = y;
  const extent = max(width, height);
  cell = max(sqrt((width * height) / <f64>count), extent / 4096);
  if (!(cell > 0)) cell = 1;
  columns = <i32>(width / cell) + 1;
  rows = <i32>(height / cell) + 1;
  const cells = columns * rows;
  layFrom(free);
  stampsAt = lay(count, 4);
  startsAt = lay(<i64>cells + 1, 4);
  listAt = laidEnd();
  if (!hold()) return false;
  memory.fill(stampsAt, 0xff, listAt - stampsAt);
  memory.fill(startsAt, 0, listAt - startsAt);
  fillCells(points, triangles, count, 0);
  let sum: i64 = 0;
  for (let i = 0; i <= cells; i++) {
    const at = startsAt + (<usize>i << 2);
    const size = load<u32>(at);
    store<u32>(at, <u32>sum);
    sum += <i64>size;
  }
  lay(sum, 4);
  if (!hold()) return false;
  fillCells(points, triangles, count, listAt);
  // Filling moved every start to the next cell's: put them back by one.
  memory.copy(startsAt + 4, startsAt, <usize>cells << 2);
  store<u32>(startsAt, 0);
  return true;
}

/** What is done with each pair: the overlap is integrated, or written as loose triangles of the first surface. */
let isClipping: bool = false;

/** Integrates the first surface minus the indexed one over all their overlaps. */
export function overlaySurfaces(
  points: usize, triangles: usize, count: i32, otherPoints: usize, otherTriangles: usize,
): void {
  overlapArea = 0;
  overlapSurface = 0;
  isClipping = false;
  visitPairs(points, triangles, count, otherPoints, otherTriangles);
}

/** Where clipped triangles begin, 72 bytes each (xyz of three corners), and where the next one goes. */
export let piecesAt: usize = 0;
let pieceEnd: usize = 0;
/** End of the memory that is held for them. */
let pieceLimit: usize = 0;

/**
 * Writes the parts of the first surface inside the indexed one, as loose triangles behind the index. Returns how many,
 * −1 when memory ends.
 */
export function clipSurface(
  points: usize, triangles: usize, count: i32, otherPoints: usize, otherTriangles: usize,
): i32 {
  piecesAt = laidEnd();
  pieceEnd = piecesAt;
  pieceLimit = piecesAt;
  isClipping = true;
  const isWhole = visitPairs(points, triangles, count, otherPoints, otherTriangles);
  return isWhole ? <i32>((pieceEnd - piecesAt) / pieceBytes) : -1;
}

/** Calls for each pair that may overlap; false when memory ended. */
function visitPairs(
  points: usize, triangles: usize, count: i32, otherPoints: usize, otherTriangles: usize,
): bool {
  for (let t = 0; t < count; t++) {
    const triangle = triangles + <usize>t * 12;
    const a = corner(points, triangle, 0);
    const b = corner(points, triangle, 1);
    const c = corner(points, triangle, 2);
    rowRange(a, b, c);
    const last = lastRow;
    for (let row = firstRow; row <= last; row++) {
      columnRange(a, b, c, row);
      for (let column = firstColumn; column <= lastColumn; column++) {
        const start = startsAt + (<usize>(row * columns + column) << 2);
        const end = load<u32>(start, 4);
        for (let i = load<u32>(start); i < end; i++) {
          const other = load<u32>(listAt + (<usize>i << 2));
          const stamp = stampsAt + (<usize>other << 2);
          if (load<i32>(stamp) == t) continue;
          store<i32>(stamp, t);
          if (!overlayPair(a, b, c, otherPoints, otherTriangles + <usize>other * 12)) return false;
        }
      }
    }
  }
  return true;
}

/** The plane of a triangle relative to an origin: height there and the two slopes; `planeArea` twice its plan area. */
let planeZ: f64 = 0;
let planeX: f64 = 0;
let planeY: f64 = 0;
let planeArea: f64 = 0;

function planeOf(a: usize, b: usize, c: usize, ox: f64, oy: f64): void {
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const az = load<f64>(a, 16);
  const ux = load<f64>(b) - ax;
  const uy = load<f64>(b, 8) - ay;
  const uz = load<f64>(b, 16) - az;
  const vx = load<f64>(c) - ax;
  const vy = load<f64>(c, 8) - ay;
  const vz = load<f64>(c, 16) - az;
  planeArea = ux * vy - uy * vx;
  planeX = (uz * vy - uy * vz) / planeArea;
  planeY = (ux * vz - uz * vx) / planeArea;
  planeZ = az + planeX * (ox - ax) + planeY * (oy - ay);
}

const heights = memory.data(8 * 16);

/** Integrates or writes the overlap of two triangles; false when memory ends. */
function overlayPair(a: usize, b: usize, c: usize, points: usize, triangle: usize): bool {
  const ox = load<f64>(a);
  const oy = load<f64>(a, 8);
  const d = corner(points, triangle, 0);
  const e = corner(points, triangle, 1);
  const f = corner(points, triangle, 2);
  const dx = load<f64>(d) - ox;
  const dy = load<f64>(d, 8) - oy;
  const ex = load<f64>(e) - ox;
  const ey = load<f64>(e, 8) - oy;
  const fx = load<f64>(f) - ox;
  const fy = load<f64>(f, 8) - oy;
  const bx = load<f64>(b) - ox;
  const by = load<f64>(b, 8) - oy;
  const cx = load<f64>(c) - ox;
  const cy = load<f64>(c, 8) - oy;
  if (
    max(dx, max(ex, fx)) <= min(0.0, min(bx, cx)) || min(dx, min(ex, fx)) >= max(0.0, max(bx, cx)) ||
    max(dy, max(ey, fy)) <= min(0.0, min(by, cy)) || min(dy, min(ey, fy)) >= max(0.0, max(by, cy))
  ) {
    return true;
  }
  store<f64>(ring, 0);
  store<f64>(ring, 0, 8);
  store<f64>(ring, bx, 16);
  store<f64>(ring, by, 24);
  store<f64>(ring, cx, 32);
  store<f64>(ring, cy, 40);
  let size = clipRing(ring, 3, spare, dx, dy, ex, ey);
  if (size < 3) return true;
  size = clipRing(spare, size, ring, ex, ey, fx, fy);
  if (size < 3) return true;
  size = clipRing(ring, size, spare, fx, fy, dx, dy);
  if (size < 3) return true;
  if (isClipping) return writePieces(a, b, c, size);
  planeOf(d, e, f, ox, oy);
  if (!(planeArea > 0)) return true;
  const baseZ = planeZ;
  const baseX = planeX;
  const baseY = planeY;
  planeOf(a, b, c, ox, oy);
  if (!(planeArea > 0)) return true;
  integrate(size, planeZ - baseZ, planeX - baseX, planeY - baseY, sqrt(1 + planeX * planeX + planeY * planeY));
  return true;
}

const pieceBytes: usize = 72;
const growBytes: usize = 1 << 24;
/** Corners of a triangle cut by three lines: at most six, a fan of four triangles. */
const maxPieces: usize = 4;

/** Writes the fan of the ring in `spare`, at the heights of a triangle; false when memory ends. */
function writePieces(a: usize, b: usize, c: usize, size: i32): bool {
  const ox = load<f64>(a);
  const oy = load<f64>(a, 8);
  planeOf(a, b, c, ox, oy);
  if (!(planeArea > 0)) return true;
  if (pieceEnd + maxPieces * pieceBytes > pieceLimit) {
    layFrom(pieceLimit);
    lay(growBytes, 1);
    if (!hold()) return false;
    pieceLimit = laidEnd();
  }
  for (let i = 1; i < size - 1; i++) {
    writeCorner(spare, ox, oy);
    writeCorner(spare + (<usize>i << 4), ox, oy);
    writeCorner(spare + (<usize>(i + 1) << 4), ox, oy);
  }
  return true;
}

function writeCorner(at: usize, ox: f64, oy: f64): void {
  const x = load<f64>(at);
  const y = load<f64>(at, 8);
  store<f64>(pieceEnd, ox + x);
  store<f64>(pieceEnd, oy + y, 8);
  store<f64>(pieceEnd, planeZ + planeX * x + planeY * y, 16);
  pieceEnd += 24;
}

/** Adds the ring in `spare` under the linear height z + gx·x + gy·y. */
function integrate(size: i32, z: f64, gx: f64, gy: f64, steepness: f64): void {
  for (let i = 0; i < size; i++) {
    const at = spare + (<usize>i << 4);
    store<f64>(heights + (<usize>i << 3), z + gx * load<f64>(at) + gy * load<f64>(at, 8));
  }
  const x0 = load<f64>(spare);
  const y0 = load<f64>(spare, 8);
  for (let i = 1; i < size - 1; i++) {
    const at = spare + (<usize>i << 4);
    const area =
      0.5 * ((load<f64>(at) - x0) * (load<f64>(at, 24) - y0) - (load<f64>(at, 8) - y0) * (load<f64>(at, 16) - x0));
    if (!(area > 0)) continue;
    overlapArea += area;
    overlapSurface += area * steepness;
    addPrism(area, load<f64>(heights), load<f64>(heights + (<usize>i << 3)), load<f64>(heights + (<usize>i << 3), 8));
  }
}
