import { AppError } from '#domain/errors/app-error.ts';
import { createGrid, type Grid, type GridFrame } from '#domain/geometry/grid.ts';
import type { Tin } from '#domain/geometry/tin.ts';
import type { SurfaceVolume } from '#domain/geometry/volume.ts';
import { instantiate } from './instance.ts';

interface TinExports {
  readonly memory: WebAssembly.Memory;
  prepareSurface(points: number, triangles: number): number;
  surfaceTriangles(): number;
  measureSurface(): void;
  planArea(): number;
  surfaceArea(): number;
  cutVolume(): number;
  fillVolume(): number;
  volumeOverPlane(z: number, gx: number, gy: number, ox: number, oy: number): void;
  prepareOther(points: number, triangles: number): number;
  otherTriangles(): number;
  volumeOverOther(): number;
  prepareGrid(cells: number): number;
  gridSurface(
    width: number,
    height: number,
    originX: number,
    originY: number,
    cellSize: number,
    longest: number,
    isMasked: number,
  ): void;
}

/** A plane `z + slopeX·(x − originX) + slopeY·(y − originY)` in world coordinates. */
export interface BasePlane {
  readonly z: number;
  readonly slopeX?: number;
  readonly slopeY?: number;
  readonly originX?: number;
  readonly originY?: number;
}

/** Which triangles of a TIN a grid is made from. */
export interface GridOptions {
  /** Triangles with a longer plan edge are left out. */
  readonly maxEdge?: number;
  /** Uint8Array, one byte a triangle, 0 leaves it out; see `concaveHullMask`. Borrowed. */
  readonly mask?: Uint8Array;
}

/** A TIN laid into kernel memory: measured and gridded many times without being copied again. */
export interface TinKernel {
  /** Lays a surface (borrowed, copied in) into memory in place of the one before. */
  load(tin: Tin): void;
  /** Volumes of the loaded surface over a plane. Linear in points and triangles. */
  volumeOverPlane(base: BasePlane): SurfaceVolume;
  /** Volumes of the loaded surface over another (borrowed) where they overlap in plan, by exact overlay. */
  volumeOverSurface(other: Tin): SurfaceVolume;
  /**
   * Linear interpolation of the loaded surface at the centres of a frame's cells; NaN where no triangle is.
   * @throws geometry.grid-too-large
   */
  grid(frame: GridFrame, options?: GridOptions): Grid;
}

const cellLimit = 2 ** 29;

/** Makes an instance of the TIN kernel. Volume signs: cut is above the base, fill below, net = cut − fill. */
export function createTinKernel(module: WebAssembly.Module): TinKernel {
  const kernel = instantiate<TinExports>(module);
  let triangles = 0;
  return {
    load(tin) {
      triangles = tin.triangles.length / 3;
      loadSurface(kernel, tin);
    },
    volumeOverPlane({ z, slopeX = 0, slopeY = 0, originX = 0, originY = 0 }) {
      kernel.volumeOverPlane(z, slopeX, slopeY, originX, originY);
      return readVolume(kernel);
    },
    volumeOverSurface(other) {
      const points = other.points.length / 3;
      const at = kernel.prepareOther(points, other.triangles.length / 3) >>> 0;
      if (at === 0) throw tooLarge(points, other);
      copyTin(kernel, other, at, kernel.otherTriangles() >>> 0);
      if (kernel.volumeOverOther() === 0) throw tooLarge(points, other);
      return readVolume(kernel);
    },
    grid: (frame, options = {}) => gridSurface(kernel, triangles, frame, options),
  };
}

function loadSurface(kernel: TinExports, tin: Tin): void {
  const points = tin.points.length / 3;
  const at = kernel.prepareSurface(points, tin.triangles.length / 3) >>> 0;
  if (at === 0) throw tooLarge(points, tin);
  copyTin(kernel, tin, at, kernel.surfaceTriangles() >>> 0);
  kernel.measureSurface();
}

function copyTin(kernel: TinExports, tin: Tin, points: number, triangles: number): void {
  new Float64Array(kernel.memory.buffer, points, tin.points.length).set(tin.points);
  new Uint32Array(kernel.memory.buffer, triangles, tin.triangles.length).set(tin.triangles);
}

function tooLarge(count: number, tin: Tin): AppError {
  const bytes = tin.points.byteLength + tin.triangles.byteLength;
  return new AppError('geometry.too-large', { count, mebibytes: Math.ceil(bytes / 2 ** 20) });
}

function readVolume(kernel: TinExports): SurfaceVolume {
  const cut = kernel.cutVolume();
  const fill = kernel.fillVolume();
  return { cut, fill, net: cut - fill, planArea: kernel.planArea(), surfaceArea: kernel.surfaceArea() };
}

function gridSurface(kernel: TinExports, triangles: number, frame: GridFrame, options: GridOptions): Grid {
  const { width, height, originX, originY, cellSize } = frame;
  const cells = width * height;
  const at = cells <= cellLimit ? kernel.prepareGrid(cells) >>> 0 : 0;
  if (at === 0) throw new AppError('geometry.grid-too-large', { width, height, limit: cellLimit });
  const { mask, maxEdge = Infinity } = options;
  if (mask) new Uint8Array(kernel.memory.buffer, at + 4 * cells, triangles).set(mask);
  kernel.gridSurface(width, height, originX, originY, cellSize, maxEdge, mask ? 1 : 0);
  return createGrid(frame, new Float32Array(kernel.memory.buffer, at, cells).slice());
}
