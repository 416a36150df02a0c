import { describe, expect, it } from 'vitest';
import { inCircle, orientation } from '../plane/predicates.ts';
import { constrainable, findHalfedge, insertBreaklines, insertConstraint } from './constrained.ts';
import { nextHalfedge, previousHalfedge } from './tin.ts';
import { triangulate } from './triangulate.ts';

function createPlaces(count: number, seed: number): Float64Array {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return Float64Array.from({ length: 3 * count }, (_, i) => (i % 3 === 2 ? 0 : 100 * next()));
}

/** Edges neither constrained nor locally Delaunay, and triangles of the wrong turn. */
function countFaults(tin: ReturnType<typeof constrainable>): number {
  const { points, triangles, halfedges, constrained } = tin;
  const at = (v: number) => [points[3 * v]!, points[3 * v + 1]!] as const;
  let faults = 0;
  for (let edge = 0; edge < triangles.length; edge++) {
    const [a, b] = [at(triangles[edge]!), at(triangles[nextHalfedge(edge)]!)];
    const c = at(triangles[previousHalfedge(edge)]!);
    if (edge % 3 === 0 && orientation(...a, ...b, ...c) <= 0) faults++;
    const twin = halfedges[edge]!;
    if (twin < 0) continue;
    if (halfedges[twin] !== edge || triangles[twin] !== triangles[nextHalfedge(edge)]) faults++;
    if (constrained[edge] !== constrained[twin]) faults++;
    const d = at(triangles[previousHalfedge(twin)]!);
    if (constrained[edge] === 0 && inCircle(...a, ...b, ...c, ...d) > 0) faults++;
  }
  return faults;
}

describe('forced edges', () => {
  it('are there, and everything else stays Delaunay', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const points = createPlaces(300, seed);
      const order = Array.from({ length: 300 }, (_, i) => i).sort((a, b) => points[3 * a]! - points[3 * b]!);
      const tin = constrainable(triangulate(points));
      // A line from left to right through every thirtieth point never crosses itself.
      const line = order.filter((_, i) => i % 30 === 0);
      insertBreaklines(tin, [line]);
      for (let i = 1; i < line.length; i++) {
        const edge = findHalfedge(tin, line[i - 1]!, line[i]!);
        expect(edge).toBeGreaterThanOrEqual(0);
        expect(tin.constrained[edge]).toBe(1);
      }
      expect(countFaults(tin)).toBe(0);
    }
  });

  it('are cut by points that lie on them', () => {
    const points = Float64Array.from({ length: 3 * 49 }, (_, i) =>
      i % 3 === 0 ? Math.floor(i / 3) % 7 : i % 3 === 1 ? Math.floor(i / 21) : 0,
    );
    const tin = constrainable(triangulate(points));
    const pieces: [number, number][] = [];
    insertConstraint(tin, 0, 48, (a, b) => pieces.push([a, b]));
    expect(pieces).toEqual([
      [0, 8],
      [8, 16],
      [16, 24],
      [24, 32],
      [32, 40],
      [40, 48],
    ]);
    const long: [number, number][] = [];
    insertConstraint(tin, 1, 47, (a, b) => long.push([a, b]));
    expect(long).toEqual([
      [1, 24],
      [24, 47],
    ]);
    expect(countFaults(tin)).toBe(0);
  });

  it('refuse to cross, naming the lines and the place', () => {
    const points = Float64Array.of(0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 2, 9, 0);
    const tin = constrainable(triangulate(points));
    expect(() =>
      insertBreaklines(tin, [
        [0, 2],
        [4, 3],
        [1, 3],
      ]),
    ).toThrow(
      expect.objectContaining({
        code: 'geometry.breakline-crossing',
        params: { line: 2, other: 0, x: 2, y: 2 },
      }),
    );
  });
});
