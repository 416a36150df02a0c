import { clipRing, ring, spare } from './lib/clip-ring';
import { hold, laidEnd, lay, layFrom } from './lib/layout';
import { addColumn, addPrism, clearPrisms, prismCut, prismFill } from './lib/prism';

/**
 * Volumes of gridded surfaces: each cell is a level square at its value (f32, NaN where there is none). Row 0 is the
 * northernmost. A grid is copied into memory once and measured many times.
 */

let columns: i32 = 0;
let rows: i32 = 0;
let cell: f64 = 1;
let valuesAt: usize = 0;
/** The values whose slopes make the true area: the grid's own, or what they were before another was taken from them. */
let slopesAt: usize = 0;
let free: usize = 0;

/** A slope (p along x, q along y) squared is pp·p² + pq·p·q + qq·q² on the ground. */
let pp: f64 = 1;
let pq: f64 = 0;
let qq: f64 = 1;

let otherAt: usize = 0;
let basePointsAt: usize = 0;
let baseTrianglesAt: usize = 0;
let baseCount: i32 = 0;

let plan: f64 = 0;
let surface: f64 = 0;

/**
 * Room for a grid; returns where its values go, 0 when memory ends. Drops everything laid before.
 * @param keepsSlopes room for the values before another grid is taken from them, too
 */
export function prepareGrid(width: i32, height: i32, cellSize: f64, keepsSlopes: bool): usize {
  columns = width;
  rows = height;
  cell = cellSize;
  const cells = <i64>width * <i64>height;
  layFrom(__heap_base);
  valuesAt = lay(cells, 4);
  slopesAt = keepsSlopes ? lay(cells, 4) : valuesAt;
  free = laidEnd();
  return hold() ? valuesAt : 0;
}

export function setSlopeMetric(p: f64, mixed: f64, q: f64): void {
  pp = p;
  pq = mixed;
  qq = q;
}

export function planArea(): f64 {
  return plan;
}

export function surfaceArea(): f64 {
  return surface;
}

export function cutVolume(): f64 {
  return prismCut;
}

export function fillVolume(): f64 {
  return prismFill;
}

// @ts-ignore: decorator
@inline
function slopeOf(before: f64, here: f64, after: f64): f64 {
  if (!isNaN(before) && !isNaN(after)) return (after - before) / (2 * cell);
  if (!isNaN(after)) return (after - here) / cell;
  if (!isNaN(before)) return (here - before) / cell;
  return 0;
}

/** True area over plan area of a cell: sqrt(1 + slope²), by central differences, one-sided beside a gap. */
function steepnessOf(row: i32, column: i32): f64 {
  const stride = <usize>columns << 2;
  const at = slopesAt + <usize>row * stride + (<usize>column << 2);
  const here = <f64>load<f32>(at);
  const west = column > 0 ? <f64>load<f32>(at - 4) : NaN;
  const east = column < columns - 1 ? <f64>load<f32>(at, 4) : NaN;
  const north = row > 0 ? <f64>load<f32>(at - stride) : NaN;
  const south = row < rows - 1 ? <f64>load<f32>(at + stride) : NaN;
  const p = slopeOf(west, here, east);
  const q = slopeOf(north, here, south);
  // rows run down, y up
  return sqrt(1 + pp * (p * p) - pq * p * q + qq * (q * q));
}

/** Volumes above and below a level plane. */
export function volumeOverPlane(z: f64): void {
  clearPrisms();
  const area = cell * cell;
  let cut: f64 = 0;
  let fill: f64 = 0;
  let steepness: f64 = 0;
  let counted: f64 = 0;
  for (let row = 0; row < rows; row++) {
    let at = valuesAt + ((<usize>row * <usize>columns) << 2);
    for (let column = 0; column < columns; column++, at += 4) {
      const height = <f64>load<f32>(at) - z;
      if (isNaN(height)) continue;
      if (height > 0) cut += height;
      else fill -= height;
      counted++;
      steepness += steepnessOf(row, column);
    }
  }
  addColumn(cut * area);
  addColumn(-fill * area);
  plan = counted * area;
  surface = steepness * area;
}

/** Room for a second grid; returns where its values go, 0 when memory ends. */
export function prepareOther(width: i32, height: i32): usize {
  layFrom(free);
  otherAt = lay(<i64>width * <i64>height, 4);
  return hold() ? otherAt : 0;
}

/**
 * Takes the second grid from the first, whose slopes stay: sampled bilinearly at the first one's cell centres. NaN where
 * either has no value.
 * @param originX and `originY`: centre of the first grid's first cell; `otherX`, `otherY` and `otherCell` of the second
 */
export function subtractOther(
  originX: f64, originY: f64, width: i32, height: i32, otherX: f64, otherY: f64, otherCell: f64,
): void {
  memory.copy(slopesAt, valuesAt, (<usize>columns * <usize>rows) << 2);
  for (let row = 0; row < rows; row++) {
    const y = (otherY - (originY - <f64>row * cell)) / otherCell;
    let at = valuesAt + ((<usize>row * <usize>columns) << 2);
    for (let column = 0; column < columns; column++, at += 4) {
      const x = (originX + <f64>column * cell - otherX) / otherCell;
      store<f32>(at, <f32>(<f64>load<f32>(at) - sampleOther(width, height, x, y)));
    }
  }
}

/** The same of a second grid with the same cells. */
export function subtractSame(): void {
  const bytes = (<usize>columns * <usize>rows) << 2;
  memory.copy(slopesAt, valuesAt, bytes);
  for (let at: usize = 0; at < bytes; at += 4) {
    const difference = <f64>load<f32>(valuesAt + at) - <f64>load<f32>(otherAt + at);
    store<f32>(valuesAt + at, <f32>difference);
  }
}

function sampleOther(width: i32, height: i32, x: f64, y: f64): f64 {
  if (!(x >= 0 && y >= 0 && x <= <f64>(width - 1) && y <= <f64>(height - 1))) return NaN;
  const column = min(<i32>x, width - 1);
  const row = min(<i32>y, height - 1);
  const u = x - <f64>column;
  const v = y - <f64>row;
  const at = otherAt + ((<usize>row * <usize>width + <usize>column) << 2);
  const below = at + (<usize>width << 2);
  let sum: f64 = 0;
  const w00 = (1 - u) * (1 - v);
  const w10 = u * (1 - v);
  const w01 = (1 - u) * v;
  const w11 = u * v;
  if (w00 > 0) sum += w00 * <f64>load<f32>(at);
  if (w10 > 0) sum += w10 * <f64>load<f32>(at, 4);
  if (w01 > 0) sum += w01 * <f64>load<f32>(below);
  if (w11 > 0) sum += w11 * <f64>load<f32>(below, 4);
  return sum;
}

/** Room for a base of triangles; returns where its points (xyz, f64) go, 0 when memory ends. */
export function prepareBase(points: i32, triangles: i32): usize {
  baseCount = triangles;
  layFrom(free);
  basePointsAt = lay(points, 24);
  baseTrianglesAt = lay(triangles, 12);
  return hold() ? basePointsAt : 0;
}

export function baseTriangles(): usize {
  return baseTrianglesAt;
}

/**
 * Volumes above and below the base: partial cells and tilted triangles are integrated exactly.
 * @param west and `north`: outer corner of the grid's first cell, in the base's coordinates
 */
export function volumeOverBase(west: f64, north: f64): void {
  clearPrisms();
  plan = 0;
  surface = 0;
  for (let t = 0; t < baseCount; t++) {
    const triangle = baseTrianglesAt + <usize>t * 12;
    addTriangle(basePoint(triangle, 0), basePoint(triangle, 4), basePoint(triangle, 8), west, north);
  }
}

// @ts-ignore: decorator
@inline
function basePoint(triangle: usize, which: usize): usize {
  return basePointsAt + <usize>load<u32>(triangle + which) * 24;
}

/** The triangle in work, in cells from the grid's corner with y up, and its plane: height there and rise a cell. */
let ax: f64 = 0;
let ay: f64 = 0;
let bx: f64 = 0;
let by: f64 = 0;
let cx: f64 = 0;
let cy: f64 = 0;
let baseZ: f64 = 0;
let riseX: f64 = 0;
let riseY: f64 = 0;

/** Lays out a triangle; false where it has no area. */
function setTriangle(a: usize, b: usize, c: usize, west: f64, north: f64): bool {
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a);
  const vy = load<f64>(c, 8) - load<f64>(a, 8);
  const vz = load<f64>(c, 16) - load<f64>(a, 16);
  const twiceArea = ux * vy - uy * vx;
  if (!(twiceArea > 0)) return false;
  const gx = (uz * vy - uy * vz) / twiceArea;
  const gy = (ux * vz - uz * vx) / twiceArea;
  baseZ = load<f64>(a, 16) + gx * (west - load<f64>(a)) + gy * (north - load<f64>(a, 8));
  riseX = -gx * cell;
  riseY = -gy * cell;
  ax = (load<f64>(a) - west) / cell;
  ay = (load<f64>(a, 8) - north) / cell;
  bx = (load<f64>(b) - west) / cell;
  by = (load<f64>(b, 8) - north) / cell;
  cx = (load<f64>(c) - west) / cell;
  cy = (load<f64>(c, 8) - north) / cell;
  return true;
}

// @ts-ignore: decorator
@inline
function clampTo(value: f64, limit: i32): i32 {
  return <i32>max(0.0, min(value, <f64>limit));
}

/** How much of a cell lies on the left of an edge: 2 all, 1 a part, 0 nothing, as far as its line tells. */
// @ts-ignore: decorator
@inline
function sideOf(px: f64, py: f64, qx: f64, qy: f64, x: f64, y: f64): i32 {
  const ex = qx - px;
  const ey = qy - py;
  const reach = (abs(ex) + abs(ey)) / 2;
  const side = ex * (y - py) - ey * (x - px);
  return side <= -reach ? 0 : side < reach ? 1 : 2;
}

/** How much of the cell around a centre the triangle covers: 2 all, 1 a part, 0 nothing. */
function coverOf(x: f64, y: f64): i32 {
  const first = sideOf(ax, ay, bx, by, x, y);
  if (first == 0) return 0;
  const second = sideOf(bx, by, cx, cy, x, y);
  if (second == 0) return 0;
  const third = sideOf(cx, cy, ax, ay, x, y);
  return min(first, min(second, third));
}

/** Adds the cells over one triangle of the base. */
function addTriangle(a: usize, b: usize, c: usize, west: f64, north: f64): void {
  if (!setTriangle(a, b, c, west, north)) return;
  const highest = max(ay, max(by, cy));
  const lowest = min(ay, min(by, cy));
  const left = min(ax, min(bx, cx));
  const right = max(ax, max(bx, cx));
  if (right < 0 || left >= <f64>columns || -lowest < 0 || -highest >= <f64>rows) return;
  const lastRow = clampTo(floor(-lowest), rows - 1);
  const lastColumn = clampTo(floor(right), columns - 1);
  const firstColumn = clampTo(floor(left), columns - 1);
  const reach = (abs(riseX) + abs(riseY)) / 2;
  const area = cell * cell;
  for (let row = clampTo(floor(-highest), rows - 1); row <= lastRow; row++) {
    let at = valuesAt + ((<usize>row * <usize>columns + <usize>firstColumn) << 2);
    for (let column = firstColumn; column <= lastColumn; column++, at += 4) {
      const z = <f64>load<f32>(at);
      if (isNaN(z)) continue;
      const x = <f64>column + 0.5;
      const y = -<f64>row - 0.5;
      const cover = coverOf(x, y);
      if (cover == 0) continue;
      const steepness = steepnessOf(row, column);
      const middle = z - baseZ + riseX * x + riseY * y;
      if (cover == 2 && abs(middle) >= reach) {
        addColumn(area * middle);
        plan += area;
        surface += area * steepness;
      } else {
        addPart(row, column, z - baseZ, cover == 1, steepness);
      }
    }
  }
}

/** Adds the part of a cell inside the triangle, under the linear height z + riseX·x + riseY·y. */
function addPart(row: i32, column: i32, z: f64, isCut: bool, steepness: f64): void {
  const left = <f64>column;
  const top = -<f64>row;
  setPlace(0, left, top - 1);
  setPlace(1, left + 1, top - 1);
  setPlace(2, left + 1, top);
  setPlace(3, left, top);
  let size = 4;
  let at = ring;
  if (isCut) {
    size = clipRing(ring, size, spare, ax, ay, bx, by);
    if (size >= 3) size = clipRing(spare, size, ring, bx, by, cx, cy);
    if (size >= 3) size = clipRing(ring, size, spare, cx, cy, ax, ay);
    if (size < 3) return;
    at = spare;
  }
  const x0 = load<f64>(at);
  const y0 = load<f64>(at, 8);
  const p = z + riseX * x0 + riseY * y0;
  for (let i = 1; i < size - 1; i++) {
    const here = at + (<usize>i << 4);
    const x1 = load<f64>(here);
    const y1 = load<f64>(here, 8);
    const x2 = load<f64>(here, 16);
    const y2 = load<f64>(here, 24);
    const cells = ((x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0)) / 2;
    if (!(cells > 0)) continue;
    const area = cells * cell * cell;
    addPrism(area, p, z + riseX * x1 + riseY * y1, z + riseX * x2 + riseY * y2);
    plan += area;
    surface += area * steepness;
  }
}

// @ts-ignore: decorator
@inline
function setPlace(index: usize, x: f64, y: f64): void {
  store<f64>(ring + (index << 4), x);
  store<f64>(ring + (index << 4), y, 8);
}
