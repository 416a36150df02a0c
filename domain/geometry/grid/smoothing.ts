import { AppError } from '../../errors/app-error.ts';
import { linkHalfedges, nextHalfedge, type Tin } from '../tin/tin.ts';
import { createGrid, type Grid } from './grid.ts';

/** How much a surface is refined before contours are traced: none, 4, 16 or 64 times the triangles or cells. */
export const smoothings = ['none', 'low', 'medium', 'high'] as const;

export type Smoothing = (typeof smoothings)[number];

/** How often each triangle is cut in four, or each cell halved. */
export function refinements(smoothing: Smoothing): number {
  return smoothings.indexOf(smoothing);
}

/**
 * A smoother TIN through the same points: every triangle is split in four, `times` times. The new point of an edge is
 * on the cubic that has the edge's ends and their slopes (Hermite), a slope being the mean of those of the triangles
 * around a point weighted by area.
 */
export function refineTin(tin: Tin, times: number): Required<Tin> {
  let refined: Required<Tin> = {
    points: tin.points,
    triangles: tin.triangles,
    halfedges: tin.halfedges ?? linkHalfedges(tin.triangles, tin.points.length / 3),
  };
  for (let i = 0; i < times; i++) refined = cutInFour(refined);
  return refined;
}

function cutInFour({ points, triangles, halfedges }: Required<Tin>): Required<Tin> {
  const slopes = pointSlopes(points, triangles);
  const middles = new Int32Array(triangles.length).fill(-1);
  const added: number[] = [];
  for (let edge = 0; edge < triangles.length; edge++) {
    if (middles[edge]! >= 0) continue;
    const number = points.length / 3 + added.length / 3;
    middles[edge] = number;
    const twin = halfedges[edge]!;
    if (twin >= 0) middles[twin] = number;
    const a = triangles[edge]!;
    const b = triangles[nextHalfedge(edge)]!;
    const dx = points[3 * b]! - points[3 * a]!;
    const dy = points[3 * b + 1]! - points[3 * a + 1]!;
    const startSlope = slopes[2 * a]! * dx + slopes[2 * a + 1]! * dy;
    const endSlope = slopes[2 * b]! * dx + slopes[2 * b + 1]! * dy;
    added.push(
      points[3 * a]! + dx / 2,
      points[3 * a + 1]! + dy / 2,
      (points[3 * a + 2]! + points[3 * b + 2]!) / 2 + (startSlope - endSlope) / 8,
    );
  }
  const finer = new Float64Array(points.length + added.length);
  finer.set(points);
  finer.set(added, points.length);
  const cut = new Uint32Array(4 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const [ab, bc, ca] = [middles[t]!, middles[t + 1]!, middles[t + 2]!];
    cut.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], 4 * t);
  }
  return { points: finer, triangles: cut, halfedges: linkHalfedges(cut, finer.length / 3) };
}

/** Slope in x and y at each point, in turn. */
function pointSlopes(points: Float64Array, triangles: Uint32Array): Float64Array {
  const normals = new Float64Array(points.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!] as const;
    const [a, b, c] = corners;
    const ux = points[b]! - points[a]!;
    const uy = points[b + 1]! - points[a + 1]!;
    const uz = points[b + 2]! - points[a + 2]!;
    const vx = points[c]! - points[a]!;
    const vy = points[c + 1]! - points[a + 1]!;
    const vz = points[c + 2]! - points[a + 2]!;
    for (const at of corners) {
      normals[at]! += uz * vy - uy * vz;
      normals[at + 1]! += ux * vz - uz * vx;
      normals[at + 2]! += ux * vy - uy * vx;
    }
  }
  const slopes = new Float64Array((points.length / 3) * 2);
  for (let i = 0; i < points.length / 3; i++) {
    const area = normals[3 * i + 2]!;
    if (area > 0) {
      slopes[2 * i] = normals[3 * i]! / area;
      slopes[2 * i + 1] = normals[3 * i + 1]! / area;
    }
  }
  return slopes;
}

const cellLimit = 2 ** 28;

/**
 * A smoother grid through the same values: cells halved `times` times, new values by Catmull–Rom splines along
 * rows and columns, linear beside gaps. Missing values stay missing.
 * @throws geometry.grid-too-large
 */
export function refineGrid(grid: Grid, times: number): Grid {
  const scale = 2 ** times;
  const width = (grid.width - 1) * scale + 1;
  const height = (grid.height - 1) * scale + 1;
  if (width * height > cellLimit) {
    throw new AppError('geometry.grid-too-large', { width, height, limit: cellLimit });
  }
  let refined = grid;
  for (let i = 0; i < times; i++) refined = halveCells(refined);
  return refined;
}

function halveCells(grid: Grid): Grid {
  const { width, height, values } = grid;
  const refined = createGrid({
    width: 2 * width - 1,
    height: 2 * height - 1,
    originX: grid.originX,
    originY: grid.originY,
    cellSize: grid.cellSize / 2,
  });
  const out = refined.values;
  for (let row = 0; row < height; row++) {
    const to = 2 * row * refined.width;
    for (let column = 0; column < width; column++) out[to + 2 * column] = values[row * width + column]!;
    for (let column = 0; column < width - 1; column++) {
      const at = row * width + column;
      const before = column > 0 ? values[at - 1]! : Number.NaN;
      const after = column < width - 2 ? values[at + 2]! : Number.NaN;
      out[to + 2 * column + 1] = middle(before, values[at]!, values[at + 1]!, after);
    }
  }
  const step = 2 * refined.width;
  for (let row = 0; row < height - 1; row++) {
    for (let column = 0; column < refined.width; column++) {
      const at = 2 * row * refined.width + column;
      const before = row > 0 ? out[at - step]! : Number.NaN;
      const after = row < height - 2 ? out[at + 2 * step]! : Number.NaN;
      out[at + refined.width] = middle(before, out[at]!, out[at + step]!, after);
    }
  }
  return refined;
}

/** Value halfway between b and c by the spline through four values; the mean where an outer one is missing. */
function middle(a: number, b: number, c: number, d: number): number {
  if (Number.isNaN(a) || Number.isNaN(d)) return (b + c) / 2;
  return (9 * (b + c) - a - d) / 16;
}
