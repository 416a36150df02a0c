import { AppError } from '../../errors/app-error.ts';
import { findSelfCrossing } from '../plane/measure.ts';
import { elevationOf, openRing, type Polygon } from '../position.ts';
import { constrainable, insertConstraint } from './constrained.ts';
import { nextHalfedge, type Tin } from './tin.ts';
import { triangulate } from './triangulate.ts';

/**
 * The inside of a region (even-odd rule) as a constrained Delaunay TIN whose vertices are the region's corners,
 * with the elevations they carry (0 where they have none).
 * @throws geometry.polygon-invalid for rings that cross themselves or each other, or have no area
 */
export function triangulatePolygon(polygon: Polygon): Tin {
  const rings = polygon.map(openRing).filter((ring) => ring.length > 0);
  for (const ring of rings) {
    if (ring.length < 3) {
      throw new AppError('geometry.polygon-invalid', { reason: 'so-many-corners', count: ring.length });
    }
    const crossing = findSelfCrossing(ring);
    if (crossing) {
      throw new AppError('geometry.polygon-invalid', {
        reason: 'two-edges-meet',
        first: crossing[0],
        second: crossing[1],
      });
    }
  }
  const places = new Map<string, number>();
  const coordinates: number[] = [];
  const numbered = rings.map((ring) =>
    ring.map((place) => {
      const key = `${place[0]},${place[1]}`;
      const known = places.get(key);
      if (known !== undefined) return known;
      const number = coordinates.length / 3;
      places.set(key, number);
      const z = elevationOf(place);
      coordinates.push(place[0], place[1], Number.isNaN(z) ? 0 : z);
      return number;
    }),
  );
  return insideOf(Float64Array.from(coordinates), numbered);
}

function insideOf(points: Float64Array, rings: readonly (readonly number[])[]): Tin {
  const tin = constrainable(delaunayOf(points));
  const walls = new Set<string>();
  const key = (a: number, b: number) => (a < b ? `${a},${b}` : `${b},${a}`);
  const toggle = (a: number, b: number) => {
    if (!walls.delete(key(a, b))) walls.add(key(a, b));
  };
  for (const ring of rings) {
    for (const [i, from] of ring.entries()) forceEdge(from, ring[(i + 1) % ring.length]!);
  }
  function forceEdge(from: number, to: number): void {
    try {
      insertConstraint(tin, from, to, toggle);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { x, y } = error.params;
      throw new AppError(
        'geometry.polygon-invalid',
        { reason: 'rings-cross-at', x: x ?? '?', y: y ?? '?' },
        { cause: error },
      );
    }
  }
  const isWall = (edge: number) => walls.has(key(tin.triangles[edge]!, tin.triangles[nextHalfedge(edge)]!));
  const kept = floodInside(tin.triangles, tin.halfedges, isWall);
  const triangles = new Uint32Array(3 * kept.length);
  for (const [i, t] of kept.entries()) triangles.set(tin.triangles.subarray(3 * t, 3 * t + 3), 3 * i);
  if (kept.length === 0) throw new AppError('geometry.polygon-invalid', { reason: 'no-inside' });
  return { points, triangles };
}

function delaunayOf(points: Float64Array): Required<Tin> {
  try {
    return triangulate(points);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'geometry.not-finite') throw error;
    throw new AppError('geometry.polygon-invalid', { reason: 'all-corners-on-one-line' }, { cause: error });
  }
}

/** Numbers of the triangles that an odd number of walls parts from the outside, ascending. */
function floodInside(
  triangles: Uint32Array,
  halfedges: Int32Array,
  isWall: (edge: number) => boolean,
): number[] {
  const state = new Int8Array(Math.floor(triangles.length / 3)).fill(-1);
  const stack: number[] = [];
  const enter = (triangle: number, isInside: boolean) => {
    if (state[triangle] !== -1) return;
    state[triangle] = isInside ? 1 : 0;
    stack.push(triangle);
  };
  for (let edge = 0; edge < halfedges.length; edge++) {
    if (halfedges[edge] === -1) enter(Math.floor(edge / 3), isWall(edge));
  }
  while (stack.length > 0) {
    const triangle = stack.pop()!;
    for (let edge = 3 * triangle; edge < 3 * triangle + 3; edge++) {
      const twin = halfedges[edge]!;
      if (twin >= 0) enter(Math.floor(twin / 3), (state[triangle] === 1) !== isWall(edge));
    }
  }
  return [...state.keys()].filter((triangle) => state[triangle] === 1);
}
