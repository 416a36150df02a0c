import { orientation } from '../geometry/plane/predicates.ts';

/** A Delaunay triangulation of the vertices `order` of the given points; counter-clockwise triangles. */
export interface PlanTriangulation {
  readonly order: Uint32Array;
  readonly triangles: Uint32Array;
  readonly halfedges: Int32Array;
}

export type Triangulate = (xyz: Float64Array) => PlanTriangulation;

/** The facets of a surface; half-edges 3k to 3k + 2 are those of facet k, counter-clockwise. */
export interface Facets {
  /** Three numbers per vertex. */
  readonly points: Float64Array;
  /** Offset in `points` of each half-edge's start vertex. */
  readonly corners: Int32Array;
  /** The opposite half-edge of each, −1 on the hull. */
  readonly halfedges: Int32Array;
}

/** Locates the facet that contains a point, by walking from `start`; the point must be inside the hull. */
export function locate({ points, corners, halfedges }: Facets, x: number, y: number, start: number): number {
  let facet = start;
  for (let steps = corners.length; steps > 0; steps--) {
    let next = -1;
    for (let k = 0; k < 3 && next < 0; k++) {
      const a = corners[facet * 3 + k]!;
      const b = corners[facet * 3 + (k === 2 ? 0 : k + 1)]!;
      if (orientation(points[a]!, points[a + 1]!, points[b]!, points[b + 1]!, x, y) < 0)
        next = halfedges[facet * 3 + k]!;
    }
    if (next < 0) return facet;
    facet = Math.floor(next / 3);
  }
  return facet;
}

/** Relation of a point to a facet; overwritten for each point. */
export interface FacetFit {
  /** Signed distance from the facet's plane, above is positive. */
  distance: number;
  /** Sine of the steepest angle to a corner. */
  sine: number;
  /** The facet's longest edge in plan. */
  edge: number;
  /** Rise over run of its plane. */
  slope: number;
}

export const createFit = (): FacetFit => ({ distance: 0, sine: 0, edge: 0, slope: 0 });

/** Measures the relation of a point to a facet. */
export function measureFacet(
  { points, corners }: Facets,
  facet: number,
  x: number,
  y: number,
  z: number,
  fit: FacetFit,
): void {
  const a = corners[facet * 3]!;
  const b = corners[facet * 3 + 1]!;
  const c = corners[facet * 3 + 2]!;
  const ux = points[b]! - points[a]!;
  const uy = points[b + 1]! - points[a + 1]!;
  const uz = points[b + 2]! - points[a + 2]!;
  const vx = points[c]! - points[a]!;
  const vy = points[c + 1]! - points[a + 1]!;
  const vz = points[c + 2]! - points[a + 2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const px = x - points[a]!;
  const py = y - points[a + 1]!;
  const pz = z - points[a + 2]!;
  fit.slope = Math.sqrt(nx * nx + ny * ny) / Math.abs(nz);
  fit.distance = (px * nx + py * ny + pz * nz) / Math.sqrt(nx * nx + ny * ny + nz * nz);
  const nearest = Math.min(
    px * px + py * py + pz * pz,
    (px - ux) ** 2 + (py - uy) ** 2 + (pz - uz) ** 2,
    (px - vx) ** 2 + (py - vy) ** 2 + (pz - vz) ** 2,
  );
  fit.sine = nearest > 0 ? Math.min(1, Math.abs(fit.distance) / Math.sqrt(nearest)) : 0;
  fit.edge = Math.sqrt(Math.max(ux * ux + uy * uy, vx * vx + vy * vy, (ux - vx) ** 2 + (uy - vy) ** 2));
}

/**
 * Calls `visit` with each point and its relation to the facet below or above it.
 * @param xyz three numbers per point, in spatial order
 */
export function visitPoints(
  xyz: Float64Array,
  facets: Facets,
  visit: (index: number, fit: Readonly<FacetFit>) => void,
): void {
  const fit = createFit();
  let facet = 0;
  for (let index = 0, at = 0; at < xyz.length; index++, at += 3) {
    facet = locate(facets, xyz[at]!, xyz[at + 1]!, facet);
    measureFacet(facets, facet, xyz[at]!, xyz[at + 1]!, xyz[at + 2]!, fit);
    visit(index, fit);
  }
}
