import Delaunator from 'delaunator';
import { AppError } from '../../errors/app-error.ts';
import { orientation } from '../plane/predicates.ts';
import type { Tin } from './tin.ts';

/**
 * Delaunay triangulation in plain TypeScript (delaunator): the reference of the `delaunay` kernel and its fallback
 * for small sets. Points keep their numbers; of points at the same place in plan only the first is used.
 * @param points Float64Array, xyz per point; borrowed and kept by the TIN
 * @throws geometry.not-finite, geometry.too-few-points, geometry.collinear
 */
export function triangulate(points: Float64Array): Required<Tin> {
  const count = points.length / 3;
  const coordinates = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const x = points[3 * i]!;
    const y = points[3 * i + 1]!;
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new AppError('geometry.not-finite', { index: i });
    coordinates[2 * i] = x;
    coordinates[2 * i + 1] = y;
  }
  if (count < 3) throw new AppError('geometry.too-few-points', { count });
  const { triangles, halfedges } = new Delaunator(coordinates);
  if (triangles.length === 0) throw new AppError('geometry.collinear', { count });
  const tin = { points, triangles: Uint32Array.from(triangles), halfedges: Int32Array.from(halfedges) };
  turnCounterClockwise(tin);
  return tin;
}

/** delaunator's triangles are clockwise with y up: exchanges two corners of each, and the half-edges with them. */
function turnCounterClockwise({ points, triangles, halfedges }: Required<Tin>): void {
  const [a, b, c] = [3 * triangles[0]!, 3 * triangles[1]!, 3 * triangles[2]!];
  if (orientation(points[a]!, points[a + 1]!, points[b]!, points[b + 1]!, points[c]!, points[c + 1]!) > 0)
    return;
  const moved = new Int32Array(halfedges.length);
  const place = (edge: number) => (edge % 3 === 0 ? edge + 2 : edge % 3 === 2 ? edge - 2 : edge);
  for (let edge = 0; edge < halfedges.length; edge++) {
    const twin = halfedges[edge]!;
    moved[place(edge)] = twin < 0 ? -1 : place(twin);
  }
  halfedges.set(moved);
  for (let t = 0; t < triangles.length; t += 3) {
    const second = triangles[t + 1]!;
    triangles[t + 1] = triangles[t + 2]!;
    triangles[t + 2] = second;
  }
}
