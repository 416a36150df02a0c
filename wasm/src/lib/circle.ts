/** Circles whose corner opposite the longest edge is flatter than this (as 1 / sine) count as going anywhere. */
const flattest: f64 = 1e6;
/** More than what rounding moves the circle of a triangle that is not so flat, in radii. */
const roundingShare: f64 = 1e-6;

// @ts-ignore: decorator
@inline
function squaredLength(a: usize, b: usize): f64 {
  const dx = load<f64>(a) - load<f64>(b);
  const dy = load<f64>(a, 8) - load<f64>(b, 8);
  return dx * dx + dy * dy;
}

/** True where the circle through three points lies within a rectangle for certain; false also where that is not sure. */
export function isCircleWithin(a: usize, b: usize, c: usize, minX: f64, minY: f64, maxX: f64, maxY: f64): bool {
  const ab = squaredLength(a, b);
  const bc = squaredLength(b, c);
  const ca = squaredLength(c, a);
  let from = a;
  let p = b;
  let q = c;
  if (ab > bc && ab >= ca) {
    from = c;
    p = a;
    q = b;
  } else if (ca > bc) {
    from = b;
    p = c;
    q = a;
  }
  const x = load<f64>(from);
  const y = load<f64>(from, 8);
  const px = load<f64>(p) - x;
  const py = load<f64>(p, 8) - y;
  const qx = load<f64>(q) - x;
  const qy = load<f64>(q, 8) - y;
  const determinant = px * qy - py * qx;
  if (!(abs(px * qy) + abs(py * qx) <= flattest * abs(determinant))) return false;
  const pp = px * px + py * py;
  const qq = qx * qx + qy * qy;
  const ux = (qy * pp - py * qq) / (2 * determinant);
  const uy = (px * qq - qx * pp) / (2 * determinant);
  const reach = sqrt(ux * ux + uy * uy) * (1 + roundingShare);
  return x + ux - reach >= minX && x + ux + reach <= maxX && y + uy - reach >= minY && y + uy + reach <= maxY;
}
