import Delaunator from 'delaunator';
import { expect, test } from 'vitest';
import { createRandom } from '../site/random.ts';
import { createChangedPlaces } from './changed-places.ts';
import { cornerOffset, type Facets, type PlanTriangulation, surfaceOf, visitPoints } from './facets.ts';
import { planBounds } from './lowest-points.ts';

function triangulate(xyz: Float64Array): PlanTriangulation {
  const count = xyz.length / 3;
  const mirrored = Float64Array.from({ length: 2 * count }, (_, k) =>
    k % 2 === 0 ? xyz[(k / 2) * 3]! : -xyz[((k - 1) / 2) * 3 + 1]!,
  );
  const { triangles, halfedges } = new Delaunator(mirrored);
  return { order: Uint32Array.from({ length: count }, (_, k) => k), triangles, halfedges };
}

/** The corners of the facet at each point. */
function facetsAt(xyz: Float64Array, all: Uint32Array, surface: Facets): string[] {
  const found: string[] = [];
  visitPoints(xyz, all, surface, (index, triangle) => {
    const corners = [0, 1, 2].map((k) => {
      const at = cornerOffset(surface, triangle * 3 + k);
      return surface.points.subarray(at, at + 3).join();
    });
    found[index] = corners.sort().join(' ');
  });
  return found;
}

test('finds every point whose facet changed, and few others', () => {
  const random = createRandom(8);
  const count = 4000;
  const xyz = Float64Array.from({ length: 3 * count }, () => 100 * random.next());
  const isGround = new Uint8Array(count);
  for (let k = 0; k < 300; k++) isGround[k] = 1;
  const bounds = planBounds(xyz);
  const all = Uint32Array.from({ length: count }, (_, k) => k);
  const places = createChangedPlaces(xyz, all, bounds);
  const first = surfaceOf(xyz, isGround, bounds, triangulate);
  expect(places.within(first, isGround)).toEqual(all.slice(300));
  for (const joining of [[1000], [1001, 1002, 1003], [], [1004]]) {
    const before = facetsAt(xyz, all, surfaceOf(xyz, isGround, bounds, triangulate));
    for (const index of joining) isGround[index] = 1;
    const surface = surfaceOf(xyz, isGround, bounds, triangulate);
    const after = facetsAt(xyz, all, surface);
    const found = new Set(places.within(surface, isGround));
    const changed = [...all].filter((k) => isGround[k] === 0 && after[k] !== before[k]);
    expect(changed.filter((k) => !found.has(k))).toEqual([]);
    expect(found.size).toBeLessThanOrEqual(count / 4);
    expect(changed.length > 0).toBe(joining.length > 0);
  }
});
