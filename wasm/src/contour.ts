import { hold, laidEnd, lay, layFrom } from './lib/layout';
import { align } from './lib/memory';
import {
  coordinateCount, coordinateList, growNodes, joinSegments, lineCount, lineList, link, nodeCount, pushNode, ranOut,
  resetNodes,
} from './lib/polylines';

/**
 * Contour lines of all levels in one pass: marching squares over a grid, marching triangles over a TIN.
 * A value at or above a level counts as above it, so a line never ends at a corner. Level k of a sorted list lies
 * between two values exactly when it is above one and not the other, so what crosses an edge is a range of levels.
 */

const missing: i32 = -1;

let levelsAt: usize = 0;
let levelTotal: i32 = 0;
let valuesAt: usize = 0;
let free: usize = 0;

/** Room for sorted levels (f64); returns their address. Everything else follows them. */
export function prepareLevels(count: i32): usize {
  levelTotal = count;
  layFrom(__heap_base);
  levelsAt = lay(<i64>count + 2, 8);
  free = laidEnd();
  return hold() ? levelsAt : 0;
}

/** Room for a grid of float32; returns its address, 0 when memory ends. */
export function prepareGrid(cells: i32): usize {
  layFrom(free);
  valuesAt = lay(<i64>cells + 16, 4);
  return hold() ? valuesAt : 0;
}

let firstLevel: f64 = 0;
let perUnit: f64 = 0;

function startLevels(): void {
  firstLevel = load<f64>(levelsAt);
  const last = level(levelTotal - 1);
  perUnit = levelTotal > 1 ? <f64>(levelTotal - 1) / (last - firstLevel) : 0;
}

// @ts-ignore: decorator
@inline
function level(index: i32): f64 {
  return load<f64>(levelsAt + (<usize>index << 3));
}

/** Number of levels at or below a value; exact, the guess from an even spacing is only where the search begins. */
// @ts-ignore: decorator
@inline
function rank(z: f64): i32 {
  const guess = (z - firstLevel) * perUnit + 1;
  let k = <i32>max(0.0, min(guess, <f64>levelTotal));
  while (k < levelTotal && level(k) <= z) k++;
  while (k > 0 && level(k - 1) > z) k--;
  return k;
}

let ranksAbove: usize = 0;
let ranksBelow: usize = 0;
/** Node number of the lowest crossing of each horizontal edge of the row above, of the row below. */
let edgesAbove: usize = 0;
let edgesBelow: usize = 0;

let gridWidth: i32 = 0;
let left: f64 = 0;
let top: f64 = 0;
let cell: f64 = 1;

function rankRow(row: i32, to: usize): void {
  const from = valuesAt + (<usize>(row * gridWidth) << 2);
  for (let column = 0; column < gridWidth; column++) {
    const z = <f64>load<f32>(from + (<usize>column << 2));
    store<i16>(to + (<usize>column << 1), <i16>(z == z ? rank(z) : missing));
  }
}

// @ts-ignore: decorator
@inline
function value(row: i32, column: i32): f64 {
  return <f64>load<f32>(valuesAt + (<usize>(row * gridWidth + column) << 2));
}

// @ts-ignore: decorator
@inline
function rankAt(ranks: usize, column: i32): i32 {
  return <i32>load<i16>(ranks + (<usize>column << 1));
}

/** Makes the nodes of the horizontal edges of a row, from low to high level on each edge. */
function crossRow(row: i32, ranks: usize, edges: usize): bool {
  const y = top - <f64>row * cell;
  let column = 0;
  while (column < gridWidth - 1) {
    if (column + 8 < gridWidth) {
      const at = ranks + (<usize>column << 1);
      if (v128.all_true<i16>(i16x8.eq(v128.load(at), v128.load(at, 2)))) {
        column += 8;
        continue;
      }
    }
    const a = rankAt(ranks, column);
    const b = rankAt(ranks, column + 1);
    store<i32>(edges + (<usize>column << 2), nodeCount());
    if (a != b && a >= 0 && b >= 0) {
      const low = min(a, b);
      const high = max(a, b);
      if (!growNodes(high - low)) return false;
      const za = value(row, column);
      const zb = value(row, column + 1);
      const x = left + <f64>column * cell;
      const perHeight = cell / (zb - za);
      for (let k = low; k < high; k++) pushNode(x + (level(k) - za) * perHeight, y, k);
    }
    column++;
  }
  return true;
}

/** Traces the prepared grid. (left, top): world place of the first value. Returns false when memory ends. */
export function traceGrid(width: i32, height: i32, originX: f64, originY: f64, cellSize: f64): bool {
  gridWidth = width;
  left = originX;
  top = originY;
  cell = cellSize;
  startLevels();
  const wide = <i64>width + 16;
  layFrom(valuesAt);
  lay(<i64>width * <i64>height, 4);
  ranksAbove = lay(wide, 4);
  ranksBelow = lay(wide, 4);
  edgesAbove = lay(wide, 4);
  edgesBelow = lay(wide, 4);
  const nodes = laidEnd();
  if (!hold()) return false;
  resetNodes(nodes);
  rankRow(0, ranksAbove);
  if (!crossRow(0, ranksAbove, edgesAbove)) return false;
  for (let row = 1; row < height; row++) {
    rankRow(row, ranksBelow);
    if (!crossRow(row, ranksBelow, edgesBelow)) return false;
    if (!traceRow(row)) return false;
    let swap = ranksAbove;
    ranksAbove = ranksBelow;
    ranksBelow = swap;
    swap = edgesAbove;
    edgesAbove = edgesBelow;
    edgesBelow = swap;
  }
  return joinSegments();
}

/** Links the segments of the cells between the row above and `row`, making the nodes of their vertical edges. */
function traceRow(row: i32): bool {
  let column = 0;
  /** First node and lowest level of the vertical edge on the left of `column`; made when a cell needs it. */
  let edgeColumn = -1;
  let edgeNode = 0;
  while (column < gridWidth - 1) {
    if (column + 8 < gridWidth) {
      const above = ranksAbove + (<usize>column << 1);
      const below = ranksBelow + (<usize>column << 1);
      const a = v128.load(above);
      const same = v128.and(
        i16x8.eq(a, v128.load(above, 2)),
        v128.and(i16x8.eq(a, v128.load(below)), i16x8.eq(a, v128.load(below, 2))),
      );
      const different = ~i16x8.bitmask(same) & 0xff;
      if (different == 0) {
        column += 8;
        continue;
      }
      column += ctz(different);
    }
    const nw = rankAt(ranksAbove, column);
    const ne = rankAt(ranksAbove, column + 1);
    const sw = rankAt(ranksBelow, column);
    const se = rankAt(ranksBelow, column + 1);
    if (edgeColumn != column) edgeNode = crossColumn(row, column, nw, sw);
    const rightNode = crossColumn(row, column + 1, ne, se);
    if (edgeNode < 0 || rightNode < 0) return false;
    edgeColumn = column + 1;
    const low = min(min(nw, ne), min(sw, se));
    const high = max(max(nw, ne), max(sw, se));
    if (low >= 0 && low != high) {
      traceCell(row, column, nw, ne, sw, se, low, high, edgeNode, rightNode);
    }
    edgeNode = rightNode;
    column++;
  }
  return true;
}

/** Makes the nodes of a vertical edge; returns the first one's number, −1 when memory ends. */
function crossColumn(row: i32, column: i32, above: i32, below: i32): i32 {
  const first = nodeCount();
  if (above == below || above < 0 || below < 0) return first;
  const low = min(above, below);
  const high = max(above, below);
  if (!growNodes(high - low)) return -1;
  const za = value(row - 1, column);
  const zb = value(row, column);
  const x = left + <f64>column * cell;
  const y = top - <f64>(row - 1) * cell;
  const perHeight = cell / (zb - za);
  for (let k = low; k < high; k++) pushNode(x, y - (level(k) - za) * perHeight, k);
  return first;
}

/**
 * Links the crossings of one cell, level by level, with higher ground on the left of each segment. On a saddle
 * (opposite corners above) the mean of the four corners decides: at or above the level, the high corners are
 * joined, below it the low ones.
 */
function traceCell(
  row: i32, column: i32, nw: i32, ne: i32, sw: i32, se: i32, low: i32, high: i32, westFirst: i32, eastFirst: i32,
): void {
  const north = load<i32>(edgesAbove + (<usize>column << 2)) - min(nw, ne);
  const south = load<i32>(edgesBelow + (<usize>column << 2)) - min(sw, se);
  const west = westFirst - min(nw, sw);
  const east = eastFirst - min(ne, se);
  for (let k = low; k < high; k++) {
    const corners = (<i32>(nw > k) << 3) | (<i32>(ne > k) << 2) | (<i32>(se > k) << 1) | <i32>(sw > k);
    switch (corners) {
      case 1: link(south + k, west + k); break;
      case 2: link(east + k, south + k); break;
      case 3: link(east + k, west + k); break;
      case 4: link(north + k, east + k); break;
      case 6: link(north + k, south + k); break;
      case 7: link(north + k, west + k); break;
      case 8: link(west + k, north + k); break;
      case 9: link(south + k, north + k); break;
      case 11: link(east + k, north + k); break;
      case 12: link(west + k, east + k); break;
      case 13: link(south + k, east + k); break;
      case 14: link(west + k, south + k); break;
      default: {
        const mean =
          0.25 * (value(row - 1, column) + value(row - 1, column + 1) + value(row, column) + value(row, column + 1));
        const joinsHigh = mean >= level(k);
        if (corners == 5) {
          // North-east and south-west above.
          if (joinsHigh) {
            link(north + k, west + k);
            link(south + k, east + k);
          } else {
            link(south + k, west + k);
            link(north + k, east + k);
          }
        } else if (joinsHigh) {
          // North-west and south-east above.
          link(east + k, north + k);
          link(west + k, south + k);
        } else {
          link(west + k, north + k);
          link(east + k, south + k);
        }
      }
    }
  }
}

let tinPointsAt: usize = 0;
let tinTrianglesAt: usize = 0;
let tinTwinsAt: usize = 0;
let tinPointTotal: i32 = 0;
let tinTriangleTotal: i32 = 0;

/** Room for a TIN: xyz f64, then its triangles u32, then its half-edges i32; returns the first, 0 when memory ends. */
export function prepareTin(points: i32, triangles: i32): usize {
  tinPointTotal = points;
  tinTriangleTotal = triangles;
  layFrom(free);
  tinPointsAt = lay(points, 24);
  tinTrianglesAt = lay(triangles, 12);
  tinTwinsAt = lay(triangles, 12);
  return hold() ? tinPointsAt : 0;
}

export function tinTriangles(): usize {
  return tinTrianglesAt;
}

export function tinHalfedges(): usize {
  return tinTwinsAt;
}

/** Traces the prepared TIN. Returns false when memory ends. */
export function traceTin(): bool {
  startLevels();
  layFrom(tinTwinsAt);
  lay(tinTriangleTotal, 12);
  const ranks = lay(tinPointTotal, 4);
  const edges = lay(tinTriangleTotal, 12);
  const nodes = laidEnd();
  if (!hold()) return false;
  resetNodes(nodes);
  for (let i = 0; i < tinPointTotal; i++) {
    const z = load<f64>(tinPointsAt + <usize>i * 24, 16);
    store<i32>(ranks + (<usize>i << 2), z == z ? rank(z) : missing);
  }
  for (let t = 0; t < tinTriangleTotal; t++) {
    const triangle = tinTrianglesAt + <usize>t * 12;
    const a = load<i32>(ranks + (<usize>load<u32>(triangle) << 2));
    const b = load<i32>(ranks + (<usize>load<u32>(triangle, 4) << 2));
    const c = load<i32>(ranks + (<usize>load<u32>(triangle, 8) << 2));
    const low = min(a, min(b, c));
    const high = max(a, max(b, c));
    if (low == high || low < 0) continue;
    const ab = crossEdge(t, 0, 1, a, b, edges);
    const bc = crossEdge(t, 1, 2, b, c, edges);
    const ca = crossEdge(t, 2, 0, c, a, edges);
    if (ranOut()) return false;
    for (let k = low; k < high; k++) traceTriangle(a > k, b > k, c > k, ab + k, bc + k, ca + k);
  }
  return joinSegments();
}

/**
 * Makes the nodes of a triangle's edge, or finds those that its neighbour made; returns the number that the
 * crossing of level 0 would have. Neighbours' places are noted at the half-edge they will come from.
 */
function crossEdge(t: i32, from: i32, to: i32, a: i32, b: i32, edges: usize): i32 {
  const edge = t * 3 + from;
  const twin = load<i32>(tinTwinsAt + (<usize>edge << 2));
  const low = min(a, b);
  const high = max(a, b);
  if (twin >= 0 && twin / 3 < t && isLive(twin / 3, edges)) return load<i32>(edges + (<usize>edge << 2)) - low;
  const first = nodeCount();
  if (twin >= 0) store<i32>(edges + (<usize>twin << 2), first);
  if (low == high || !growNodes(high - low)) return first - low;
  const triangle = tinTrianglesAt + <usize>t * 12;
  let p = load<u32>(triangle + (<usize>from << 2));
  let q = load<u32>(triangle + (<usize>to << 2));
  if (p > q) {
    const swap = p;
    p = q;
    q = swap;
  }
  const pAt = tinPointsAt + <usize>p * 24;
  const qAt = tinPointsAt + <usize>q * 24;
  const x = load<f64>(pAt);
  const y = load<f64>(pAt, 8);
  const z = load<f64>(pAt, 16);
  const dx = load<f64>(qAt) - x;
  const dy = load<f64>(qAt, 8) - y;
  const dz = load<f64>(qAt, 16) - z;
  for (let k = low; k < high; k++) {
    const fraction = (level(k) - z) / dz;
    pushNode(x + fraction * dx, y + fraction * dy, k);
  }
  return first - low;
}

/** True when a triangle was traced: it has heights at all corners and a level between them. */
function isLive(t: i32, edges: usize): bool {
  const ranks = align(tinTwinsAt + <usize>tinTriangleTotal * 12);
  const triangle = tinTrianglesAt + <usize>t * 12;
  const a = load<i32>(ranks + (<usize>load<u32>(triangle) << 2));
  const b = load<i32>(ranks + (<usize>load<u32>(triangle, 4) << 2));
  const c = load<i32>(ranks + (<usize>load<u32>(triangle, 8) << 2));
  return min(a, min(b, c)) >= 0 && (a != b || b != c);
}

/** Links the crossing of one level in a counter-clockwise triangle, higher ground on the left. */
function traceTriangle(a: bool, b: bool, c: bool, ab: i32, bc: i32, ca: i32): void {
  const corners = (<i32>a << 2) | (<i32>b << 1) | <i32>c;
  switch (corners) {
    case 4: link(ab, ca); break;
    case 3: link(ca, ab); break;
    case 2: link(bc, ab); break;
    case 5: link(ab, bc); break;
    case 1: link(ca, bc); break;
    case 6: link(bc, ca); break;
  }
}

export function lines(): usize {
  return lineList();
}

export function lineTotal(): i32 {
  return lineCount();
}

export function coordinates(): usize {
  return coordinateList();
}

export function coordinateTotal(): i32 {
  return coordinateCount();
}
