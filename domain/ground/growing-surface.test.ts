import Delaunator from 'delaunator';
import { describe, expect, test } from 'vitest';
import { inCircle } from '../geometry/plane/predicates.ts';
import { createRandom } from '../math/random.ts';
import { createFacetPoints } from './facet-points.ts';
import type { Facets, PlanTriangulation } from './facets.ts';
import { createGrowingSurface } from './growing-surface.ts';

function triangulate(xyz: Float64Array): PlanTriangulation {
  const count = xyz.length / 3;
  const mirrored = Float64Array.from({ length: 2 * count }, (_, k) =>
    k % 2 === 0 ? xyz[(k / 2) * 3]! : -xyz[((k - 1) / 2) * 3 + 1]!,
  );
  const { triangles, halfedges } = new Delaunator(mirrored);
  return { order: Uint32Array.from({ length: count }, (_, k) => k), triangles, halfedges };
}

function createPoints(count: number, round: (value: number) => number = (value) => value): Float64Array {
  const random = createRandom(8);
  return Float64Array.from({ length: 3 * count }, () => round(100 * random.next()));
}

/** A surface through the first points; the others are candidates. */
function createSurface(xyz: Float64Array, known: number) {
  const isGround = new Uint8Array(xyz.length / 3).fill(1, 0, known);
  return createGrowingSurface(xyz, isGround, isGround.length - known, triangulate);
}

function cornersOf({ corners, points }: Facets, facet: number): string[] {
  return [0, 1, 2].map((k) => points.subarray(corners[3 * facet + k]!, corners[3 * facet + k]! + 3).join());
}

/** The corners of each facet in canonical order. */
function facetTexts(surface: Facets, count: number): string[] {
  return Array.from({ length: count }, (_, facet) => cornersOf(surface, facet).sort().join(' ')).sort();
}

/** By Euler's formula, for points inside a rectangle of four. */
const facetsOf = (points: number) => 2 * (points + 4) - 2 - 4;

describe('a growing surface', () => {
  test('is the Delaunay triangulation of all points taken up', () => {
    const xyz = createPoints(600);
    const surface = createSurface(xyz, 20);
    for (let index = 20; index < 600; index++) surface.add(index);
    const whole = createSurface(xyz, 600);
    const count = facetsOf(600);
    expect(facetTexts(surface, count)).toEqual(facetTexts(whole, count));
  });

  test('takes points on edges, on one circle and at one place', () => {
    const xyz = createPoints(900, (value) => Math.floor(value / 5));
    const places = new Set(Array.from({ length: 900 }, (_, k) => `${xyz[3 * k]} ${xyz[3 * k + 1]}`));
    const surface = createSurface(xyz, 1);
    for (let index = 1; index < 900; index++) surface.add(index);
    const count = facetsOf(places.size);
    const { corners, halfedges, points } = surface;
    const at = (corner: number): [number, number] => [points[corner]!, points[corner + 1]!];
    for (let edge = 0; edge < 3 * count; edge++) {
      const facet = Math.floor(edge / 3);
      const opposite = halfedges[edge]!;
      if (opposite < 0) continue;
      expect(halfedges[opposite]).toBe(edge);
      expect(corners[opposite]).toBe(corners[3 * facet + ((edge + 1) % 3)]);
      const far = corners[3 * Math.floor(opposite / 3) + ((opposite + 2) % 3)]!;
      const [a, b, c] = [0, 1, 2].map((k) => at(corners[3 * facet + k]!)) as [number, number][];
      expect(inCircle(...a!, ...b!, ...c!, ...at(far))).toBeLessThanOrEqual(0);
    }
    expect(corners.subarray(3 * count).every((corner) => corner === 0)).toBe(true);
  });

  test('ends at the height of the ground nearest to each corner around', () => {
    const xyz = Float64Array.of(50, 50, 7, 0, 0, 1, 100, 100, 4);
    const surface = createSurface(xyz, 1);
    const heights = () => [0, 1, 2, 3].map((k) => surface.points[3 * (1 + k) + 2]);
    expect(heights()).toEqual([7, 7, 7, 7]);
    surface.takeChanged();
    surface.add(2);
    expect(heights()).toEqual([7, 7, 7, 4]);
    const moved = Array.from({ length: facetsOf(2) }, (_, facet) => facet).filter((facet) =>
      surface.corners.subarray(3 * facet, 3 * facet + 3).includes(12),
    );
    expect(surface.takeChanged()).toEqual(expect.arrayContaining(moved));
    surface.add(1);
    expect(heights()).toEqual([1, 7, 7, 4]);
  });

  test('tells the facets that changed', () => {
    const xyz = createPoints(500);
    const surface = createSurface(xyz, 490);
    const before = Array.from({ length: facetsOf(500) }, (_, facet) => cornersOf(surface, facet).join(' '));
    expect(surface.takeChanged()).toHaveLength(facetsOf(490));
    expect(surface.takeChanged()).toEqual([]);
    for (let index = 490; index < 500; index++) surface.add(index);
    expect(surface.has(499)).toBe(true);
    const changed = surface.takeChanged();
    const differing = before.flatMap((text, facet) =>
      text === cornersOf(surface, facet).join(' ') ? [] : [facet],
    );
    expect([...changed].sort((a, b) => a - b)).toEqual(differing);
    expect(changed.length).toBeLessThan(150);
  });
});

test('points at changed facets are shown again, and only they', () => {
  const xyz = createPoints(4000);
  const surface = createSurface(xyz, 300);
  const candidates = Uint32Array.from({ length: 3700 }, (_, k) => 300 + k);
  const points = createFacetPoints(xyz, candidates, surface);
  const facets = new Map<number, string>();
  const visited = () => {
    const seen: number[] = [];
    points.visitChanged((index, facet) => {
      seen.push(index);
      facets.set(index, cornersOf(surface, facet).sort().join(' '));
    });
    return seen;
  };
  expect(visited()).toEqual([...candidates]);
  for (const joining of [[1000], [1001, 1002, 1003], [], [1004]]) {
    const before = new Map(facets);
    for (const index of joining) surface.add(index);
    const seen = visited();
    const fresh = createFacetPoints(xyz, candidates, surface);
    const now = new Map<number, string>();
    fresh.visitChanged((index, facet) => void now.set(index, cornersOf(surface, facet).sort().join(' ')));
    const changed = candidates.filter((index) => now.has(index) && now.get(index) !== before.get(index));
    expect(seen.sort((a, b) => a - b)).toEqual([...changed]);
    expect(seen.length > 0).toBe(joining.length > 0);
    expect(joining.some((index) => seen.includes(index))).toBe(false);
  }
});
