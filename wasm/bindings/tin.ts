import { AppError } from '#domain/errors/app-error.ts';
import type { GridFrame, GridWindow, Rect } from '#domain/geometry/grid/grid.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import type { SurfaceVolume } from '#domain/geometry/volume/volume.ts';
import { instantiate } from './instance.ts';
import { type Holding, keepKernel } from './keep-kernel.ts';

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
  clipToOther(): number;
  clipped(): number;
  prepareBlock(cells: number): number;
  blockWanted(): number;
  blockList(): number;
  gridBlock(
    originX: number,
    originY: number,
    cellSize: number,
    column: number,
    row: number,
    width: number,
    height: number,
  ): void;
  listLeaving(minX: number, minY: number, maxX: number, maxY: number): number;
  markCells(triangle: number): void;
}

/** A plane `z + slopeX·(x − originX) + slopeY·(y − originY)` in world coordinates. */
export interface BasePlane {
  readonly z: number;
  readonly slopeX?: number;
  readonly slopeY?: number;
  readonly originX?: number;
  readonly originY?: number;
}

/** A TIN in kernel memory, for repeated measuring and gridding without another copy. */
export interface TinKernel extends Holding {
  /** Copies a surface (borrowed) into memory, replacing the previous one. */
  load(tin: Tin): void;
  /** Volumes of the loaded surface over a plane. Linear in points and triangles. */
  volumeOverPlane(base: BasePlane): SurfaceVolume;
  /** Volumes of the loaded surface over another (borrowed) where they overlap in plan, by exact overlay. */
  volumeOverSurface(other: Tin): SurfaceVolume;
  /**
   * The part of the loaded surface inside another's plan extent (borrowed; for example a triangulated polygon's), as
   * loose triangles that share no points; the caller's. The reference is `clipTin` in `domain/geometry`.
   */
  clip(area: Tin): Tin;
  /**
   * Linear interpolation of the loaded surface at the centres of the wanted cells of a window of a frame; NaN
   * elsewhere, and in triangles with a corner whose height is NaN. A height does not depend on the window.
   * @param wanted one byte per cell of the window, 1 where a height is wanted; borrowed
   * @throws geometry.grid-too-large
   */
  gridBlock(frame: GridFrame, window: GridWindow, wanted: Uint8Array): GridBlock;
}

/** A gridded block; valid until the next call of the kernel. */
export interface GridBlock {
  /** Float32Array, row-major, one height per cell; owned by the caller. */
  readonly values: Float32Array<ArrayBuffer>;
  /** Triangles that cover or touch centres of wanted cells and whose circumcircles may extend beyond a rectangle. */
  leaving(rect: Rect): Uint32Array;
  /** The wanted cells that the given triangles cover or touch: one byte per cell, 1 for these. */
  cellsAt(triangles: readonly number[]): Uint8Array<ArrayBuffer>;
}

const cellLimit = 2 ** 29;

/** Creates an instance of the TIN kernel. Volume signs: cut is above the base, fill below, net = cut − fill. */
export function createTinKernel(module: WebAssembly.Module): TinKernel {
  const kernel = instantiate<TinExports>(module);
  return {
    heldBytes: () => kernel.memory.buffer.byteLength,
    load: (tin) => loadSurface(kernel, tin),
    volumeOverPlane({ z, slopeX = 0, slopeY = 0, originX = 0, originY = 0 }) {
      kernel.volumeOverPlane(z, slopeX, slopeY, originX, originY);
      return readVolume(kernel);
    },
    volumeOverSurface(other) {
      loadOther(kernel, other);
      if (kernel.volumeOverOther() === 0) throw tooLarge(other);
      return readVolume(kernel);
    },
    clip(area) {
      loadOther(kernel, area);
      const count = kernel.clipToOther();
      if (count < 0) throw tooLarge(area);
      const points = new Float64Array(kernel.memory.buffer, kernel.clipped() >>> 0, 9 * count).slice();
      const triangles = new Uint32Array(3 * count);
      for (let i = 0; i < triangles.length; i++) triangles[i] = i;
      return { points, triangles };
    },
    gridBlock: (frame, window, wanted) => gridBlock(kernel, frame, window, wanted),
  };
}

/** The cached instance of the kernel: see `keepKernel`. */
export const keptTinKernel = keepKernel(createTinKernel);

function loadSurface(kernel: TinExports, tin: Tin): void {
  const at = kernel.prepareSurface(tin.points.length / 3, tin.triangles.length / 3) >>> 0;
  if (at === 0) throw tooLarge(tin);
  copyTin(kernel, tin, at, kernel.surfaceTriangles() >>> 0);
  kernel.measureSurface();
}

function loadOther(kernel: TinExports, other: Tin): void {
  const at = kernel.prepareOther(other.points.length / 3, other.triangles.length / 3) >>> 0;
  if (at === 0) throw tooLarge(other);
  copyTin(kernel, other, at, kernel.otherTriangles() >>> 0);
}

function copyTin(kernel: TinExports, tin: Tin, points: number, triangles: number): void {
  new Float64Array(kernel.memory.buffer, points, tin.points.length).set(tin.points);
  new Uint32Array(kernel.memory.buffer, triangles, tin.triangles.length).set(tin.triangles);
}

function tooLarge(tin: Tin): AppError {
  const count = tin.points.length / 3;
  const bytes = tin.points.byteLength + tin.triangles.byteLength;
  return new AppError('geometry.too-large', { count, mebibytes: Math.ceil(bytes / 2 ** 20) });
}

function readVolume(kernel: TinExports): SurfaceVolume {
  const cut = kernel.cutVolume();
  const fill = kernel.fillVolume();
  return { cut, fill, net: cut - fill, planArea: kernel.planArea(), surfaceArea: kernel.surfaceArea() };
}

function gridBlock(
  kernel: TinExports,
  { originX, originY, cellSize }: GridFrame,
  { x, y, width, height }: GridWindow,
  wanted: Uint8Array,
): GridBlock {
  const cells = width * height;
  const at = cells <= cellLimit ? kernel.prepareBlock(cells) >>> 0 : 0;
  if (at === 0) throw new AppError('geometry.grid-too-large', { width, height, limit: cellLimit });
  const marks = () => new Uint8Array(kernel.memory.buffer, kernel.blockWanted() >>> 0, cells);
  marks().set(wanted);
  kernel.gridBlock(originX, originY, cellSize, x, y, width, height);
  return {
    values: new Float32Array(kernel.memory.buffer, at, cells).slice(),
    leaving({ minX, minY, maxX, maxY }) {
      const count = kernel.listLeaving(minX, minY, maxX, maxY);
      return new Uint32Array(kernel.memory.buffer, kernel.blockList() >>> 0, count).slice();
    },
    cellsAt(triangles) {
      for (const triangle of triangles) kernel.markCells(triangle);
      return marks().map((mark) => (mark === 2 ? 1 : 0));
    },
  };
}
