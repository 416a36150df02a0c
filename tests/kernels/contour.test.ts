import { contours } from 'd3-contour';
import { describe, expect, it } from 'vitest';
import { type ContourLines, contourLevels, isRing } from '#domain/geometry/grid/contour-lines.ts';
import { createGrid, type Grid } from '#domain/geometry/grid/grid.ts';
import { createContourKernel } from '#wasm/bindings/contour.ts';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import { loadKernel } from '../support/kernels.ts';
import { createLidarPoints, rollingHeight } from '../support/point-sets.ts';

const kernel = createContourKernel(loadKernel('contour'));

function createSurface(width: number, height: number, z: (column: number, row: number) => number): Grid {
  const grid = createGrid({ width, height, originX: 1000, originY: 2000, cellSize: 2 });
  for (let i = 0; i < grid.values.length; i++) grid.values[i] = z(i % width, Math.floor(i / width));
  return grid;
}

/** The lines as lists of places in cells from the north-west value. */
function linesOf(lines: ContourLines): [number, number][][] {
  return Array.from({ length: lines.lineLevels.length }, (_, line) => {
    const places: [number, number][] = [];
    for (let i = lines.starts[line]!; i < lines.starts[line + 1]!; i++) {
      places.push([(lines.coordinates[2 * i]! - 1000) / 2, (2000 - lines.coordinates[2 * i + 1]!) / 2]);
    }
    return places;
  });
}

/** Twice the signed area (y up) of a ring given in cells (y down). */
function turning(ring: readonly [number, number][]): number {
  let twice = 0;
  for (let i = 1; i < ring.length; i++)
    twice += ring[i]![0] * ring[i - 1]![1] - ring[i - 1]![0] * ring[i]![1];
  return twice;
}

describe('contours of a grid', () => {
  it('runs straight across a slope with higher ground on the left', () => {
    const lines = kernel.traceGrid(
      createSurface(5, 4, (column) => column),
      Float64Array.of(0.5, 2.25),
    );
    expect([...lines.lineLevels]).toEqual([0, 1]);
    const [first, second] = linesOf(lines);
    expect(first).toEqual(
      [
        [0.5, 0],
        [0.5, 1],
        [0.5, 2],
        [0.5, 3],
      ].map((place) => place),
    );
    expect(second!.map(([x]) => x)).toEqual([2.25, 2.25, 2.25, 2.25]);
  });

  it('makes a counter-clockwise ring around a peak and a clockwise one around a pit', () => {
    const peak = kernel.traceGrid(
      createSurface(5, 5, (c, r) => (c === 2 && r === 2 ? 2 : 0)),
      Float64Array.of(1),
    );
    expect(peak.lineLevels).toHaveLength(1);
    expect(isRing(peak, 0)).toBe(true);
    expect(turning(linesOf(peak)[0]!)).toBeCloseTo(1, 12);
    const pit = kernel.traceGrid(
      createSurface(5, 5, (c, r) => (c === 2 && r === 2 ? 0 : 2)),
      Float64Array.of(1),
    );
    expect(turning(linesOf(pit)[0]!)).toBeCloseTo(-1, 12);
  });

  it('decides saddles by the mean of the corners', () => {
    const saddle = (high: number) =>
      linesOf(
        kernel.traceGrid(
          createSurface(2, 2, (c, r) => (c === r ? high : 0)),
          Float64Array.of(1),
        ),
      );
    // Mean 1.5: the high corners (north-west, south-east) are joined, the low ones cut off.
    const joined = saddle(3);
    expect(joined).toHaveLength(2);
    const cutOff = (line: [number, number][]) => line.map(([x, y]) => Math.sign(x - y));
    expect(joined.map(cutOff).map((signs) => new Set(signs).size)).toEqual([1, 1]);
    // Mean 0.75: the low corners are joined.
    const apart = saddle(1.5);
    const side = (line: [number, number][]) => new Set(line.map(([x, y]) => Math.sign(x + y - 1))).size;
    expect(apart.map(side)).toEqual([1, 1]);
  });

  it('counts a value at the level as above, so lines never branch', () => {
    const lines = kernel.traceGrid(
      createSurface(4, 4, (c, r) => (c === r ? 1 : 0)),
      Float64Array.of(1),
    );
    for (const line of linesOf(lines)) expect(line.length).toBeGreaterThan(1);
    const flat = kernel.traceGrid(
      createSurface(4, 4, () => 1),
      Float64Array.of(1),
    );
    expect(flat.lineLevels).toHaveLength(0);
  });

  it('ends lines where values are missing', () => {
    const grid = createSurface(7, 3, (c, r) => (c === 3 && r === 1 ? Number.NaN : r));
    const lines = linesOf(kernel.traceGrid(grid, Float64Array.of(0.5)));
    expect(lines).toHaveLength(2);
    const columns = lines.map((line) => line.map(([x]) => x).sort((a, b) => a - b));
    expect(columns.sort((a, b) => a[0]! - b[0]!)).toEqual([
      [0, 1, 2],
      [4, 5, 6],
    ]);
  });

  it('encloses the same area as d3-contour at every level', () => {
    const [width, height] = [90, 70];
    const z = (c: number, r: number) => {
      const edge = Math.min(c, r, width - 1 - c, height - 1 - r);
      return edge === 0 ? -1 : 5 + 4 * Math.sin(c / 6) * Math.cos(r / 5) + Math.sin(c / 3 + r / 4);
    };
    const grid = createSurface(width, height, z);
    const levels = contourLevels(-0.9, 9.9, 0.37, 0.01);
    const lines = kernel.traceGrid(grid, levels);
    const area = new Float64Array(levels.length);
    for (const [i, line] of linesOf(lines).entries()) {
      expect(isRing(lines, i)).toBe(true);
      area[lines.lineLevels[i]!]! += turning(line) / 2;
    }
    const theirs = contours()
      .size([width, height])
      .thresholds([...levels])([...grid.values]);
    for (const [k, shape] of theirs.entries()) {
      const rings = shape.coordinates.flat() as [number, number][][];
      const expected = rings.reduce((sum, ring) => sum + turning(ring) / 2, 0);
      // d3 joins saddles differently: each differs by less than a cell.
      expect(Math.abs(area[k]! - Math.abs(expected))).toBeLessThan(0.002 * Math.abs(expected) + 1);
    }
  });

  it('puts every place on its level', () => {
    const grid = createSurface(60, 60, (c, r) => rollingHeight(5 * c, 4 * r));
    const lines = kernel.traceGrid(grid, contourLevels(80, 120, 1));
    expect(lines.lineLevels.length).toBeGreaterThan(20);
    for (const [i, line] of linesOf(lines).entries()) {
      const level = lines.levels[lines.lineLevels[i]!]!;
      for (const [x, y] of line) {
        const [c, r] = [Math.floor(x), Math.floor(y)];
        const along =
          x > c ? grid.values[r * 60 + c]! * (1 - x + c) + grid.values[r * 60 + c + 1]! * (x - c) : undefined;
        const down =
          y > r
            ? grid.values[r * 60 + c]! * (1 - y + r) + grid.values[(r + 1) * 60 + c]! * (y - r)
            : undefined;
        expect(along ?? down ?? grid.values[r * 60 + c]!).toBeCloseTo(level, 5);
      }
    }
  });

  it('orders lines by level and gives the same bytes again', () => {
    const grid = createSurface(80, 80, (c, r) => 10 * Math.sin(c / 7) * Math.cos(r / 9));
    const levels = contourLevels(-10, 10, 0.5);
    const first = kernel.traceGrid(grid, levels);
    expect([...first.lineLevels]).toEqual([...first.lineLevels].sort((a, b) => a - b));
    expect(createContourKernel(loadKernel('contour')).traceGrid(grid, levels)).toEqual(first);
  });

  it.each([[[]], [[1, 1]], [[2, 1]], [[Number.NaN]]])('refuses levels %j', (levels) => {
    const grid = createSurface(3, 3, (c) => c);
    expect(() => kernel.traceGrid(grid, Float64Array.from(levels))).toThrow(
      expect.objectContaining({ code: 'geometry.levels-invalid' }),
    );
  });
});

describe('contours of a TIN', () => {
  it('are whole lines on their levels, with higher ground on the left', () => {
    const tin = createDelaunay(loadKernel('delaunay')).buildTin(createLidarPoints(120, 6));
    const lines = kernel.traceTin(tin, contourLevels(80, 120, 2));
    expect(lines.lineLevels.length).toBeGreaterThan(5);
    let steep = 0;
    const riseOnLeft = (i: number) => {
      const [x, y] = [lines.coordinates[i]!, lines.coordinates[i + 1]!];
      const [dx, dy] = [lines.coordinates[i + 2]! - x, lines.coordinates[i + 3]! - y];
      const scale = 2 / Math.hypot(dx, dy);
      return rollingHeight(x - scale * dy, y + scale * dx) - rollingHeight(x + scale * dy, y - scale * dx);
    };
    const edgeDistance = (i: number) => {
      const [x, y] = [lines.coordinates[i]! - 500_000, lines.coordinates[i + 1]! - 4_649_776];
      return Math.min(x, y, 119.6 - x, 119.6 - y);
    };
    for (let line = 0; line < lines.lineLevels.length; line++) {
      const level = lines.levels[lines.lineLevels[line]!]!;
      const [from, to] = [2 * lines.starts[line]!, 2 * lines.starts[line + 1]!];
      for (let i = from; i < to; i += 2) {
        // Slivers along the hull bridge the terrain.
        if (edgeDistance(i) < 2) continue;
        expect(rollingHeight(lines.coordinates[i]!, lines.coordinates[i + 1]!)).toBeCloseTo(level, 1);
      }
      const middle = from + 2 * Math.floor((to - from) / 4);
      // On a summit or saddle of the true terrain its slope says nothing.
      if (edgeDistance(middle) > 3) expect(riseOnLeft(middle)).toBeGreaterThan(-0.1);
      if (edgeDistance(middle) > 3 && riseOnLeft(middle) > 0.1) steep++;
      if (!isRing(lines, line)) expect(edgeDistance(from) < 1 && edgeDistance(to - 2) < 1).toBe(true);
    }
    expect(steep).toBeGreaterThan(5);
  });

  it('crosses flat triangles and corners at the level without breaking', () => {
    const tin = createDelaunay(loadKernel('delaunay')).buildTin(
      Float64Array.of(0, 0, 0, 4, 0, 1, 8, 0, 2, 0, 4, 0, 4, 4, 1, 8, 4, 2),
    );
    const lines = kernel.traceTin(tin, Float64Array.of(1));
    expect(lines.lineLevels).toHaveLength(1);
    const ys = [...lines.coordinates].filter((_, i) => i % 2 === 1);
    expect([Math.min(...ys), Math.max(...ys)]).toEqual([0, 4]);
    expect(new Set([...lines.coordinates].filter((_, i) => i % 2 === 0))).toEqual(new Set([4]));
  });
});
