import { AppError } from '#domain/errors/app-error.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import { instantiate } from './instance.ts';
import { type Holding, keepKernel } from './keep-kernel.ts';

interface DelaunayExports {
  readonly memory: WebAssembly.Memory;
  prepare(count: number, stride: number): number;
  bytesNeeded(count: number, stride: number): number;
  triangulate(): number;
  order(): number;
  distinct(): number;
  triangles(): number;
  halfedges(): number;
}

/** A Delaunay triangulation whose vertices are numbered in spatial (Z) order. Owned by the caller. */
export interface Triangulation {
  /** Uint32Array, input index of each vertex; shorter than the input by the repeated points (the first is kept). */
  readonly order: Uint32Array<ArrayBuffer>;
  /** Uint32Array, three vertex numbers per triangle, counter-clockwise; empty when all points are collinear. */
  readonly triangles: Uint32Array<ArrayBuffer>;
  /** Int32Array, the opposite half-edge of each, −1 on the hull. */
  readonly halfedges: Int32Array<ArrayBuffer>;
}

/** An instance of the kernel; it keeps the memory of its largest call until it is dropped. */
export interface DelaunayKernel extends Holding {
  /**
   * Delaunay triangulation in plan, exact for any finite coordinates. O(n log n) at worst, close to linear.
   * @param coordinates Float64Array, `stride` doubles per point, x and y first; borrowed
   * @throws geometry.not-finite, geometry.too-large
   */
  triangulate(coordinates: Float64Array, stride: 2 | 3): Triangulation;
  /**
   * The Delaunay TIN of points, its vertices in spatial order so that neighbours are close in memory. Of points at the
   * same plan position the first is kept.
   * @param xyz Float64Array, length 3n; borrowed
   * @returns the TIN and `order`, the input index of each of its points
   * @throws geometry.not-finite, geometry.too-large, geometry.too-few-points, geometry.collinear
   */
  buildTin(xyz: Float64Array): Required<Tin> & { readonly order: Uint32Array<ArrayBuffer> };
}

const memoryLimit = 2 ** 32 - 2 ** 16;

/** Creates an instance of the Delaunay kernel. */
export function createDelaunay(module: WebAssembly.Module): DelaunayKernel {
  const kernel = instantiate<DelaunayExports>(module);
  const triangulate = (coordinates: Float64Array, stride: 2 | 3): Triangulation =>
    runTriangulation(kernel, coordinates, stride);
  return {
    heldBytes: () => kernel.memory.buffer.byteLength,
    triangulate,
    buildTin: (xyz) => tinOf(xyz, triangulate(xyz, 3)),
  };
}

/** The cached instance of the kernel: see `keepKernel`. */
export const keptDelaunay = keepKernel(createDelaunay);

function runTriangulation(kernel: DelaunayExports, coordinates: Float64Array, stride: 2 | 3): Triangulation {
  const count = Math.floor(coordinates.length / stride);
  const bytes = kernel.bytesNeeded(count, stride);
  const input = bytes < memoryLimit ? kernel.prepare(count, stride) >>> 0 : 0;
  if (input === 0) throw new AppError('geometry.too-large', { count, mebibytes: Math.ceil(bytes / 2 ** 20) });
  new Float64Array(kernel.memory.buffer, input, count * stride).set(coordinates.subarray(0, count * stride));
  const triangles = kernel.triangulate();
  if (triangles < 0) throw new AppError('geometry.not-finite', { index: firstBadPoint(coordinates, stride) });
  const { buffer } = kernel.memory;
  return {
    order: new Uint32Array(buffer, kernel.order() >>> 0, kernel.distinct()).slice(),
    triangles: new Uint32Array(buffer, kernel.triangles() >>> 0, 3 * triangles).slice(),
    halfedges: new Int32Array(buffer, kernel.halfedges() >>> 0, 3 * triangles).slice(),
  };
}

function firstBadPoint(coordinates: Float64Array, stride: number): number {
  for (let i = 0; i < coordinates.length; i += stride) {
    if (!(Math.abs(coordinates[i]!) <= 1e50 && Math.abs(coordinates[i + 1]!) <= 1e50)) return i / stride;
  }
  return -1;
}

function tinOf(xyz: Float64Array, { order, triangles, halfedges }: Triangulation) {
  if (order.length < 3) throw new AppError('geometry.too-few-points', { count: order.length });
  if (triangles.length === 0) throw new AppError('geometry.collinear', { count: order.length });
  const points = new Float64Array(3 * order.length);
  for (let i = 0; i < order.length; i++) {
    const from = 3 * order[i]!;
    points[3 * i] = xyz[from]!;
    points[3 * i + 1] = xyz[from + 1]!;
    points[3 * i + 2] = xyz[from + 2]!;
  }
  return { points, triangles, halfedges, order };
}
