import { bulgeThrough } from '../../geometry/plane/bulge.ts';

/** A place, xyz; z is NaN where it has no elevation. */
export type Place = readonly [x: number, y: number, z: number];

/** Geometry of a drawn shape; bulges as in `DrawingFeature`. */
export interface DrawnShape {
  readonly kind: 'point' | 'polyline' | 'polygon';
  readonly coordinates: readonly number[];
  readonly bulges?: readonly number[];
}

/** A circle in two half circles, level with its centre; null without a radius. */
export function circleAbout([x, y, z]: Place, on: Place): DrawnShape | null {
  const radius = Math.hypot(on[0] - x, on[1] - y);
  if (!(radius > 0)) return null;
  return { kind: 'polygon', coordinates: [x - radius, y, z, x + radius, y, z], bulges: [1, 1] };
}

/** The circle through three places in two arcs between the first and the last, with their elevations; null in a line. */
export function circleThrough(a: Place, b: Place, c: Place): DrawnShape | null {
  const bulge = bulgeThrough([a[0], a[1]], [b[0], b[1]], [c[0], c[1]]);
  if (bulge === 0 || !Number.isFinite(bulge)) return null;
  // The rest of a circle turns by what is left of a whole turn: tan((2π − θ) / 4) = 1 / tan(θ / 4).
  return { kind: 'polygon', coordinates: [...a, ...c], bulges: [bulge, 1 / bulge] };
}

/** The arc from the first place to the second through a third one; null in a line. */
export function arcThrough(start: Place, end: Place, through: Place): DrawnShape | null {
  const bulge = bulgeThrough([start[0], start[1]], [through[0], through[1]], [end[0], end[1]]);
  if (bulge === 0 || !Number.isFinite(bulge)) return null;
  return { kind: 'polyline', coordinates: [...start, ...end], bulges: [bulge, 0] };
}

/** Bulge of the arc of at most half a circle between two places; a positive radius turns right. Null where it is too short. */
export function bulgeOfRadius([x0, y0]: Place, [x1, y1]: Place, radius: number): number | null {
  const half = Math.hypot(x1 - x0, y1 - y0) / 2;
  const ratio = half / Math.abs(radius);
  if (!(half > 0) || !(ratio <= 1 + 1e-9)) return null;
  return -Math.sign(radius) * Math.tan(Math.asin(Math.min(1, ratio)) / 2);
}

/** A rectangle along the axes by two opposite corners, each side to the north or south with the elevation of its corner. */
export function rectangleByCorners([x0, y0, z0]: Place, [x1, y1, z1]: Place): DrawnShape | null {
  if (x0 === x1 || y0 === y1) return null;
  return { kind: 'polygon', coordinates: [x0, y0, z0, x1, y0, z0, x1, y1, z1, x0, y1, z1] };
}

/** A rectangle by a side and a place on the side opposite, level across; null without a length or a width. */
export function rectangleBySide(a: Place, b: Place, opposite: Place): DrawnShape | null {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const squared = dx * dx + dy * dy;
  const share = ((opposite[0] - a[0]) * -dy + (opposite[1] - a[1]) * dx) / squared;
  if (!(squared > 0) || share === 0) return null;
  const [wx, wy] = [-dy * share, dx * share];
  return {
    kind: 'polygon',
    coordinates: [...a, ...b, b[0] + wx, b[1] + wy, b[2], a[0] + wx, a[1] + wy, a[2]],
  };
}
