import type { GeoTransform } from '../plane/affine.ts';

/**
 * Projective map of a plane, row-major: x' = (m0 x + m1 y + m2) / w, y' = (m3 x + m4 y + m5) / w,
 * w = m6 x + m7 y + m8. Maps that differ by a factor are equal.
 */
export type PlaneMap = readonly [number, number, number, number, number, number, number, number, number];

type Place = readonly [x: number, y: number];

/** The divisor w at a place; its sign changes along the line that the map sends to infinity. */
export function planeMapDivisor(map: PlaneMap, x: number, y: number): number {
  return map[6] * x + map[7] * y + map[8];
}

/** Maps a place; not finite on the line that is sent to infinity. */
export function applyPlaneMap(map: PlaneMap, x: number, y: number): [number, number] {
  const w = planeMapDivisor(map, x, y);
  return [(map[0] * x + map[1] * y + map[2]) / w, (map[3] * x + map[4] * y + map[5]) / w];
}

/** The map that applies `inner`, then `outer`. */
export function composePlaneMaps(outer: PlaneMap, inner: PlaneMap): PlaneMap {
  const cell = (row: number, column: number) =>
    outer[3 * row]! * inner[column]! +
    outer[3 * row + 1]! * inner[3 + column]! +
    outer[3 * row + 2]! * inner[6 + column]!;
  return [
    cell(0, 0),
    cell(0, 1),
    cell(0, 2),
    cell(1, 0),
    cell(1, 1),
    cell(1, 2),
    cell(2, 0),
    cell(2, 1),
    cell(2, 2),
  ];
}

/** The opposite map, by the adjugate, scaled to a last element of 1 where that is not 0. Null where there is none. */
export function invertPlaneMap([a, b, c, d, e, f, g, h, i]: PlaneMap): PlaneMap | null {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const last = a * e - b * d;
  const scale = 1 / (last === 0 ? determinant : last);
  if (determinant === 0 || !Number.isFinite(determinant) || !Number.isFinite(scale)) return null;
  return [
    (e * i - f * h) * scale,
    (c * h - b * i) * scale,
    (b * f - c * e) * scale,
    (f * g - d * i) * scale,
    (a * i - c * g) * scale,
    (c * d - a * f) * scale,
    (d * h - e * g) * scale,
    (b * g - a * h) * scale,
    last * scale,
  ];
}

/** An affine map as a projective one. */
export function planeMapOf([x0, a, b, y0, c, d]: GeoTransform): PlaneMap {
  return [a, b, x0, c, d, y0, 0, 0, 1];
}

/** The affine map that a projective one is; null where it is none. */
export function geoTransformOf([a, b, x0, c, d, y0, g, h, i]: PlaneMap): GeoTransform | null {
  if (g !== 0 || h !== 0) return null;
  return [x0 / i, a / i, b / i, y0 / i, c / i, d / i];
}

/** Where the corners of a rectangle from (0, 0) go, in the order of its outline. */
export function mappedCorners(map: PlaneMap, width: number, height: number): Place[] {
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const;
  return corners.map(([x, y]) => applyPlaneMap(map, x, y));
}
