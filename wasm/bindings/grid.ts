import { AppError } from '#domain/errors/app-error.ts';
import { type Grid, gridRect, isSameFrame } from '#domain/geometry/grid/grid.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import type { SurfaceVolume } from '#domain/geometry/volume/volume.ts';
import { instantiate } from './instance.ts';

interface GridExports {
  readonly memory: WebAssembly.Memory;
  prepareGrid(width: number, height: number, cellSize: number, keepsSlopes: number): number;
  setSlopeMetric(pp: number, pq: number, qq: number): void;
  planArea(): number;
  surfaceArea(): number;
  cutVolume(): number;
  fillVolume(): number;
  volumeOverPlane(z: number): void;
  prepareOther(width: number, height: number): number;
  subtractOther(
    originX: number,
    originY: number,
    width: number,
    height: number,
    otherX: number,
    otherY: number,
    otherCell: number,
  ): void;
  subtractSame(): void;
  prepareBase(points: number, triangles: number): number;
  baseTriangles(): number;
  volumeOverBase(west: number, north: number): void;
}

/**
 * A gridded surface copied into kernel memory. The references are in `domain/geometry` (`grid-volume.ts`,
 * `grid-surface.ts`).
 */
export interface GridKernel {
  /** Copies a grid (borrowed) into memory, replacing the previous one. Error: geometry.grid-too-large */
  load(grid: Grid): void;
  /**
   * The same minus another grid (both borrowed), sampled bilinearly at its cell centres; true areas are those of the
   * first. Error: geometry.grid-too-large
   */
  loadDifference(grid: Grid, other: Grid): void;
  /** Volumes of the loaded grid over a level plane. Linear in cells. */
  volumeOverPlane(z: number): SurfaceVolume;
  /** Volumes of the loaded grid over a base (borrowed), by exact overlay. Error: geometry.too-large */
  volumeOverSurface(base: Tin): SurfaceVolume;
}

/** Cells of the largest grid that fits in kernel memory. */
export const maxGridCells = 2 ** 29;

/** Creates an instance of the grid kernel. Volume signs: cut is above the base, fill below, net = cut − fill. */
export function createGridKernel(module: WebAssembly.Module): GridKernel {
  const kernel = instantiate<GridExports>(module);
  let corner = { west: 0, north: 0 };

  function lay(grid: Grid, keepsSlopes: boolean): void {
    const { width, height, cellSize, values, slopeMetric = { pp: 1, pq: 0, qq: 1 } } = grid;
    const isSmall = width * height <= maxGridCells;
    const at = isSmall ? kernel.prepareGrid(width, height, cellSize, keepsSlopes ? 1 : 0) >>> 0 : 0;
    if (at === 0) throw tooLarge(grid);
    new Float32Array(kernel.memory.buffer, at, width * height).set(values);
    kernel.setSlopeMetric(slopeMetric.pp, slopeMetric.pq, slopeMetric.qq);
    const { minX, maxY } = gridRect(grid);
    corner = { west: minX, north: maxY };
  }

  return {
    load: (grid) => lay(grid, false),
    loadDifference(grid, other) {
      lay(grid, true);
      const { width, height, originX, originY, cellSize } = other;
      const at = width * height <= maxGridCells ? kernel.prepareOther(width, height) >>> 0 : 0;
      if (at === 0) throw tooLarge(other);
      new Float32Array(kernel.memory.buffer, at, width * height).set(other.values);
      if (isSameFrame(grid, other)) return kernel.subtractSame();
      kernel.subtractOther(grid.originX, grid.originY, width, height, originX, originY, cellSize);
    },
    volumeOverPlane(z) {
      kernel.volumeOverPlane(z);
      return readVolume(kernel);
    },
    volumeOverSurface({ points, triangles }) {
      const count = points.length / 3;
      const at = kernel.prepareBase(count, triangles.length / 3) >>> 0;
      if (at === 0) {
        const mebibytes = Math.ceil((points.byteLength + triangles.byteLength) / 2 ** 20);
        throw new AppError('geometry.too-large', { count, mebibytes });
      }
      new Float64Array(kernel.memory.buffer, at, points.length).set(points);
      new Uint32Array(kernel.memory.buffer, kernel.baseTriangles() >>> 0, triangles.length).set(triangles);
      kernel.volumeOverBase(corner.west, corner.north);
      return readVolume(kernel);
    },
  };
}

function tooLarge({ width, height }: Grid): AppError {
  return new AppError('geometry.grid-too-large', { width, height, limit: maxGridCells });
}

function readVolume(kernel: GridExports): SurfaceVolume {
  const [cut, fill] = [kernel.cutVolume(), kernel.fillVolume()];
  return { cut, fill, net: cut - fill, planArea: kernel.planArea(), surfaceArea: kernel.surfaceArea() };
}
