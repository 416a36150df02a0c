/** The circle through three points, as seen from one of them; in the unit of the points. */
export interface Circumcircle {
  /** The point opposite the longest edge. */
  readonly x: number;
  readonly y: number;
  /** The centre from that point, and by how much it may be off in either direction. */
  readonly toX: number;
  readonly toY: number;
  readonly error: number;
}

/** Rounding of the centre in multiples of the flatness of the triangle; each step rounds by half of 2⁻⁵². */
const roundings = 64 * Number.EPSILON;

/** The circle through three points; of points on one line its error is infinite. */
export function circumcircle(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): Circumcircle {
  const [ab, bc, ca] = [
    Math.hypot(bx - ax, by - ay),
    Math.hypot(cx - bx, cy - by),
    Math.hypot(ax - cx, ay - cy),
  ];
  if (ab > bc && ab >= ca) return seenFrom(cx, cy, ax, ay, bx, by);
  if (ca > bc) return seenFrom(bx, by, cx, cy, ax, ay);
  return seenFrom(ax, ay, bx, by, cx, cy);
}

function seenFrom(x: number, y: number, ax: number, ay: number, bx: number, by: number): Circumcircle {
  const [px, py, qx, qy] = [ax - x, ay - y, bx - x, by - y];
  const determinant = px * qy - py * qx;
  const [pp, qq] = [px * px + py * py, qx * qx + qy * qy];
  const toX = (qy * pp - py * qq) / (2 * determinant);
  const toY = (px * qq - qx * pp) / (2 * determinant);
  const flatness = (Math.abs(px * qy) + Math.abs(py * qx)) / Math.abs(determinant);
  const error = roundings * flatness * Math.hypot(toX, toY);
  return { x, y, toX, toY, error: Number.isFinite(error) ? error : Infinity };
}

/**
 * False where a rectangle is certainly outside a circle, its rim included. A circle far larger than the distances
 * that count is judged by the power of the rectangle's nearest corner or side, which does not suffer from its size.
 */
export function mayMeet(
  circle: Circumcircle,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
): boolean {
  const { x, y, toX, toY, error } = circle;
  if (error === Infinity) return true;
  const dx = Math.min(Math.max(x + toX, minX), maxX) - x;
  const dy = Math.min(Math.max(y + toY, minY), maxY) - y;
  const power = 2 * (dx * toX + dy * toY) - (dx * dx + dy * dy);
  return power >= -(2 * (Math.abs(dx) + Math.abs(dy)) * error + error * error);
}
