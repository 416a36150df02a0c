/** Two convex rings of at most 16 places, x and y in f64: one is cut into the other and back. */
export const ring = memory.data(16 * 16);
export const spare = memory.data(16 * 16);

/**
 * Writes the part of the ring at `from` on the left of the line through p and q to `to` (Sutherland and Hodgman 1974);
 * returns its size.
 */
export function clipRing(from: usize, size: i32, to: usize, px: f64, py: f64, qx: f64, qy: f64): i32 {
  const ex = qx - px;
  const ey = qy - py;
  let kept = 0;
  let lastAt = from + (<usize>(size - 1) << 4);
  let lastX = load<f64>(lastAt);
  let lastY = load<f64>(lastAt, 8);
  let lastSide = ex * (lastY - py) - ey * (lastX - px);
  for (let i = 0; i < size; i++) {
    const at = from + (<usize>i << 4);
    const x = load<f64>(at);
    const y = load<f64>(at, 8);
    const side = ex * (y - py) - ey * (x - px);
    if ((side > 0 && lastSide < 0) || (side < 0 && lastSide > 0)) {
      const fraction = lastSide / (lastSide - side);
      store<f64>(to + (<usize>kept << 4), lastX + fraction * (x - lastX));
      store<f64>(to + (<usize>kept << 4), lastY + fraction * (y - lastY), 8);
      kept++;
    }
    if (side >= 0) {
      store<f64>(to + (<usize>kept << 4), x);
      store<f64>(to + (<usize>kept << 4), y, 8);
      kept++;
    }
    lastX = x;
    lastY = y;
    lastSide = side;
  }
  return kept;
}
