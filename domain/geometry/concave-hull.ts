import { nextHalfedge, type Tin } from './tin.ts';

/**
 * Marks the triangles inside the concave hull of a TIN: from the convex hull inwards, triangles behind an outer
 * edge longer than `maxEdge` in plan are taken away, so bays and gaps between parts open up while gaps inside
 * (ponds, buildings) stay filled. A form of the characteristic shape of Duckham et al. (2008) in which parts may
 * come apart. Linear time; the result does not depend on any order.
 * @returns Uint8Array, a byte a triangle, 1 inside
 */
export function concaveHullMask(tin: Required<Tin>, maxEdge: number): Uint8Array<ArrayBuffer> {
  const { points, triangles, halfedges } = tin;
  const mask = new Uint8Array(Math.floor(triangles.length / 3)).fill(1);
  const isLong = (edge: number) => {
    const a = 3 * triangles[edge]!;
    const b = 3 * triangles[nextHalfedge(edge)]!;
    return Math.hypot(points[b]! - points[a]!, points[b + 1]! - points[a + 1]!) > maxEdge;
  };
  const stack: number[] = [];
  for (let edge = 0; edge < halfedges.length; edge++) {
    if (halfedges[edge] === -1 && isLong(edge)) stack.push(edge);
  }
  while (stack.length > 0) {
    const triangle = Math.floor(stack.pop()! / 3);
    if (mask[triangle] === 0) continue;
    mask[triangle] = 0;
    for (let edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
      const twin = halfedges[edge]!;
      if (twin >= 0 && mask[Math.floor(twin / 3)] === 1 && isLong(twin)) stack.push(twin);
    }
  }
  return mask;
}
