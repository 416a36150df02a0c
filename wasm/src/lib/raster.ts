/**
 * Linear interpolation of a TIN at the centres of grid cells by scan conversion. A centre on an edge or a corner
 * belongs to every triangle there, and an edge's crossing with a row is computed from its upper end whichever
 * triangle asks, so no centre between two triangles is missed. Columns and rows are those of the whole grid, of which
 * only a window is written: a height is made from the triangle and the grid alone, bit by bit, whatever the window, the
 * order of corners and that of triangles.
 */

/** How far a triangle counts as near a cell's centre, in cells: more than what rounding and `snap` move. */
const nearness: f64 = 1e-5;

let gridX: f64 = 0;
let gridY: f64 = 0;
let cellsPerUnit: f64 = 1;
let left: i32 = 0;
let top: i32 = 0;
let width: i32 = 0;
let height: i32 = 0;

/** Sets the grid (centre of its first cell, edge of a cell) and the window that is written. */
export function setWindow(
  originX: f64, originY: f64, cellSize: f64, firstColumn: i32, firstRow: i32, columns: i32, rows: i32,
): void {
  gridX = originX;
  gridY = originY;
  cellsPerUnit = 1 / cellSize;
  left = firstColumn;
  top = firstRow;
  width = columns;
  height = rows;
}

/** Column at which the edge from (ua, va) down to (ub, vb) crosses row v. */
// @ts-ignore: decorator
@inline
function crossing(ua: f64, va: f64, ub: f64, vb: f64, v: f64): f64 {
  return v >= vb ? ub : v <= va ? ua : ua + ((v - va) * (ub - ua)) / (vb - va);
}

/** Puts a corner within a millionth of a cell of a centre line onto it, so that rounding loses no hull centre. */
// @ts-ignore: decorator
@inline
function snap(value: f64): f64 {
  const whole = nearest(value);
  return abs(value - whole) < 1e-6 ? whole : value;
}

/** Column of a corner in the whole grid. */
// @ts-ignore: decorator
@inline
function columnOf(corner: usize): f64 {
  return snap((load<f64>(corner) - gridX) * cellsPerUnit);
}

/** Row of a corner in the whole grid. */
// @ts-ignore: decorator
@inline
function rowOf(corner: usize): f64 {
  return snap((gridY - load<f64>(corner, 8)) * cellsPerUnit);
}

/**
 * Writes the heights of one triangle to the cells whose centres it covers, and which have no greater one.
 * @param a addresses of xyz points
 * @param cells f32, those of the window
 * @param wanted a byte a cell, 0 leaves it out
 */
export function rasterTriangle(a: usize, b: usize, c: usize, cells: usize, wanted: usize): void {
  let ua = columnOf(a);
  let va = rowOf(a);
  let ub = columnOf(b);
  let vb = rowOf(b);
  let uc = columnOf(c);
  let vc = rowOf(c);
  const firstRow = ceil(max(<f64>top, min(va, min(vb, vc))));
  const lastRow = floor(min(<f64>(top + height - 1), max(va, max(vb, vc))));
  const firstColumn = ceil(max(<f64>left, min(ua, min(ub, uc))));
  const lastColumn = floor(min(<f64>(left + width - 1), max(ua, max(ub, uc))));
  if (firstRow > lastRow || firstColumn > lastColumn) return;
  let za = load<f64>(a, 16);
  let zb = load<f64>(b, 16);
  let zc = load<f64>(c, 16);
  let swap: f64;
  if (vb < va || (vb == va && ub < ua)) {
    swap = ua; ua = ub; ub = swap;
    swap = va; va = vb; vb = swap;
    swap = za; za = zb; zb = swap;
  }
  if (vc < vb || (vc == vb && uc < ub)) {
    swap = ub; ub = uc; uc = swap;
    swap = vb; vb = vc; vc = swap;
    swap = zb; zb = zc; zc = swap;
    if (vb < va || (vb == va && ub < ua)) {
      swap = ua; ua = ub; ub = swap;
      swap = va; va = vb; vb = swap;
      swap = za; za = zb; zb = swap;
    }
  }
  const determinant = (ub - ua) * (vc - va) - (uc - ua) * (vb - va);
  if (determinant == 0) return;
  const slopeU = ((zb - za) * (vc - va) - (zc - za) * (vb - va)) / determinant;
  const slopeV = ((ub - ua) * (zc - za) - (uc - ua) * (zb - za)) / determinant;
  const low = min(za, min(zb, zc));
  const high = max(za, max(zb, zc));
  for (let v = firstRow; v <= lastRow; v += 1) {
    const long = crossing(ua, va, uc, vc, v);
    const short = v <= vb ? crossing(ua, va, ub, vb, v) : crossing(ub, vb, uc, vc, v);
    const from = max(firstColumn, ceil(min(long, short)));
    const to = min(lastColumn, floor(max(long, short)));
    const row = (<isize>v - top) * width - left;
    for (let u = from; u <= to; u += 1) {
      const at = <usize>(row + <isize>u);
      if (load<u8>(wanted + at) == 0) continue;
      const z = <f32>max(low, min(high, za + (u - ua) * slopeU + (v - va) * slopeV));
      const cell = cells + (at << 2);
      if (!(load<f32>(cell) >= z)) store<f32>(cell, z);
    }
  }
}

let bandLow: f64 = 0;
let bandHigh: f64 = 0;

/** Widens the band by what of an edge lies between two rows; each end's crossing is reckoned from the nearer corner. */
function widenBy(ua: f64, va: f64, ub: f64, vb: f64, above: f64, below: f64): void {
  if (va > vb) {
    widenBy(ub, vb, ua, va, above, below);
    return;
  }
  if (vb < above || va > below) return;
  const p = near(ua, va, ub, vb, max(va, above));
  const q = near(ua, va, ub, vb, min(vb, below));
  bandLow = min(bandLow, min(p, q));
  bandHigh = max(bandHigh, max(p, q));
}

/** As `crossing`, for corners of which one may be very far away. */
// @ts-ignore: decorator
@inline
function near(ua: f64, va: f64, ub: f64, vb: f64, v: f64): f64 {
  return v - va <= vb - v ? crossing(ua, va, ub, vb, v) : v >= vb ? ub : ub - ((vb - v) * (ub - ua)) / (vb - va);
}

/**
 * True where a triangle covers, or nearly touches, the centre of a wanted cell of the window.
 * @param wanted a byte a cell, not 0 where it is wanted
 * @param mark what wanted cells there are set to; 0: they are left as they are, and the first decides
 */
export function touchesCells(a: usize, b: usize, c: usize, wanted: usize, mark: u8): bool {
  const ua = columnOf(a);
  const va = rowOf(a);
  const ub = columnOf(b);
  const vb = rowOf(b);
  const uc = columnOf(c);
  const vc = rowOf(c);
  const firstRow = ceil(max(<f64>top, min(va, min(vb, vc)) - nearness));
  const lastRow = floor(min(<f64>(top + height - 1), max(va, max(vb, vc)) + nearness));
  const firstColumn = ceil(max(<f64>left, min(ua, min(ub, uc)) - nearness));
  const lastColumn = floor(min(<f64>(left + width - 1), max(ua, max(ub, uc)) + nearness));
  if (firstRow > lastRow || firstColumn > lastColumn) return false;
  let isTouched = false;
  for (let v = firstRow; v <= lastRow; v += 1) {
    bandLow = Infinity;
    bandHigh = -Infinity;
    widenBy(ua, va, ub, vb, v - nearness, v + nearness);
    widenBy(ub, vb, uc, vc, v - nearness, v + nearness);
    widenBy(uc, vc, ua, va, v - nearness, v + nearness);
    const from = max(firstColumn, ceil(bandLow - nearness));
    const to = min(lastColumn, floor(bandHigh + nearness));
    const row = (<isize>v - top) * width - left;
    for (let u = from; u <= to; u += 1) {
      const cell = wanted + <usize>(row + <isize>u);
      if (load<u8>(cell) == 0) continue;
      if (mark == 0) return true;
      store<u8>(cell, mark);
      isTouched = true;
    }
  }
  return isTouched;
}
