import { describe, expect, it } from 'vitest';
import type { GridFrame } from '#domain/geometry/grid/grid.ts';
import { triangulatePolygon } from '#domain/geometry/tin/polygon-tin.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import { clipTin, tinArea, volumeOverPlane, volumeOverSurface } from '#domain/geometry/tin/tin-volume.ts';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import { createTinKernel, type TinKernel } from '#wasm/bindings/tin.ts';
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

/** Heights at all cells of a frame. */
function gridOf(kernel: TinKernel, frame: GridFrame): Float32Array {
  const { width, height } = frame;
  return kernel.gridBlock(frame, { x: 0, y: 0, width, height }, new Uint8Array(width * height).fill(1))
    .values;
}

describe('gridding', () => {
  const frame = { width: 21, height: 21, originX: 0, originY: 10, cellSize: 0.5 };

  it('covers the whole hull, centres on its edges and corners included', () => {
    const kernel = createTinKernel(module);
    kernel.load(createSlope(10, (x, y) => 2 * x - y));
    const values = gridOf(kernel, frame);
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
    const values = gridOf(kernel, wide);
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

  it('gives the same bits in any window and for any order of corners, and the greater of two on an edge', () => {
    const tin = createTin(createLidarPoints(61, 9));
    const kernel = createTinKernel(module);
    const whole = { width: 150, height: 140, originX: 499_990.3, originY: 4_649_850.1, cellSize: 0.7 };
    kernel.load(tin);
    const all = gridOf(kernel, whole);
    const turned = tin.triangles.map((_, k, list) => list[k - (k % 3) + ((k + 1) % 3)]!);
    const backwards = new Uint32Array(turned.length);
    for (let k = 0; k < turned.length; k += 3)
      backwards.set(turned.subarray(k, k + 3), turned.length - 3 - k);
    kernel.load({ points: tin.points, triangles: backwards });
    for (const window of [
      { x: 0, y: 0, width: 150, height: 140 },
      { x: 37, y: 21, width: 40, height: 70 },
      { x: -5, y: 130, width: 60, height: 30 },
    ]) {
      const wanted = new Uint8Array(window.width * window.height).fill(1);
      const { values } = kernel.gridBlock(whole, window, wanted);
      for (let k = 0; k < values.length; k++) {
        const [x, y] = [window.x + (k % window.width), window.y + Math.floor(k / window.width)];
        if (x < 0 || y >= 140) continue;
        expect(values[k]).toBe(all[y * 150 + x]);
      }
    }
  });

  it('leaves out cells that are not wanted, and triangles with a corner without height', () => {
    const kernel = createTinKernel(module);
    const slope = createSlope(10, (x) => x);
    const { points } = slope;
    for (let k = 0; k < points.length; k += 3) if (points[k]! > points[k + 1]!) points[k + 2] = Number.NaN;
    kernel.load(slope);
    const wanted = new Uint8Array(21 * 21).fill(1);
    wanted[0] = 0;
    const { values } = kernel.gridBlock(frame, { x: 0, y: 0, width: 21, height: 21 }, wanted);
    expect(values[0]).toBeNaN();
    expect(values.filter((z) => !Number.isNaN(z)).length).toBeLessThan(250);
    expect(values[21 * 10]).toBeCloseTo(0, 6);
    expect(values[21 * 10 + 20]).toBeNaN();
  });

  it('lists the triangles at wanted cells whose circles leave a rectangle, and the cells at some', () => {
    const kernel = createTinKernel(module);
    kernel.load(createTin(Float64Array.of(1, 1, 0, 3, 1, 0, 1, 3, 0, 3.5, 3, 0, 9, 9, 0)));
    const small = { width: 4, height: 4, originX: 0.5, originY: 3.5, cellSize: 1 };
    const wanted = new Uint8Array(16).fill(1);
    const block = kernel.gridBlock(small, { x: 0, y: 0, width: 4, height: 4 }, wanted);
    const inside = block.leaving({ minX: -100, minY: -100, maxX: 100, maxY: 100 });
    expect(inside).toHaveLength(0);
    const leaving = block.leaving({ minX: 0, minY: 0, maxX: 4, maxY: 4 });
    expect(leaving.length).toBeGreaterThan(0);
    const cells = block.cellsAt([...leaving]);
    // between the first three points, whose circle is within
    expect(cells[2 * 4 + 1]).toBe(0);
    expect(cells.some((mark) => mark === 1)).toBe(true);
  });

  it('refuses a grid beyond memory by a typed error', () => {
    const kernel = createTinKernel(module);
    kernel.load(createSlope(10, () => 1));
    expect(() => kernel.gridBlock(frame, { x: 0, y: 0, width: 1e6, height: 1e6 }, new Uint8Array(0))).toThrow(
      expect.objectContaining({ code: 'geometry.grid-too-large' }),
    );
  });
});

describe('a surface clipped to an area', () => {
  /** The triangles that have a plan area, each as text, in the order of their text. */
  function piecesOf({ points, triangles }: Tin): string[] {
    const pieces: string[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = [0, 1, 2].map((k) => points.subarray(3 * triangles[t + k]!, 3 * triangles[t + k]! + 3));
      const piece = {
        points: Float64Array.from(corners.flatMap((xyz) => [...xyz])),
        triangles: uint32(0, 1, 2),
      };
      if (Math.abs(tinArea(piece).planArea) > 1e-8) pieces.push(piece.points.join(' '));
    }
    return pieces.sort();
  }

  const uint32 = (...numbers: number[]) => Uint32Array.from(numbers);

  /** A star of `corners` in the middle of the surface, with the middle cut out. */
  const star = (corners: number) => {
    const ring = (size: number) =>
      Array.from({ length: corners }, (_, i): [number, number] => {
        const angle = (2 * Math.PI * i) / corners;
        const radius = size * (1 + 0.3 * Math.cos(5 * angle));
        return [500_050.3 + radius * Math.cos(angle), 4_649_826.1 + radius * Math.sin(angle)];
      });
    return triangulatePolygon([ring(25), ring(10).reverse()]);
  };

  it.each([8, 90])('has the pieces of the reference, to the last bit: %i corners', (corners) => {
    const tin = createTin(createLidarPoints(101, 3));
    const area = star(corners);
    const kernel = createTinKernel(module);
    kernel.load(tin);
    const clipped = kernel.clip(area);
    const expected = clipTin(tin, area);
    expect(clipped.triangles.length).toBeGreaterThan(3000);
    expect(piecesOf(clipped)).toEqual(piecesOf(expected));
    expect(tinArea(clipped).planArea / tinArea(area).planArea).toBeCloseTo(1, 9);
  });

  it('is empty beside the surface, and can be clipped again', () => {
    const kernel = createTinKernel(module);
    kernel.load(createSlope(10, (x) => x));
    expect(kernel.clip(star(8)).triangles).toHaveLength(0);
    const right = triangulatePolygon([
      [
        [6, -1],
        [20, -1],
        [20, 20],
        [6, 20],
      ],
    ]);
    for (let time = 0; time < 2; time++) {
      const clipped = kernel.clip(right);
      expect(tinArea(clipped).planArea).toBeCloseTo(40, 12);
      expect(volumeOverPlane(clipped, 0).cut).toBeCloseTo(320, 12);
    }
  });

  it('is as large as it must be', () => {
    const kernel = createTinKernel(module);
    const tin = createTin(createLidarPoints(400, 5));
    kernel.load(tin);
    const clipped = kernel.clip(createTin(createLidarPoints(30, 9, 14)));
    expect(clipped.triangles.length / 3).toBeGreaterThan(300_000);
    expect(tinArea(clipped).planArea).toBeLessThanOrEqual(tinArea(tin).planArea * (1 + 1e-9));
  });
});
