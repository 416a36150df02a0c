import { inCircleAt, orientationAt } from '../geometry/plane/predicates.ts';
import { type Facets, locate, type Triangulate } from './facets.ts';
import { planBounds } from './lowest-points.ts';

/** An incremental Delaunay surface through ground points. */
export interface GrowingSurface extends Facets {
  /**
   * Inserts a point; of points at the same plan position the first is kept. A point already inserted is ignored.
   * @param near start facet of the search; default: that of the previous point
   */
  add(index: number, near?: number): void;
  /** Whether a point was inserted. */
  has(index: number): boolean;
  /** Maximum number of facets. */
  readonly room: number;
  /** Facets that are new, or whose corners moved, since the last call; all of them at first. */
  takeChanged(): readonly number[];
}

/** Margin of the outer corners as a fraction of the extent, so that every point is in a facet. */
const cornerMargin = 0.2;

/** Returns the indices of the non-zero entries. */
function markedIndices(marks: Uint8Array): Uint32Array {
  let count = 0;
  for (let k = 0; k < marks.length; k++) if (marks[k] === 1) count++;
  const indices = new Uint32Array(count);
  for (let k = 0, at = 0; k < marks.length; k++) if (marks[k] === 1) indices[at++] = k;
  return indices;
}

/** Returns the positions of the outer corners around all points. */
function placesAround(xyz: Float64Array): [x: number, y: number][] {
  const { minX, minY, maxX, maxY } = planBounds(xyz);
  const margin = cornerMargin * Math.max(maxX - minX, maxY - minY) + 1;
  return [minX - margin, maxX + margin].flatMap((x): [number, number][] => [
    [x, minY - margin],
    [x, maxY + margin],
  ]);
}

/** An outer vertex, at the height of the nearest ground point so far. */
interface OuterCorner {
  readonly x: number;
  readonly y: number;
  readonly at: number;
  nearest: number;
}

/**
 * Creates a surface with the known ground; four outer corners have the height of the ground nearest to each. Points are
 * inserted by splitting their facet and flipping edges (C. L. Lawson, 1977), at a cost independent of the size of the
 * surface.
 * @param xyz three numbers per point, metres; borrowed
 * @param isGround 1 for known ground, one entry per point
 * @param maxAdded maximum number of points inserted
 */
export function createGrowingSurface(
  xyz: Float64Array,
  isGround: Uint8Array,
  maxAdded: number,
  triangulate: Triangulate,
): GrowingSurface {
  const ground = markedIndices(isGround);
  const room = ground.length + 4 + maxAdded;
  const points = new Float64Array(room * 3);
  const corners = new Int32Array(room * 6);
  const halfedges = new Int32Array(room * 6);
  const isChanged = new Uint8Array(room * 2);
  const isTaken = new Uint8Array(isGround.length);
  let changed: number[] = [];
  let vertexEnd = 0;
  let facetCount = 0;
  let latest = 0;

  function putVertex(x: number, y: number, z: number): number {
    points[vertexEnd] = x;
    points[vertexEnd + 1] = y;
    points[vertexEnd + 2] = z;
    vertexEnd += 3;
    return vertexEnd - 3;
  }

  function markChanged(facet: number): void {
    if (isChanged[facet] === 1) return;
    isChanged[facet] = 1;
    changed.push(facet);
  }

  for (const index of ground) {
    isTaken[index] = 1;
    putVertex(xyz[index * 3]!, xyz[index * 3 + 1]!, xyz[index * 3 + 2]!);
  }
  const outer = placesAround(xyz).map(
    ([x, y]): OuterCorner => ({ x, y, at: putVertex(x, y, 0), nearest: Infinity }),
  );

  /** Sets the height of outer corners to that of a point nearer than any before; returns whether any changed. */
  function lowerCorners(x: number, y: number, z: number): boolean {
    let hasMoved = false;
    for (const corner of outer) {
      const distance = (x - corner.x) ** 2 + (y - corner.y) ** 2;
      if (distance >= corner.nearest) continue;
      corner.nearest = distance;
      hasMoved ||= points[corner.at + 2] !== z;
      points[corner.at + 2] = z;
    }
    return hasMoved;
  }

  function start(): void {
    for (const index of ground) lowerCorners(xyz[index * 3]!, xyz[index * 3 + 1]!, xyz[index * 3 + 2]!);
    const mesh = triangulate(points.subarray(0, vertexEnd));
    for (let k = 0; k < mesh.triangles.length; k++) corners[k] = mesh.order[mesh.triangles[k]!]! * 3;
    halfedges.set(mesh.halfedges);
    facetCount = mesh.triangles.length / 3;
    for (let facet = 0; facet < facetCount; facet++) markChanged(facet);
  }

  function markAtOuterCorners(): void {
    for (let edge = 0; edge < 3 * facetCount; edge++) {
      if (outer.some(({ at }) => at === corners[edge])) markChanged(Math.floor(edge / 3));
    }
  }

  function join(edge: number, opposite: number): void {
    halfedges[edge] = opposite;
    if (opposite >= 0) halfedges[opposite] = edge;
  }

  /** Sets the corners of a facet, the new vertex last. */
  function putFacet(facet: number, a: number, b: number, vertex: number): void {
    corners[3 * facet] = a;
    corners[3 * facet + 1] = b;
    corners[3 * facet + 2] = vertex;
    markChanged(facet);
  }

  /** Restores the Delaunay property of the facets around a new vertex, their last corner. */
  function settle(waiting: number[]): void {
    for (let facet = waiting.pop(); facet !== undefined; facet = waiting.pop()) {
      const edge = 3 * facet;
      const opposite = halfedges[edge]!;
      if (opposite < 0) continue;
      const [a, b, vertex] = [corners[edge]!, corners[edge + 1]!, corners[edge + 2]!];
      const other = Math.floor(opposite / 3);
      const following = opposite === 3 * other + 2 ? opposite - 2 : opposite + 1;
      const before = opposite === 3 * other ? opposite + 2 : opposite - 1;
      const far = corners[before]!;
      // a vertex on the edge itself gives a degenerate facet, which has no circumcircle
      if (orientationAt(points, a, b, vertex) !== 0 && inCircleAt(points, a, b, vertex, far) <= 0) continue;
      const [toFar, fromFar, toVertex] = [halfedges[following]!, halfedges[before]!, halfedges[edge + 1]!];
      putFacet(facet, a, far, vertex);
      putFacet(other, far, b, vertex);
      join(edge, toFar);
      join(3 * other, fromFar);
      join(3 * other + 1, toVertex);
      join(edge + 1, 3 * other + 2);
      waiting.push(facet, other);
    }
  }

  function split(facet: number, x: number, y: number, z: number): void {
    const own = [0, 1, 2].map((k) => corners[3 * facet + k]!);
    if (own.some((corner) => points[corner] === x && points[corner + 1] === y)) return;
    const vertex = putVertex(x, y, z);
    const [a, b, c] = own as [number, number, number];
    const [second, third] = [facetCount, facetCount + 1];
    const [overB, overC] = [halfedges[3 * facet + 1]!, halfedges[3 * facet + 2]!];
    facetCount += 2;
    putFacet(facet, a, b, vertex);
    putFacet(second, b, c, vertex);
    putFacet(third, c, a, vertex);
    join(3 * second, overB);
    join(3 * third, overC);
    join(3 * facet + 1, 3 * second + 2);
    join(3 * second + 1, 3 * third + 2);
    join(3 * third + 1, 3 * facet + 2);
    settle([facet, second, third]);
  }

  start();
  const surface: GrowingSurface = {
    room: room * 2,
    points,
    corners,
    halfedges,
    add(index, near = latest) {
      if (isTaken[index] === 1) return;
      isTaken[index] = 1;
      const [x, y, z] = [xyz[index * 3]!, xyz[index * 3 + 1]!, xyz[index * 3 + 2]!];
      if (lowerCorners(x, y, z)) markAtOuterCorners();
      latest = locate(surface, x, y, near);
      split(latest, x, y, z);
    },
    has: (index) => isTaken[index] === 1,
    takeChanged() {
      const taken = changed;
      for (const facet of taken) isChanged[facet] = 0;
      changed = [];
      return taken;
    },
  };
  return surface;
}
