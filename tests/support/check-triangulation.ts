import { inCircle, orientation } from '#domain/geometry/plane/predicates.ts';
import { nextHalfedge, previousHalfedge } from '#domain/geometry/tin/tin.ts';

/** A triangulation to check; `points` has xyz per vertex. */
export interface CheckedTriangulation {
  readonly points: Float64Array;
  readonly triangles: Uint32Array;
  readonly halfedges: Int32Array;
}

/** Describes a defect of a triangulation; empty for a true Delaunay triangulation of all its points. */
export function findFaults({ points, triangles, halfedges }: CheckedTriangulation): string[] {
  const faults: string[] = [];
  const x = (v: number) => points[3 * v]!;
  const y = (v: number) => points[3 * v + 1]!;
  const count = points.length / 3;
  let hullEdges = 0;
  let area = 0;
  for (let edge = 0; edge < triangles.length; edge++) {
    const [a, b] = [triangles[edge]!, triangles[nextHalfedge(edge)]!];
    const c = triangles[previousHalfedge(edge)]!;
    if (edge % 3 === 0) {
      if (orientation(x(a), y(a), x(b), y(b), x(c), y(c)) <= 0)
        faults.push(`triangle ${edge / 3} is not counter-clockwise`);
      area += ((x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a))) / 2;
    }
    const twin = halfedges[edge]!;
    if (twin === -1) {
      hullEdges++;
      continue;
    }
    if (halfedges[twin] !== edge || triangles[twin] !== b || triangles[nextHalfedge(twin)] !== a) {
      faults.push(`half-edge ${edge} and its twin ${twin} disagree`);
      continue;
    }
    const d = triangles[previousHalfedge(twin)]!;
    if (edge < twin && inCircle(x(a), y(a), x(b), y(b), x(c), y(c), x(d), y(d)) > 0) {
      faults.push(`edge ${a}–${b} is not locally Delaunay`);
    }
  }
  if (triangles.length / 3 !== 2 * count - 2 - hullEdges)
    faults.push('Euler formula: points, hull edges and triangles disagree');
  const hull = hullArea(points);
  if (Math.abs(area - hull) > 1e-9 * hull) faults.push(`triangles cover ${area}, the hull is ${hull}`);
  return faults;
}

/** Area of the convex hull by Andrew's monotone chain (1979), relative to the first point. */
function hullArea(points: Float64Array): number {
  const order = Array.from({ length: points.length / 3 }, (_, i) => i).sort(
    (a, b) => points[3 * a]! - points[3 * b]! || points[3 * a + 1]! - points[3 * b + 1]!,
  );
  const chain = (numbers: readonly number[]) => {
    const kept: number[] = [];
    for (const i of numbers) {
      while (kept.length > 1) {
        const [a, b] = [3 * kept.at(-2)!, 3 * kept.at(-1)!];
        const turn = orientation(
          points[a]!,
          points[a + 1]!,
          points[b]!,
          points[b + 1]!,
          points[3 * i]!,
          points[3 * i + 1]!,
        );
        if (turn > 0) break;
        kept.pop();
      }
      kept.push(i);
    }
    return kept.slice(0, -1);
  };
  const hull = [...chain(order), ...chain(order.reverse())];
  const [ox, oy] = [points[0]!, points[1]!];
  let twice = 0;
  for (const [n, i] of hull.entries()) {
    const j = hull[(n + 1) % hull.length]!;
    twice +=
      (points[3 * i]! - ox) * (points[3 * j + 1]! - oy) - (points[3 * j]! - ox) * (points[3 * i + 1]! - oy);
  }
  return twice / 2;
}
