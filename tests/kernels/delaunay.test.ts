import { describe, expect, it } from 'vitest';
import { triangulate } from '#domain/geometry/tin/triangulate.ts';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import { findFaults } from '../support/check-triangulation.ts';
import { loadKernel } from '../support/kernels.ts';
import { createLidarPoints, createPoints, createRandom, shufflePoints } from '../support/point-sets.ts';

const module = loadKernel('delaunay');

function faultsOf(points: Float64Array): string[] {
  return findFaults(createDelaunay(module).buildTin(points));
}

function edgeNames({ points, triangles }: { points: Float64Array; triangles: Uint32Array }): Set<string> {
  const names = new Set<string>();
  const place = (v: number) => `${points[3 * v]},${points[3 * v + 1]}`;
  for (let e = 0; e < triangles.length; e++) {
    const ends = [place(triangles[e]!), place(triangles[e % 3 === 2 ? e - 2 : e + 1]!)].sort();
    names.add(ends.join(' '));
  }
  return names;
}

function triangleNames({ points, triangles }: { points: Float64Array; triangles: Uint32Array }): Set<string> {
  const names = new Set<string>();
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [...triangles.subarray(t, t + 3)].map((v) => `${points[3 * v]},${points[3 * v + 1]}`);
    names.add(corners.sort().join(' '));
  }
  return names;
}

describe('Delaunay kernel', () => {
  it.each([3, 4, 5, 6, 7, 8, 9, 10, 15, 33, 100, 1000])('is Delaunay for %i random points', (count) => {
    for (let seed = 1; seed <= (count <= 100 ? 40 : 4); seed++) {
      const random = createRandom(1000 * count + seed);
      expect(faultsOf(createPoints(count, () => [random(), random(), 0]))).toEqual([]);
    }
  });

  it('is Delaunay for points of lidar at UTM coordinates', () => {
    expect(faultsOf(createLidarPoints(150, 7))).toEqual([]);
  });

  it('has the same edges as the reference', () => {
    const random = createRandom(5);
    const points = createPoints(5000, () => [random() * 100, random() * 100, 0]);
    expect(edgeNames(createDelaunay(module).buildTin(points))).toEqual(edgeNames(triangulate(points)));
  });

  it.each([
    ['a grid of cocircular points', createPoints(900, (i) => [i % 30, Math.floor(i / 30), 0])],
    ['a grid far from the origin', createPoints(900, (i) => [5e6 + (i % 30), 7e6 + Math.floor(i / 30), 0])],
    [
      'a grid of quarters',
      createPoints(900, (i) => [5e5 + 0.25 * (i % 30), 4e6 + 0.25 * Math.floor(i / 30), 0]),
    ],
    ['a grid of decimal steps', createPoints(900, (i) => [0.1 * (i % 30), 0.1 * Math.floor(i / 30), 0])],
    [
      'a rotated grid',
      createPoints(900, (i) => [
        (i % 30) * 0.8 - Math.floor(i / 30) * 0.6,
        (i % 30) * 0.6 + Math.floor(i / 30) * 0.8,
        0,
      ]),
    ],
    [
      'points on a circle',
      createPoints(360, (i) => [Math.cos((i * Math.PI) / 180), Math.sin((i * Math.PI) / 180), 0]),
    ],
    [
      'a circle with its centre',
      createPoints(361, (i) =>
        i === 360 ? [0, 0, 0] : [Math.cos((i * Math.PI) / 180), Math.sin((i * Math.PI) / 180), 0],
      ),
    ],
    ['one point beside a line', createPoints(200, (i) => (i === 100 ? [3, 1e-9, 0] : [i, 0, 0]))],
    ['two parallel lines', createPoints(400, (i) => [i % 200, i < 200 ? 0 : 1e-6, 0])],
    ['huge coordinates', createPoints(400, (i) => [1e15 + 2 * (i % 20), -1e15 + 2 * Math.floor(i / 20), 0])],
    [
      'tiny differences',
      createPoints(400, (i) => [1 + (i % 20) * Number.EPSILON, 1 + Math.floor(i / 20) * Number.EPSILON, 0]),
    ],
    ['a spiral', createPoints(1000, (i) => [i * Math.cos(i / 10), i * Math.sin(i / 10), 0])],
  ])('is Delaunay for %s', (_, points) => {
    expect(faultsOf(points)).toEqual([]);
    expect(faultsOf(shufflePoints(points, 3))).toEqual([]);
  });

  it.each([
    ['a grid', createPoints(400, (i) => [i % 20, Math.floor(i / 20), 0])],
    ['a grid with holes', createPoints(300, (i) => [(i * 7) % 31, (i * i * 3 + i) % 29, 0])],
    [
      'a rotated grid',
      createPoints(400, (i) => [
        3 * (i % 20) - 4 * Math.floor(i / 20),
        4 * (i % 20) + 3 * Math.floor(i / 20),
        0,
      ]),
    ],
    [
      'points on circles',
      createPoints(200, (i) => {
        const places = [
          [5, 0],
          [4, 3],
          [3, 4],
          [0, 5],
          [-3, 4],
          [-4, 3],
          [-5, 0],
          [-4, -3],
          [-3, -4],
          [0, -5],
          [3, -4],
          [4, -3],
        ];
        const [x, y] = places[i % 12]!;
        return [x! + 30 * (Math.floor(i / 12) % 4), y! + 20 * Math.floor(i / 48), 0];
      }),
    ],
  ])('takes the same triangles of %s in any order and with others beside them', (_, points) => {
    const expected = triangleNames(createDelaunay(module).buildTin(points));
    for (let seed = 1; seed <= 12; seed++) {
      const tin = createDelaunay(module).buildTin(shufflePoints(points, seed));
      expect(findFaults(tin)).toEqual([]);
      expect(triangleNames(tin)).toEqual(expected);
      const random = createRandom(seed);
      const far = createPoints(50, () => [500 + 90 * random(), 900 * random(), 0]);
      const more = triangleNames(createDelaunay(module).buildTin(Float64Array.of(...points, ...far)));
      const inner = [...expected].filter((name) => more.has(name));
      expect(inner.length).toBeGreaterThan(0.9 * expected.size);
    }
  });

  it('cuts points on one circle into the fan from the first by x, then y', () => {
    const octagon = createPoints(8, (i) => [[1, 0, 0, 1, 2, 3, 3, 2][i]!, [0, 1, 2, 3, 3, 2, 1, 0][i]!, 0]);
    for (let seed = 1; seed <= 20; seed++) {
      const { points, triangles } = createDelaunay(module).buildTin(shufflePoints(octagon, seed));
      for (let t = 0; t < triangles.length; t += 3) {
        const corners = [...triangles.subarray(t, t + 3)].map((v) => `${points[3 * v]},${points[3 * v + 1]}`);
        expect(corners).toContain('0,1');
      }
    }
  });

  it('sorts deeper where most points are in one cell of the whole', () => {
    const random = createRandom(11);
    const points = createPoints(3001, (i) => (i === 3000 ? [1e9, 1e9, 0] : [random(), random(), 0]));
    expect(faultsOf(points)).toEqual([]);
  });

  it('keeps the first of points at the same place', () => {
    const random = createRandom(12);
    const places = createPoints(200, () => [Math.floor(random() * 10), Math.floor(random() * 10), 0]);
    const distinct = new Map<string, number>();
    for (let i = 0; i < 200; i++) {
      const key = `${places[3 * i]},${places[3 * i + 1]}`;
      if (!distinct.has(key)) distinct.set(key, i);
    }
    const tin = createDelaunay(module).buildTin(places);
    expect([...tin.order].sort((a, b) => a - b)).toEqual([...distinct.values()].sort((a, b) => a - b));
    expect(findFaults(tin)).toEqual([]);
  });

  it('keeps the first of thousands of points at one place', () => {
    const points = createPoints(2003, (i) => (i < 2000 ? [5, 5, i] : [i, (i * 7) % 11, i]));
    const tin = createDelaunay(module).buildTin(points);
    expect([...tin.order].sort((a, b) => a - b)).toEqual([0, 2000, 2001, 2002]);
    expect(findFaults(tin)).toEqual([]);
  });

  it('gives the same bytes for the same points', () => {
    const points = createLidarPoints(60, 4);
    const first = createDelaunay(module).triangulate(points, 3);
    const kernel = createDelaunay(module);
    kernel.triangulate(createLidarPoints(80, 9), 3);
    expect(kernel.triangulate(points, 3)).toEqual(first);
  });

  it.each([
    ['no points', new Float64Array(0), 'geometry.too-few-points'],
    ['one point', createPoints(1, () => [1, 2, 3]), 'geometry.too-few-points'],
    ['one place many times', createPoints(50, () => [1, 2, 3]), 'geometry.too-few-points'],
    ['a vertical line', createPoints(50, (i) => [500_000.5, 4e6 + i, 0]), 'geometry.collinear'],
    ['a slanted line', createPoints(50, (i) => [3 * i, 7 * i, 0]), 'geometry.collinear'],
    ['NaN', createPoints(9, (i) => [i % 3, i === 4 ? Number.NaN : i, 0]), 'geometry.not-finite'],
    ['infinity', createPoints(9, (i) => [i === 8 ? Infinity : i % 3, i, 0]), 'geometry.not-finite'],
  ])('refuses %s by a typed error', (_, points, code) => {
    expect(() => createDelaunay(module).buildTin(points)).toThrow(expect.objectContaining({ code }));
  });

  it('triangulates collinear points to nothing without an error when only asked for triangles', () => {
    const found = createDelaunay(module).triangulate(Float64Array.of(0, 0, 1, 1, 2, 2, 3, 3), 2);
    expect(found.triangles).toHaveLength(0);
    expect(found.order).toHaveLength(4);
  });
});
