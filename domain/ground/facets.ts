import type { Rect } from '../geometry/grid.ts';

/** A Delaunay triangulation of the vertices `order` of the points handed in; counter-clockwise triangles. */
export interface PlanTriangulation {
  readonly order: Uint32Array;
  readonly triangles: Uint32Array;
  readonly halfedges: Int32Array;
}

export type Triangulate = (xyz: Float64Array) => PlanTriangulation;

/** Corners are put this share of the extent outside, so that every point lies in a triangle. */
const cornerMargin = 0.2;

/** Height of the nearest in plan of the first `count` points. */
function heightNearest(points: Float64Array, count: number, x: number, y: number): number {
  let nearest = Infinity;
  let z = 0;
  for (let at = 0; at < count * 3; at += 3) {
    const dx = points[at]! - x;
    const dy = points[at + 1]! - y;
    const distance = dx * dx + dy * dy;
    if (distance >= nearest) continue;
    nearest = distance;
    z = points[at + 2]!;
  }
  return z;
}

/** The ground's points, then four around the bounds with the height of the ground nearest to each. */
function gather(xyz: Float64Array, ground: Uint32Array, bounds: Rect): Float64Array {
  const { minX, minY, maxX, maxY } = bounds;
  const margin = cornerMargin * Math.max(maxX - minX, maxY - minY) + 1;
  const points = new Float64Array((ground.length + 4) * 3);
  let to = 0;
  for (const index of ground) {
    points[to++] = xyz[index * 3]!;
    points[to++] = xyz[index * 3 + 1]!;
    points[to++] = xyz[index * 3 + 2]!;
  }
  for (const x of [minX - margin, maxX + margin]) {
    for (const y of [minY - margin, maxY + margin]) {
      points.set([x, y, heightNearest(points, ground.length, x, y)], to);
      to += 3;
    }
  }
  return points;
}

/** A facet by facet view of the surface through ground points. */
export interface Facets {
  /** The ground: indices of points. */
  readonly ground: Uint32Array;
  /** Three numbers a vertex: those of the ground in its order, then four corners around. */
  readonly points: Float64Array;
  readonly mesh: PlanTriangulation;
}

export function cornerOffset({ mesh }: Facets, halfedge: number): number {
  return mesh.order[mesh.triangles[halfedge]!]! * 3;
}

/** The triangle that holds a place, by walking from `start`; the place must lie inside the hull. */
function locate(facets: Facets, x: number, y: number, start: number): number {
  const { points, mesh } = facets;
  let triangle = start;
  for (let steps = mesh.triangles.length; steps > 0; steps--) {
    let next = -1;
    for (let k = 0; k < 3; k++) {
      const a = cornerOffset(facets, triangle * 3 + k);
      const b = cornerOffset(facets, triangle * 3 + ((k + 1) % 3));
      const side =
        (points[b]! - points[a]!) * (y - points[a + 1]!) -
        (points[b + 1]! - points[a + 1]!) * (x - points[a]!);
      const across = side < 0 ? mesh.halfedges[triangle * 3 + k]! : -1;
      if (across >= 0) {
        next = Math.floor(across / 3);
        break;
      }
    }
    if (next < 0) return triangle;
    triangle = next;
  }
  return triangle;
}

/** How a point lies to a facet: written for one point after another, read before the next. */
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

function measureFacet(
  facets: Facets,
  triangle: number,
  x: number,
  y: number,
  z: number,
  fit: FacetFit,
): void {
  const { points } = facets;
  const a = cornerOffset(facets, triangle * 3);
  const b = cornerOffset(facets, triangle * 3 + 1);
  const c = cornerOffset(facets, triangle * 3 + 2);
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

/** The indices of the entries that are set. */
function markedIndices(marks: Uint8Array): Uint32Array {
  let count = 0;
  for (let k = 0; k < marks.length; k++) if (marks[k] === 1) count++;
  const indices = new Uint32Array(count);
  for (let k = 0, at = 0; k < marks.length; k++) if (marks[k] === 1) indices[at++] = k;
  return indices;
}

/** Ground points as a surface that holds every candidate's place. */
export function surfaceOf(
  xyz: Float64Array,
  isGround: Uint8Array,
  bounds: Rect,
  triangulate: Triangulate,
): Facets {
  const ground = markedIndices(isGround);
  const points = gather(xyz, ground, bounds);
  return { ground, points, mesh: triangulate(points) };
}

/**
 * Calls `visit` with each of some points and how it lies to the facet below or above it.
 * @param indices of points, in an order where neighbours stand together
 */
export function visitPoints(
  xyz: Float64Array,
  indices: Uint32Array,
  facets: Facets,
  visit: (index: number, triangle: number, fit: Readonly<FacetFit>) => void,
): void {
  const fit: FacetFit = { distance: 0, sine: 0, edge: 0, slope: 0 };
  let triangle = 0;
  for (let k = 0; k < indices.length; k++) {
    const index = indices[k]!;
    const x = xyz[index * 3]!;
    const y = xyz[index * 3 + 1]!;
    triangle = locate(facets, x, y, triangle);
    measureFacet(facets, triangle, x, y, xyz[index * 3 + 2]!, fit);
    visit(index, triangle, fit);
  }
}
