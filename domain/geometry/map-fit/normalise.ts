import type { PlaneMap } from './plane-map.ts';

export type Place = readonly [x: number, y: number];

/** Places moved to their centroid and scaled to a mean distance of √2 from it. */
export interface Normalised {
  readonly places: readonly Place[];
  /** From given to normalised places, and back. */
  readonly to: PlaneMap;
  readonly from: PlaneMap;
  /** Ratio of the places' extents across and along their main direction, 0 to 1: 0 where they lie in one line. */
  readonly breadth: number;
}

/**
 * Normalises places for a well-conditioned adjustment (R. Hartley and A. Zisserman, Multiple View Geometry, 2nd
 * edition, 2003, section 4.4.4). Null where they all coincide.
 */
export function normalise(given: readonly Place[]): Normalised | null {
  const count = given.length;
  const [x0, y0] = given[0] ?? [0, 0];
  // Relative to the first one: coordinates of a million metres keep their last digits.
  let [sumX, sumY] = [0, 0];
  for (const [x, y] of given) [sumX, sumY] = [sumX + (x - x0), sumY + (y - y0)];
  const [cx, cy] = [x0 + sumX / count, y0 + sumY / count];
  const centred = given.map(([x, y]): Place => [x - cx, y - cy]);
  const mean = centred.reduce((sum, [x, y]) => sum + Math.hypot(x, y), 0) / count;
  const scale = Math.SQRT2 / mean;
  const size = Math.max(Math.abs(cx), Math.abs(cy));
  if (!Number.isFinite(scale) || mean <= 1e-14 * size) return null;
  const places = centred.map(([x, y]): Place => [x * scale, y * scale]);
  return {
    places,
    to: [scale, 0, -cx * scale, 0, scale, -cy * scale, 0, 0, 1],
    from: [1 / scale, 0, cx, 0, 1 / scale, cy, 0, 0, 1],
    breadth: breadthOf(places),
  };
}

/** Square root of the ratio of the eigenvalues of the places' scatter. */
function breadthOf(places: readonly Place[]): number {
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of places) [xx, xy, yy] = [xx + x * x, xy + x * y, yy + y * y];
  const root = Math.hypot(xx - yy, 2 * xy);
  const [large, small] = [xx + yy + root, xx + yy - root];
  return Math.sqrt(Math.max(0, small) / large);
}
