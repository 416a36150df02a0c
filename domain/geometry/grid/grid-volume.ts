import { maxOf, minOf } from '../../math/extremes.ts';
import { clipToTriangle, type FlatPolygon, forEachFan, type LinearHeight } from '../plane/clip.ts';
import type { Tin } from '../tin/tin.ts';
import { trianglePlane } from '../tin/tin-height.ts';
import { prismVolume, type SurfaceVolume } from '../volume/volume.ts';
import { type Grid, gridRect, type SlopeMetric } from './grid.ts';

/** A volume of a gridded surface, with the part of the base that had no values. */
export interface GridVolume extends SurfaceVolume {
  /** Plan area of the base over cells without a value (or beyond the grid); it counts in nothing else. */
  readonly missingArea: number;
}

/**
 * The reference of the grid kernel (`wasm/src/grid.ts`): volumes of a gridded surface over a base TIN: each cell is a level square at its value, and partial cells and
 * tilted bases are integrated exactly. The true area uses each cell's slope by central differences.
 * Time is linear in the cells under the base.
 */
export function gridVolumeOverSurface(grid: Grid, base: Tin): GridVolume {
  const sum = { cut: 0, fill: 0, planArea: 0, surfaceArea: 0 };
  let baseArea = 0;
  for (let t = 0; t < base.triangles.length / 3; t++) baseArea += addTriangle(grid, base, t, sum);
  return { ...sum, net: sum.cut - sum.fill, missingArea: Math.max(0, baseArea - sum.planArea) };
}

interface VolumeSum {
  cut: number;
  fill: number;
  planArea: number;
  surfaceArea: number;
}

/** Adds the cells over one triangle of the base; returns the triangle's plan area. */
function addTriangle(grid: Grid, base: Tin, triangle: number, sum: VolumeSum): number {
  const { west, north, corners, minX, maxX, minY, maxY } = triangleInCells(grid, base, triangle);
  const plane = trianglePlane(base, triangle, west, north);
  if (!plane) return 0;
  const { cellSize } = grid;
  const edges = edgesOf(corners);
  const slope = { gx: -plane.gx * cellSize, gy: -plane.gy * cellSize };
  const slopeReach = (Math.abs(slope.gx) + Math.abs(slope.gy)) / 2;
  const lastRow = Math.min(grid.height - 1, Math.floor(maxY));
  const lastColumn = Math.min(grid.width - 1, Math.floor(maxX));
  for (let row = Math.max(0, Math.floor(minY)); row <= lastRow; row++) {
    for (let column = Math.max(0, Math.floor(minX)); column <= lastColumn; column++) {
      const z = grid.values[row * grid.width + column]!;
      if (Number.isNaN(z)) continue;
      const cover = coverOf(edges, column + 0.5, -row - 0.5);
      if (cover === 'none') continue;
      const steepness = cellSteepness(grid, row, column);
      const middle = z - plane.z + slope.gx * (column + 0.5) - slope.gy * (row + 0.5);
      if (cover === 'all' && Math.abs(middle) >= slopeReach) {
        addWholeCell(middle, cellSize, steepness, sum);
        continue;
      }
      // Cell units with y up, so that the triangle stays counter-clockwise.
      let piece: FlatPolygon = [column, -row - 1, column + 1, -row - 1, column + 1, -row, column, -row];
      if (cover === 'part') piece = clipToTriangle(piece, corners);
      if (piece.length > 0) addPiece(piece, { z: z - plane.z, ...slope }, cellSize, steepness, sum);
    }
  }
  const [ax, ay, bx, by, cx, cy] = corners as [number, number, number, number, number, number];
  return ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) * 0.5 * cellSize * cellSize;
}

/** Adds a cell that is covered whole and whose height keeps its sign: the height at its centre says all. */
function addWholeCell(height: number, cellSize: number, steepness: number, sum: VolumeSum): void {
  const area = cellSize * cellSize;
  if (height > 0) sum.cut += area * height;
  else sum.fill -= area * height;
  sum.planArea += area;
  sum.surfaceArea += area * steepness;
}

function addPiece(
  piece: FlatPolygon,
  height: LinearHeight,
  cellSize: number,
  steepness: number,
  sum: VolumeSum,
): void {
  forEachFan(piece, height, (cells, p, q, r) => {
    const area = cells * cellSize * cellSize;
    const prism = prismVolume(area, p, q, r);
    sum.cut += prism.cut;
    sum.fill += prism.fill;
    sum.planArea += area;
    sum.surfaceArea += area * steepness;
  });
}

/** An edge of a triangle as a function that is positive on its left, and how far a cell's corners change it. */
interface EdgeFunction {
  readonly px: number;
  readonly py: number;
  readonly ex: number;
  readonly ey: number;
  readonly reach: number;
}

function edgesOf(corners: readonly number[]): EdgeFunction[] {
  return [0, 2, 4].map((i) => {
    const px = corners[i]!;
    const py = corners[i + 1]!;
    const ex = corners[(i + 2) % 6]! - px;
    const ey = corners[(i + 3) % 6]! - py;
    return { px, py, ex, ey, reach: (Math.abs(ex) + Math.abs(ey)) / 2 };
  });
}

/** The part of the cell around a centre that a triangle covers, judged by the lines of its edges. */
function coverOf(edges: readonly EdgeFunction[], x: number, y: number): 'all' | 'part' | 'none' {
  let isWhole = true;
  for (const { px, py, ex, ey, reach } of edges) {
    const side = ex * (y - py) - ey * (x - px);
    if (side <= -reach) return 'none';
    if (side < reach) isWhole = false;
  }
  return isWhole ? 'all' : 'part';
}

/** A base triangle in units of cells from the grid's north-west corner, y up (so mostly negative). */
function triangleInCells(grid: Grid, base: Tin, triangle: number) {
  const { minX: west, maxY: north } = gridRect(grid);
  const corners: number[] = [];
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i < 3; i++) {
    const at = 3 * base.triangles[3 * triangle + i]!;
    const x = (base.points[at]! - west) / grid.cellSize;
    const y = (base.points[at + 1]! - north) / grid.cellSize;
    corners.push(x, y);
    xs.push(x);
    ys.push(-y);
  }
  return {
    west,
    north,
    corners,
    minX: minOf(xs),
    maxX: maxOf(xs),
    minY: minOf(ys),
    maxY: maxOf(ys),
  };
}

const plainMetric: SlopeMetric = { pp: 1, pq: 0, qq: 1 };

/** True area over plan area of a cell: sqrt(1 + slope²), by central differences, one-sided beside a gap. */
export function cellSteepness(grid: Grid, row: number, column: number): number {
  const alongRow = slopeAlong(grid, row, column, 0, 1);
  const alongColumn = slopeAlong(grid, row, column, 1, 0);
  const { pp, pq, qq } = grid.slopeMetric ?? plainMetric;
  // rows run down, y up
  return Math.sqrt(
    1 + pp * (alongRow * alongRow) - pq * alongRow * alongColumn + qq * (alongColumn * alongColumn),
  );
}

function slopeAlong(grid: Grid, row: number, column: number, rows: number, columns: number): number {
  const here = grid.values[row * grid.width + column]!;
  const before = valueAt(grid, row - rows, column - columns);
  const after = valueAt(grid, row + rows, column + columns);
  if (!Number.isNaN(before) && !Number.isNaN(after)) return (after - before) / (2 * grid.cellSize);
  if (!Number.isNaN(after)) return (after - here) / grid.cellSize;
  if (!Number.isNaN(before)) return (here - before) / grid.cellSize;
  return 0;
}

function valueAt(grid: Grid, row: number, column: number): number {
  if (row < 0 || column < 0 || row >= grid.height || column >= grid.width) return Number.NaN;
  return grid.values[row * grid.width + column]!;
}
