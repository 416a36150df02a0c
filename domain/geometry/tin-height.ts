import type { LinearHeight } from './clip.ts';
import { orientation } from './predicates.ts';
import type { Tin } from './tin.ts';
import type { TriangleIndex } from './triangle-index.ts';

/** The plane of a triangle, with x and y counted from (originX, originY); undefined for one without plan area. */
export function trianglePlane(
  { points, triangles }: Tin,
  triangle: number,
  originX: number,
  originY: number,
): LinearHeight | undefined {
  const a = 3 * triangles[3 * triangle]!;
  const b = 3 * triangles[3 * triangle + 1]!;
  const c = 3 * triangles[3 * triangle + 2]!;
  const ux = points[b]! - points[a]!;
  const uy = points[b + 1]! - points[a + 1]!;
  const uz = points[b + 2]! - points[a + 2]!;
  const vx = points[c]! - points[a]!;
  const vy = points[c + 1]! - points[a + 1]!;
  const vz = points[c + 2]! - points[a + 2]!;
  const twiceArea = ux * vy - uy * vx;
  if (!(twiceArea > 0)) return undefined;
  const gx = (uz * vy - uy * vz) / twiceArea;
  const gy = (ux * vz - uz * vx) / twiceArea;
  return { z: points[a + 2]! + gx * (originX - points[a]!) + gy * (originY - points[a + 1]!), gx, gy };
}

/** Height of a TIN at a place in plan; NaN outside it. Edges and corners belong to the surface. */
export function sampleTin(tin: Tin, index: TriangleIndex, x: number, y: number): number {
  for (const triangle of index.query(x, y, x, y)) {
    if (contains(tin, triangle, x, y)) return trianglePlane(tin, triangle, x, y)?.z ?? Number.NaN;
  }
  return Number.NaN;
}

function contains({ points, triangles }: Tin, triangle: number, x: number, y: number): boolean {
  for (let i = 0; i < 3; i++) {
    const a = 3 * triangles[3 * triangle + i]!;
    const b = 3 * triangles[3 * triangle + ((i + 1) % 3)]!;
    if (orientation(points[a]!, points[a + 1]!, points[b]!, points[b + 1]!, x, y) < 0) return false;
  }
  return true;
}
