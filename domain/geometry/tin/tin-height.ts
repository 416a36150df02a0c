import type { LinearHeight } from '../plane/clip.ts';
import { orientation } from '../plane/predicates.ts';
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

/**
 * Heights of a TIN at a few places in one pass over its triangles, without an index; NaN outside it. Time is
 * triangles × places at worst, one comparison each.
 */
export function sampleTinOnce(tin: Tin, places: readonly (readonly [number, number])[]): Float64Array {
  const heights = new Float64Array(places.length).fill(Number.NaN);
  const { points, triangles } = tin;
  for (let t = 0; t < triangles.length / 3; t++) {
    const a = 3 * triangles[3 * t]!;
    const b = 3 * triangles[3 * t + 1]!;
    const c = 3 * triangles[3 * t + 2]!;
    const minX = Math.min(points[a]!, points[b]!, points[c]!);
    const maxX = Math.max(points[a]!, points[b]!, points[c]!);
    for (let i = 0; i < places.length; i++) {
      const [x, y] = places[i]!;
      if (x < minX || x > maxX || !Number.isNaN(heights[i]!) || !contains(tin, t, x, y)) continue;
      heights[i] = trianglePlane(tin, t, x, y)?.z ?? Number.NaN;
    }
  }
  return heights;
}

function contains({ points, triangles }: Tin, triangle: number, x: number, y: number): boolean {
  for (let i = 0; i < 3; i++) {
    const a = 3 * triangles[3 * triangle + i]!;
    const b = 3 * triangles[3 * triangle + ((i + 1) % 3)]!;
    if (orientation(points[a]!, points[a + 1]!, points[b]!, points[b + 1]!, x, y) < 0) return false;
  }
  return true;
}
