/**
 * Affine map from pixel corners to the CRS in GDAL's order `[x0, dx/dcol, dx/drow, y0, dy/dcol, dy/drow]`:
 * (0, 0) is the outer corner of the first pixel.
 */
export type GeoTransform = readonly [number, number, number, number, number, number];

/** A place to its pixel by an affine map. Null where the map cannot be turned round. */
export function invertGeoTransform([x0, a, b, y0, c, d]: GeoTransform): GeoTransform | null {
  const det = a * d - b * c;
  if (det === 0 || !Number.isFinite(det)) return null;
  return [(b * y0 - d * x0) / det, d / det, -b / det, (c * x0 - a * y0) / det, -c / det, a / det];
}

/** Maps a place: x' = x0 + a·x + b·y, y' = y0 + c·x + d·y. */
export function applyGeoTransform(
  [x0, a, b, y0, c, d]: GeoTransform,
  x: number,
  y: number,
): [number, number] {
  return [x0 + a * x + b * y, y0 + c * x + d * y];
}

/** Signed area that a unit square is mapped to. */
export function determinantOf([, a, b, , c, d]: GeoTransform): number {
  return a * d - b * c;
}

/** The map that applies `inner`, then `outer`. */
export function composeGeoTransforms(outer: GeoTransform, inner: GeoTransform): GeoTransform {
  const [, a, b, , c, d] = inner;
  const [x0, y0] = applyGeoTransform(outer, inner[0], inner[3]);
  const [, oa, ob, , oc, od] = outer;
  return [x0, oa * a + ob * c, oa * b + ob * d, y0, oc * a + od * c, oc * b + od * d];
}
