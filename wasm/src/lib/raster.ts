/**
 * Linear interpolation of a TIN at the centres of grid cells by scan conversion. A centre on an edge or a corner
 * belongs to every triangle there, and an edge's crossing with a row is computed from its upper end whichever
 * triangle asks, so no centre between two triangles is missed.
 */

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

/**
 * Writes the heights of one triangle to the cells whose centres it covers.
 * @param a addresses of xyz points
 */
export function rasterTriangle(
  a: usize, b: usize, c: usize, originX: f64, originY: f64, inverse: f64, width: i32, height: i32, cells: usize,
): void {
  let ua = snap((load<f64>(a) - originX) * inverse);
  let va = snap((originY - load<f64>(a, 8)) * inverse);
  let ub = snap((load<f64>(b) - originX) * inverse);
  let vb = snap((originY - load<f64>(b, 8)) * inverse);
  let uc = snap((load<f64>(c) - originX) * inverse);
  let vc = snap((originY - load<f64>(c, 8)) * inverse);
  const firstRow = ceil(max(0.0, min(va, min(vb, vc))));
  const lastRow = floor(min(<f64>(height - 1), max(va, max(vb, vc))));
  const firstColumn = ceil(max(0.0, min(ua, min(ub, uc))));
  const lastColumn = floor(min(<f64>(width - 1), max(ua, max(ub, uc))));
  if (firstRow > lastRow || firstColumn > lastColumn) return;
  const za = load<f64>(a, 16);
  const zb = load<f64>(b, 16);
  const zc = load<f64>(c, 16);
  const determinant = (ub - ua) * (vc - va) - (uc - ua) * (vb - va);
  if (determinant == 0) return;
  const slopeU = ((zb - za) * (vc - va) - (zc - za) * (vb - va)) / determinant;
  const slopeV = ((ub - ua) * (zc - za) - (uc - ua) * (zb - za)) / determinant;
  const low = min(za, min(zb, zc));
  const high = max(za, max(zb, zc));
  const u0 = ua;
  const v0 = va;
  let swap: f64;
  if (vb < va || (vb == va && ub < ua)) {
    swap = ua; ua = ub; ub = swap;
    swap = va; va = vb; vb = swap;
  }
  if (vc < vb || (vc == vb && uc < ub)) {
    swap = ub; ub = uc; uc = swap;
    swap = vb; vb = vc; vc = swap;
    if (vb < va || (vb == va && ub < ua)) {
      swap = ua; ua = ub; ub = swap;
      swap = va; va = vb; vb = swap;
    }
  }
  for (let v = firstRow; v <= lastRow; v += 1) {
    const long = crossing(ua, va, uc, vc, v);
    const short = v <= vb ? crossing(ua, va, ub, vb, v) : crossing(ub, vb, uc, vc, v);
    const from = max(firstColumn, ceil(min(long, short)));
    const to = min(lastColumn, floor(max(long, short)));
    let cell = cells + ((<usize>v * <usize>width + <usize>from) << 2);
    for (let u = from; u <= to; u += 1) {
      const z = za + (u - u0) * slopeU + (v - v0) * slopeV;
      store<f32>(cell, <f32>max(low, min(high, z)));
      cell += 4;
    }
  }
}
