import { describe, expect, it } from 'vitest';
import { createGrid } from '#domain/geometry/grid/grid.ts';
import { pyramidOf } from '#domain/geometry/grid/occupancy-pyramid.ts';
import { createOccupancy } from '#domain/geometry/outline/survey-outline.ts';
import { loadKernels } from '#tests/support/kernels.ts';
import { createPoints } from '#tests/support/point-sets.ts';
import { createTaskContext } from '#tests/support/task-context.ts';
import { buildTin } from './build-tin.ts';
import { gridSurface } from './grid-surface.ts';
import { measureVolume, type PlaneVolume } from './measure-volume.ts';
import { traceContours } from './trace-contours.ts';

/** A 9 × 9 grid of points at 1 apart with a height each. */
function createSquare(z: (x: number, y: number) => number): Float64Array {
  return createPoints(81, (i) => {
    const [x, y] = [i % 9, Math.floor(i / 9)];
    return [x + 0.001 * ((i * 7) % 5), y + 0.001 * ((i * 3) % 7), z(x, y)];
  });
}

describe('geometry tasks', () => {
  it('build a TIN with breaklines as edges, also where a point is repeated', async () => {
    const points = Float64Array.of(...createSquare(() => 0), 8, 4, 0);
    points.set(points.subarray(3 * 44, 3 * 44 + 3), 3 * 81);
    const { output } = await buildTin({ points, breaklines: [Uint32Array.of(0, 79)] }, createTaskContext());
    const has = (a: number, b: number) => {
      const [from, to] = [output.order.indexOf(a), output.order.indexOf(b)];
      return output.triangles.some(
        (v, e) => v === from && output.triangles[e % 3 === 2 ? e - 2 : e + 1] === to,
      );
    };
    expect(has(0, 79) && has(79, 0)).toBe(true);
    const other = await buildTin({ points, breaklines: [Uint32Array.of(36, 81)] }, createTaskContext());
    const from = other.output.order.indexOf(36);
    const to = other.output.order.indexOf(44);
    const { triangles } = other.output;
    expect(triangles.some((v, e) => v === from && triangles[e % 3 === 2 ? e - 2 : e + 1] === to)).toBe(true);
  });

  it('refuse breaklines that cross', async () => {
    const crossing = [Uint32Array.of(0, 80), Uint32Array.of(8, 72)];
    await expect(
      (async () => buildTin({ points: createSquare(() => 0), breaklines: crossing }, createTaskContext()))(),
    ).rejects.toThrow(expect.objectContaining({ code: 'geometry.breakline-crossing' }));
  });

  it('grid points, hand the values over, and stop when aborted', async () => {
    const frame = { width: 8, height: 8, originX: 0.5, originY: 7.5, cellSize: 1 };
    const occupied = createOccupancy({ minX: 0, minY: 0, maxX: 9, maxY: 9 }, 3);
    const points = createSquare((x, y) => 2 * x + y);
    for (let k = 0; k < points.length; k += 3) occupied.see(points[k]!, points[k + 1]!);
    const input = {
      points,
      frame,
      window: { x: 0, y: 0, width: 8, height: 8 },
      wanted: new Uint8Array(64).fill(1),
      occupancy: pyramidOf(occupied),
      loaded: { left: 0, bottom: 0, right: 3, top: 3, marks: null },
    };
    const { output, transfer } = await gridSurface(input, createTaskContext());
    expect(transfer).toContain(output.values.buffer);
    expect(output.values[7 * 8]).toBeCloseTo(1.5, 1);
    expect(output.values.every((z) => !Number.isNaN(z))).toBe(true);
    expect(output.met).toHaveLength(0);
    expect(output.open).toEqual(new Uint8Array(64));
    await expect(
      (async () => gridSurface(input, createTaskContext({ signal: AbortSignal.abort() })))(),
    ).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });

  it('leave cells open whose heights points may change that were not given', async () => {
    const occupied = createOccupancy({ minX: 0, minY: 0, maxX: 9, maxY: 9 }, 1);
    const square = createSquare((x, y) => x * y);
    for (let k = 0; k < square.length; k += 3) occupied.see(square[k]!, square[k + 1]!);
    const west = square.filter((_, k) => square[k - (k % 3)]! < 4);
    const input = {
      points: Float64Array.of(...west, 8.016, 0, 0, 8.016, 8, 64),
      frame: { width: 8, height: 8, originX: 0.5, originY: 7.5, cellSize: 1 },
      window: { x: 1, y: 0, width: 5, height: 8 },
      wanted: new Uint8Array(40).fill(1),
      occupancy: pyramidOf(occupied),
      loaded: { left: 0, bottom: 0, right: 3, top: 8, marks: null },
    };
    const { output } = await gridSurface(input, createTaskContext());
    for (let row = 0; row < 8; row++) {
      expect([...output.open.subarray(5 * row, 5 * row + 5)].slice(0, 1)).toEqual([0]);
      expect([...output.open.subarray(5 * row, 5 * row + 5)].slice(2)).toEqual([1, 1, 1]);
    }
    expect([...output.met].some((bin) => bin % 10 > 3)).toBe(true);
  });

  it('trace no contours where no level lies', async () => {
    const { output } = await traceContours(
      {
        surface: {
          kind: 'tin',
          tin: (await buildTin({ points: createSquare((x) => x / 100) }, createTaskContext())).output,
        },
        choice: { interval: 1, base: 0.5 },
      },
      createTaskContext(),
    );
    expect(output.lineLevels).toHaveLength(0);
    expect([...output.starts]).toEqual([0]);
  });

  it('refuse a polygon beside the surface, and a polygon base without polygon', async () => {
    const { output: tin } = await buildTin({ points: createSquare(() => 1) }, createTaskContext());
    const surface = { kind: 'tin', tin } as const;
    const polygon = [
      [
        [100, 100],
        [101, 100],
        [101, 101],
      ] as [number, number][],
    ];
    const measure = async (request: PlaneVolume) => measureVolume(request, loadKernels());
    await expect(measure({ surface, base: { kind: 'plane', elevation: 0 }, polygon })).rejects.toThrow(
      expect.objectContaining({ code: 'geometry.no-overlap' }),
    );
    await expect(measure({ surface, base: { kind: 'polygon', choice: { kind: 'lowest' } } })).rejects.toThrow(
      expect.objectContaining({ code: 'geometry.polygon-invalid' }),
    );
    await expect(
      measure({ surface, base: { kind: 'polygon', choice: { kind: 'lowest' } }, polygon }),
    ).rejects.toThrow(expect.objectContaining({ code: 'geometry.base-off-surface' }));
  });

  it('give the true area of the surface, whatever it is measured against and whether or not a ring is drawn', async () => {
    const frame = { width: 20, height: 20, originX: 0.5, originY: 19.5, cellSize: 1 };
    const steep = createGrid(
      frame,
      Float32Array.from({ length: 400 }, (_, i) => i % 20),
    );
    const surface = { kind: 'grid', grid: steep } as const;
    const other = { kind: 'grid', grid: createGrid(frame, steep.values.slice().fill(3)) } as const;
    const alike = { kind: 'grid', grid: createGrid(frame, steep.values.slice()) } as const;
    const ring: [number, number][] = [
      [0, 0],
      [20, 0],
      [20, 20],
      [0, 20],
    ];
    for (const against of [other, alike]) {
      for (const polygon of [{}, { polygon: [ring] }]) {
        const request = { surface, base: { kind: 'surface', surface: against }, ...polygon } as const;
        const report = measureVolume(request, loadKernels());
        expect(report.planArea).toBeCloseTo(400, 9);
        expect(report.surfaceArea).toBeCloseTo(400 * Math.SQRT2, 6);
      }
    }
  });
});
