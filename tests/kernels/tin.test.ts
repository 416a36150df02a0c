import { describe, expect, it } from 'vitest';
import { concaveHullMask } from '#domain/geometry/concave-hull.ts';
import { volumeOverPlane, volumeOverSurface } from '#domain/geometry/tin-volume.ts';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import { createTinKernel } from '#wasm/bindings/tin.ts';
import { loadKernel } from '../support/kernels.ts';
import { createLidarPoints, createPoints, createRandom } from '../support/point-sets.ts';

const delaunay = loadKernel('delaunay');
const module = loadKernel('tin');

function createTin(points: Float64Array) {
  return createDelaunay(delaunay).buildTin(points);
}

/** A square of `side` from the origin whose height is linear. */
function createSlope(side: number, height: (x: number, y: number) => number) {
  return createTin(
    createPoints(4, (i) => {
      const [x, y] = [(i & 1) * side, (i >> 1) * side];
      return [x, y, height(x, y)];
    }),
  );
}

describe('volume over a plane', () => {
  it('equals the reference on lidar terrain, whatever the height of the plane', () => {
    const tin = createTin(createLidarPoints(101, 3));
    const kernel = createTinKernel(module);
    kernel.load(tin);
    for (const z of [0, 90, 100, 105.5, 119, 1000]) {
      const expected = volumeOverPlane(tin, z);
      const volume = kernel.volumeOverPlane({ z });
      for (const key of ['cut', 'fill', 'net', 'planArea', 'surfaceArea'] as const) {
        expect(volume[key] / (Math.abs(expected[key]) || 1)).toBeCloseTo(
          expected[key] === 0 ? 0 : Math.sign(expected[key]),
          10,
        );
      }
    }
  });

  it('is exact for a slope through the plane', () => {
    const kernel = createTinKernel(module);
    kernel.load(createSlope(10, (x) => x - 5));
    const volume = kernel.volumeOverPlane({ z: 0 });
    expect(volume.cut).toBeCloseTo(125, 12);
    expect(volume.fill).toBeCloseTo(125, 12);
    expect(volume.planArea).toBe(100);
    expect(volume.surfaceArea).toBeCloseTo(100 * Math.SQRT2, 12);
  });

  it('is 0 over the plane that the surface lies in', () => {
    const kernel = createTinKernel(module);
    kernel.load(createSlope(10, (x, y) => 3 + x / 4 - y / 8));
    const volume = kernel.volumeOverPlane({
      z: 3 + 1 / 4 - 1 / 8,
      slopeX: 1 / 4,
      slopeY: -1 / 8,
      originX: 1,
      originY: 1,
    });
    expect(volume.cut).toBe(0);
    expect(volume.fill).toBe(0);
  });
});

describe('volume over a surface', () => {
  it('equals the reference on unlike triangulations', () => {
    const upper = createTin(createLidarPoints(41, 3));
    const lower = createTin(createLidarPoints(29, 8, 1.5));
    const kernel = createTinKernel(module);
    kernel.load(upper);
    const volume = kernel.volumeOverSurface(lower);
    const expected = volumeOverSurface(upper, lower);
    expect(volume.planArea).toBeCloseTo(expected.planArea, 7);
    expect(volume.surfaceArea).toBeCloseTo(expected.surfaceArea, 7);
    expect(volume.cut).toBeCloseTo(expected.cut, 7);
    expect(volume.fill).toBeCloseTo(expected.fill, 7);
  });

  it('is the plane volume of the part over a level square', () => {
    const kernel = createTinKernel(module);
    kernel.load(createSlope(10, (x) => x));
    const square = createTin(createPoints(4, (i) => [2 + 4 * (i & 1), 3 + 4 * (i >> 1), 3]));
    const volume = kernel.volumeOverSurface(square);
    expect(volume.planArea).toBeCloseTo(16, 12);
    expect(volume.cut).toBeCloseTo(4 * 4.5, 12);
    expect(volume.fill).toBeCloseTo(4 * 0.5, 12);
    expect(volume.surfaceArea).toBeCloseTo(16 * Math.SQRT2, 12);
  });

  it('changes sign when the surfaces are exchanged', () => {
    const upper = createTin(createLidarPoints(31, 3));
    const lower = createTin(createLidarPoints(31, 4));
    const kernel = createTinKernel(module);
    kernel.load(upper);
    const volume = kernel.volumeOverSurface(lower);
    kernel.load(lower);
    const other = kernel.volumeOverSurface(upper);
    expect(other.cut).toBeCloseTo(volume.fill, 8);
    expect(other.fill).toBeCloseTo(volume.cut, 8);
    expect(other.planArea).toBeCloseTo(volume.planArea, 8);
  });

  it('is 0 where surfaces are apart, and against itself', () => {
    const kernel = createTinKernel(module);
    kernel.load(createSlope(10, () => 5));
    const far = createTin(createPoints(4, (i) => [100 + (i & 1), 100 + (i >> 1), 0]));
    expect(kernel.volumeOverSurface(far)).toEqual({ cut: 0, fill: 0, net: 0, planArea: 0, surfaceArea: 0 });
    const tin = createTin(createLidarPoints(31, 5));
    kernel.load(tin);
    const own = kernel.volumeOverSurface(tin);
    expect(own.planArea).toBeCloseTo(volumeOverPlane(tin, 0).planArea, 8);
    expect(own.cut + own.fill).toBeLessThan(1e-8 * own.planArea);
  });
});

describe('gridding', () => {
  const frame = { width: 21, height: 21, originX: 0, originY: 10, cellSize: 0.5 };

  it('covers the whole hull, centres on its edges and corners included', () => {
    const kernel = createTinKernel(module);
    kernel.load(createSlope(10, (x, y) => 2 * x - y));
    const { values } = kernel.grid(frame);
    for (let row = 0; row < 21; row++) {
      for (let column = 0; column < 21; column++) {
        expect(values[row * 21 + column]).toBeCloseTo(2 * column * 0.5 - (10 - row * 0.5), 5);
      }
    }
  });

  it('leaves no hole between triangles and nothing outside', () => {
    const random = createRandom(2);
    const corners = [0, 0, 10, 0, 10, 10, 0, 10];
    const points = createPoints(500, (i) =>
      i < 4 ? [corners[2 * i]!, corners[2 * i + 1]!, corners[2 * i]!] : [10 * random(), 10 * random(), 0],
    );
    for (let i = 0; i < points.length; i += 3) points[i + 2] = 3 * points[i]! + points[i + 1]!;
    const kernel = createTinKernel(module);
    kernel.load(createTin(points));
    const wide = { width: 50, height: 50, originX: -2.37, originY: 12.41, cellSize: 0.3 };
    const { values } = kernel.grid(wide);
    for (let row = 0; row < 50; row++) {
      for (let column = 0; column < 50; column++) {
        const x = wide.originX + 0.3 * column;
        const y = wide.originY - 0.3 * row;
        const isInside = x >= 0 && x <= 10 && y >= 0 && y <= 10;
        const value = values[row * 50 + column]!;
        if (isInside) expect(value).toBeCloseTo(3 * x + y, 4);
        else expect(value).toBeNaN();
      }
    }
  });

  it('leaves out triangles with long edges, and those beyond the concave hull only from outside', () => {
    const inRing = (x: number, y: number) => Math.hypot(x - 10, y - 10) > 4;
    const inBay = (x: number, y: number) => x < 16 || Math.abs(y - 10) > 3;
    const places: [number, number, number][] = [];
    for (let x = 0; x <= 20; x++)
      for (let y = 0; y <= 20; y++) if (inRing(x, y) && inBay(x, y)) places.push([x, y, 1]);
    const tin = createTin(createPoints(places.length, (i) => places[i]!));
    const kernel = createTinKernel(module);
    kernel.load(tin);
    const whole = { width: 21, height: 21, originX: 0, originY: 20, cellSize: 1 };
    const at = (values: Float32Array, x: number, y: number) => values[(20 - y) * 21 + x]!;
    const short = kernel.grid(whole, { maxEdge: 2.5 }).values;
    expect(at(short, 10, 10)).toBeNaN();
    expect(at(short, 19, 10)).toBeNaN();
    expect(at(short, 2, 10)).toBe(1);
    const hull = kernel.grid(whole, { mask: concaveHullMask(tin, 3) }).values;
    expect(at(hull, 10, 10)).toBe(1);
    expect(at(hull, 19, 10)).toBeNaN();
    expect(at(hull, 2, 10)).toBe(1);
  });

  it('refuses a grid beyond memory by a typed error', () => {
    const kernel = createTinKernel(module);
    kernel.load(createSlope(10, () => 1));
    expect(() => kernel.grid({ ...frame, width: 1e6, height: 1e6 })).toThrow(
      expect.objectContaining({ code: 'geometry.grid-too-large' }),
    );
  });
});
