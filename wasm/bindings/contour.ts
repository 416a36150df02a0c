import { AppError } from '#domain/errors/app-error.ts';
import type { ContourLines } from '#domain/geometry/grid/contour-lines.ts';
import type { Grid } from '#domain/geometry/grid/grid.ts';
import { linkHalfedges, type Tin } from '#domain/geometry/tin/tin.ts';
import { instantiate } from './instance.ts';

interface ContourExports {
  readonly memory: WebAssembly.Memory;
  prepareLevels(count: number): number;
  prepareGrid(cells: number): number;
  traceGrid(width: number, height: number, originX: number, originY: number, cellSize: number): number;
  prepareTin(points: number, triangles: number): number;
  tinTriangles(): number;
  tinHalfedges(): number;
  traceTin(): number;
  lines(): number;
  lineTotal(): number;
  coordinates(): number;
  coordinateTotal(): number;
}

/**
 * Traces contours. Lines have higher ground on their left, so a ring around a peak is counter-clockwise. They are
 * ordered by level, then open lines before rings, then by start (row by row from the north-west for a grid, triangle by
 * triangle for a TIN). A value at or above a level counts as above it. Lines end where values are missing.
 */
export interface ContourKernel {
  /**
   * Contours of a grid (borrowed), linear between cell centres, by marching squares in one pass for all levels. On a
   * saddle the mean of the four values decides: at or above the level, the high corners are connected.
   * @param levels ascending, at least one
   * @throws geometry.levels-invalid, geometry.grid-too-large
   */
  traceGrid(grid: Grid, levels: Float64Array): ContourLines;
  /** Contours of a TIN (borrowed), exact on its triangles. @throws geometry.levels-invalid, geometry.too-large */
  traceTin(tin: Tin, levels: Float64Array): ContourLines;
}

/** Maximum number of levels; a rank has 16 bits. */
const levelLimit = 30_000;
const cellLimit = 2 ** 29;

/** Creates an instance of the contour kernel. */
export function createContourKernel(module: WebAssembly.Module): ContourKernel {
  const kernel = instantiate<ContourExports>(module);
  return {
    traceGrid(grid, levels) {
      loadLevels(kernel, levels);
      const { width, height } = grid;
      const at = width * height <= cellLimit ? kernel.prepareGrid(width * height) >>> 0 : 0;
      if (at === 0) throw gridTooLarge(grid);
      new Float32Array(kernel.memory.buffer, at, width * height).set(grid.values);
      if (kernel.traceGrid(width, height, grid.originX, grid.originY, grid.cellSize) === 0) {
        throw gridTooLarge(grid);
      }
      return readLines(kernel, levels);
    },
    traceTin(tin, levels) {
      loadLevels(kernel, levels);
      const points = tin.points.length / 3;
      const at = kernel.prepareTin(points, tin.triangles.length / 3) >>> 0;
      if (at === 0) throw tinTooLarge(tin);
      new Float64Array(kernel.memory.buffer, at, tin.points.length).set(tin.points);
      const triangles = kernel.tinTriangles() >>> 0;
      new Uint32Array(kernel.memory.buffer, triangles, tin.triangles.length).set(tin.triangles);
      const halfedges = kernel.tinHalfedges() >>> 0;
      const twins = tin.halfedges ?? linkHalfedges(tin.triangles, points);
      new Int32Array(kernel.memory.buffer, halfedges, twins.length).set(twins);
      if (kernel.traceTin() === 0) throw tinTooLarge(tin);
      return readLines(kernel, levels);
    },
  };
}

function gridTooLarge({ width, height }: Grid): AppError {
  return new AppError('geometry.grid-too-large', { width, height, limit: cellLimit });
}

function tinTooLarge(tin: Tin): AppError {
  const mebibytes = Math.ceil((tin.points.byteLength + 2 * tin.triangles.byteLength) / 2 ** 20);
  return new AppError('geometry.too-large', { count: tin.points.length / 3, mebibytes });
}

function loadLevels(kernel: ContourExports, levels: Float64Array): void {
  const isAscending = levels.every((level, i) => (i === 0 ? Number.isFinite(level) : level > levels[i - 1]!));
  if (levels.length === 0 || levels.length > levelLimit || !isAscending) {
    const low = levels[0] ?? 0;
    const high = levels.at(-1) ?? 0;
    const interval = (levels[1] ?? low) - low;
    throw new AppError('geometry.levels-invalid', {
      low,
      high,
      interval,
      count: levels.length,
      limit: levelLimit,
    });
  }
  const at = kernel.prepareLevels(levels.length) >>> 0;
  new Float64Array(kernel.memory.buffer, at, levels.length).set(levels);
}

/** Copies the lines out, grouped by level (a stable counting sort of the kernel's lines). */
function readLines(kernel: ContourExports, levels: Float64Array): ContourLines {
  const count = kernel.lineTotal();
  const { buffer } = kernel.memory;
  const found = new Int32Array(buffer, kernel.lines() >>> 0, 3 * count);
  const source = new Float64Array(buffer, kernel.coordinates() >>> 0, 2 * kernel.coordinateTotal());
  const place = new Uint32Array(levels.length + 1);
  for (let i = 0; i < count; i++) place[found[3 * i]! + 1]!++;
  for (let k = 0; k < levels.length; k++) place[k + 1]! += place[k]!;
  const sorted = new Uint32Array(count);
  for (let i = 0; i < count; i++) sorted[place[found[3 * i]!]!++] = i;
  const lineLevels = new Uint32Array(count);
  const starts = new Uint32Array(count + 1);
  const coordinates = new Float64Array(source.length);
  let end = 0;
  for (let i = 0; i < count; i++) {
    const line = 3 * sorted[i]!;
    const first = found[line + 1]!;
    const length = found[line + 2]!;
    lineLevels[i] = found[line]!;
    coordinates.set(source.subarray(2 * first, 2 * (first + length)), 2 * end);
    end += length;
    starts[i + 1] = end;
  }
  return { levels: levels.slice(), lineLevels, starts, coordinates };
}
