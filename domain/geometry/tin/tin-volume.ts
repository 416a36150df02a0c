import { clipToTriangle, forEachFan } from '../plane/clip.ts';
import { prismVolume, type SurfaceVolume } from '../volume/volume.ts';
import type { Tin } from './tin.ts';
import { trianglePlane } from './tin-height.ts';
import { indexTriangles, type TriangleIndex } from './triangle-index.ts';

/** Plan area and true area of a TIN. */
export function tinArea({ points, triangles }: Tin): { planArea: number; surfaceArea: number } {
  let planArea = 0;
  let surfaceArea = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]!;
    const b = 3 * triangles[t + 1]!;
    const c = 3 * triangles[t + 2]!;
    const ux = points[b]! - points[a]!;
    const uy = points[b + 1]! - points[a + 1]!;
    const uz = points[b + 2]! - points[a + 2]!;
    const vx = points[c]! - points[a]!;
    const vy = points[c + 1]! - points[a + 1]!;
    const vz = points[c + 2]! - points[a + 2]!;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    planArea += nz / 2;
    surfaceArea += Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
  }
  return { planArea, surfaceArea };
}

/**
 * Volumes of a TIN over a horizontal plane as exact prism sums: the reference of the `tin` kernel.
 * cut: volume of the surface above the plane; fill: below.
 */
export function volumeOverPlane(tin: Tin, z: number): SurfaceVolume {
  const { points, triangles } = tin;
  let cut = 0;
  let fill = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const ux = points[b]! - points[a]!;
    const uy = points[b + 1]! - points[a + 1]!;
    const vx = points[c]! - points[a]!;
    const vy = points[c + 1]! - points[a + 1]!;
    const area = (ux * vy - uy * vx) / 2;
    const prism = prismVolume(area, points[a + 2]! - z, points[b + 2]! - z, points[c + 2]! - z);
    cut += prism.cut;
    fill += prism.fill;
  }
  return { cut, fill, net: cut - fill, ...tinArea(tin) };
}

/** A corner of a triangle counted from an origin, six numbers for three corners. */
function cornersFrom(
  { points, triangles }: Tin,
  triangle: number,
  originX: number,
  originY: number,
): number[] {
  const corners: number[] = [];
  for (let i = 0; i < 3; i++) {
    const at = 3 * triangles[3 * triangle + i]!;
    corners.push(points[at]! - originX, points[at + 1]! - originY);
  }
  return corners;
}

function near({ points, triangles }: Tin, index: TriangleIndex, triangle: number): number[] {
  const a = 3 * triangles[3 * triangle]!;
  const b = 3 * triangles[3 * triangle + 1]!;
  const c = 3 * triangles[3 * triangle + 2]!;
  return index.query(
    Math.min(points[a]!, points[b]!, points[c]!),
    Math.min(points[a + 1]!, points[b + 1]!, points[c + 1]!),
    Math.max(points[a]!, points[b]!, points[c]!),
    Math.max(points[a + 1]!, points[b + 1]!, points[c + 1]!),
  );
}

/**
 * Volumes of a TIN over another where they overlap in plan: every pair of overlapping triangles is clipped and
 * the linear difference of heights integrated exactly. The reference of the `tin` kernel's overlay.
 */
export function volumeOverSurface(tin: Tin, base: Tin): SurfaceVolume {
  const index = indexTriangles(base);
  let cut = 0;
  let fill = 0;
  let planArea = 0;
  let surfaceArea = 0;
  for (let t = 0; t < tin.triangles.length / 3; t++) {
    const originX = tin.points[3 * tin.triangles[3 * t]!]!;
    const originY = tin.points[3 * tin.triangles[3 * t]! + 1]!;
    const own = trianglePlane(tin, t, originX, originY);
    if (!own) continue;
    const corners = cornersFrom(tin, t, originX, originY);
    const steepness = Math.hypot(1, own.gx, own.gy);
    for (const other of near(tin, index, t)) {
      const under = trianglePlane(base, other, originX, originY);
      if (!under) continue;
      const piece = clipToTriangle(corners, cornersFrom(base, other, originX, originY));
      const height = { z: own.z - under.z, gx: own.gx - under.gx, gy: own.gy - under.gy };
      forEachFan(piece, height, (area, p, q, r) => {
        const prism = prismVolume(area, p, q, r);
        cut += prism.cut;
        fill += prism.fill;
        planArea += area;
        surfaceArea += area * steepness;
      });
    }
  }
  return { cut, fill, net: cut - fill, planArea, surfaceArea };
}

/**
 * The part of a TIN inside another's plan extent (for example a triangulated polygon's), as loose triangles that
 * share no points. Heights are the first one's. The reference of the `tin` kernel's `clip`.
 */
export function clipTin(tin: Tin, area: Tin): Tin {
  const index = indexTriangles(area);
  const points: number[] = [];
  for (let t = 0; t < tin.triangles.length / 3; t++) {
    const others = near(tin, index, t);
    if (others.length === 0) continue;
    const originX = tin.points[3 * tin.triangles[3 * t]!]!;
    const originY = tin.points[3 * tin.triangles[3 * t]! + 1]!;
    const plane = trianglePlane(tin, t, originX, originY);
    if (!plane) continue;
    const corners = cornersFrom(tin, t, originX, originY);
    const push = (x: number, y: number) =>
      points.push(originX + x, originY + y, plane.z + plane.gx * x + plane.gy * y);
    for (const other of others) {
      const piece = clipToTriangle(corners, cornersFrom(area, other, originX, originY));
      for (let i = 2; i < piece.length - 2; i += 2) {
        push(piece[0]!, piece[1]!);
        push(piece[i]!, piece[i + 1]!);
        push(piece[i + 2]!, piece[i + 3]!);
      }
    }
  }
  return {
    points: Float64Array.from(points),
    triangles: Uint32Array.from({ length: points.length / 3 }, (_, i) => i),
  };
}
