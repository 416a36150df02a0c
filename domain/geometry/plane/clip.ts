/** A convex polygon in plan as x, y in turn. */
export type FlatPolygon = number[];

/**
 * The part of a convex polygon on the left of the line through p and q (Sutherland and Hodgman 1974);
 * places on the line are kept.
 */
export function clipLeft(polygon: FlatPolygon, px: number, py: number, qx: number, qy: number): FlatPolygon {
  const kept: FlatPolygon = [];
  const ex = qx - px;
  const ey = qy - py;
  const side = (x: number, y: number) => ex * (y - py) - ey * (x - px);
  let lastX = polygon[polygon.length - 2] ?? 0;
  let lastY = polygon[polygon.length - 1] ?? 0;
  let lastSide = side(lastX, lastY);
  for (let i = 0; i < polygon.length; i += 2) {
    const x = polygon[i]!;
    const y = polygon[i + 1]!;
    const here = side(x, y);
    if ((here > 0 && lastSide < 0) || (here < 0 && lastSide > 0)) {
      const share = lastSide / (lastSide - here);
      kept.push(lastX + share * (x - lastX), lastY + share * (y - lastY));
    }
    if (here >= 0) kept.push(x, y);
    lastX = x;
    lastY = y;
    lastSide = here;
  }
  return kept;
}

/** The part of a convex polygon inside a counter-clockwise triangle given as six numbers. */
export function clipToTriangle(polygon: FlatPolygon, triangle: readonly number[]): FlatPolygon {
  const [ax, ay, bx, by, cx, cy] = triangle as [number, number, number, number, number, number];
  let part = clipLeft(polygon, ax, ay, bx, by);
  if (part.length >= 6) part = clipLeft(part, bx, by, cx, cy);
  if (part.length >= 6) part = clipLeft(part, cx, cy, ax, ay);
  return part.length >= 6 ? part : [];
}

/** A height that is linear in plan: z + gx·x + gy·y. */
export interface LinearHeight {
  readonly z: number;
  readonly gx: number;
  readonly gy: number;
}

/** Calls with every fan triangle of a convex counter-clockwise polygon: its plan area and corner heights. */
export function forEachFan(
  polygon: FlatPolygon,
  height: LinearHeight,
  use: (area: number, p: number, q: number, r: number) => void,
): void {
  const at = (i: number) => height.z + height.gx * polygon[i]! + height.gy * polygon[i + 1]!;
  const x = polygon[0]!;
  const y = polygon[1]!;
  for (let i = 2; i < polygon.length - 2; i += 2) {
    const ux = polygon[i]! - x;
    const uy = polygon[i + 1]! - y;
    const vx = polygon[i + 2]! - x;
    const vy = polygon[i + 3]! - y;
    const area = (ux * vy - uy * vx) / 2;
    if (area > 0) use(area, at(0), at(i), at(i + 2));
  }
}
