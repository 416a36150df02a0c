import type { Rect } from '../grid/grid.ts';

/** A triangulated surface in memory. */
export interface Tin {
  /** Float64Array, xyz per point, length 3n, project CRS. Borrowed by readers. */
  readonly points: Float64Array;
  /** Uint32Array, three point indices a triangle, length 3t, counter-clockwise seen from above. */
  readonly triangles: Uint32Array;
  /**
   * Int32Array, length 3t: the half-edge opposite to each (half-edge e runs from `triangles[e]` to
   * `triangles[nextHalfedge(e)]`), −1 on the hull.
   */
  readonly halfedges?: Int32Array;
}

/** The half-edge after `edge` in its triangle. */
export function nextHalfedge(edge: number): number {
  return edge % 3 === 2 ? edge - 2 : edge + 1;
}

/** The half-edge before `edge` in its triangle. */
export function previousHalfedge(edge: number): number {
  return edge % 3 === 0 ? edge + 2 : edge - 1;
}

/** Number of triangles. */
export function triangleCount(tin: Tin): number {
  return tin.triangles.length / 3;
}

/** Plan bounds of the points that triangles use; NaN bounds for a TIN without triangles. */
export function tinRect(tin: Tin): Rect {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (const index of tin.triangles) {
    const x = tin.points[3 * index]!;
    const y = tin.points[3 * index + 1]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  if (minX > maxX) return { minX: Number.NaN, minY: Number.NaN, maxX: Number.NaN, maxY: Number.NaN };
  return { minX, minY, maxX, maxY };
}

/**
 * Half-edge twins of any triangle list by sorting edges, O(t) expected. An edge used by more than two
 * triangles, or twice in the same direction, is left without a twin.
 */
export function linkHalfedges(triangles: Uint32Array, pointCount: number): Int32Array {
  const halfedges = new Int32Array(triangles.length).fill(-1);
  const head = new Int32Array(pointCount).fill(-1);
  const chain = new Int32Array(triangles.length).fill(-1);
  for (let edge = 0; edge < triangles.length; edge++) {
    const from = triangles[edge]!;
    chain[edge] = head[from]!;
    head[from] = edge;
  }
  for (let edge = 0; edge < triangles.length; edge++) {
    if (halfedges[edge] !== -1) continue;
    const from = triangles[edge]!;
    const to = triangles[nextHalfedge(edge)]!;
    for (let other = head[to]!; other !== -1; other = chain[other]!) {
      if (halfedges[other] === -1 && triangles[nextHalfedge(other)] === from) {
        halfedges[edge] = other;
        halfedges[other] = edge;
        break;
      }
    }
  }
  return halfedges;
}
