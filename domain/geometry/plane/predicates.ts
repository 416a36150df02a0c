import { incircle, orient2d } from 'robust-predicates';

/** Above 0 when a, b, c turn counter-clockwise (y up), below 0 clockwise, 0 when on one line; the sign is exact. */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return -orient2d(ax, ay, bx, by, cx, cy);
}

/** Above 0 when d is inside the circle through the counter-clockwise a, b, c, 0 on it; the sign is exact. */
export function inCircle(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): number {
  return incircle(ax, ay, bx, by, cx, cy, dx, dy);
}

/** `orientation` of three points of an array of coordinates, each given by the index of its x, y next to it. */
export function orientationAt(points: Float64Array, a: number, b: number, c: number): number {
  return orientation(points[a]!, points[a + 1]!, points[b]!, points[b + 1]!, points[c]!, points[c + 1]!);
}

/** `inCircle` of points given as in `orientationAt`. */
export function inCircleAt(points: Float64Array, a: number, b: number, c: number, d: number): number {
  return inCircle(
    points[a]!,
    points[a + 1]!,
    points[b]!,
    points[b + 1]!,
    points[c]!,
    points[c + 1]!,
    points[d]!,
    points[d + 1]!,
  );
}
