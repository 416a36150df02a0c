import type { PointScaling } from '../formats/copc/octree.ts';
import type { Triple } from '../formats/las/header.ts';
import type { PointRecords } from '../formats/las/points.ts';
import { clamp } from '../math/clamp.ts';

/** A coarse plan grid, row 0 in the north; cells in the CRS's horizontal unit. */
export interface DensityGrid {
  readonly cell: number;
  readonly width: number;
  readonly height: number;
  /** World coordinates of the outer corner of row 0, column 0. */
  readonly west: number;
  readonly north: number;
}

/** Points a cell of a grid. */
export interface DensityMap extends DensityGrid {
  readonly counts: readonly number[];
}

const longestSide = 64;

/** A grid over the bounds, of at most 64 cells a side. */
export function densityGridOf(min: Triple, max: Triple): DensityGrid {
  const [extentX, extentY] = [max[0] - min[0], max[1] - min[1]];
  const cell = Math.max(extentX, extentY, Number.EPSILON) / longestSide;
  return {
    cell,
    width: Math.max(1, Math.ceil(extentX / cell)),
    height: Math.max(1, Math.ceil(extentY / cell)),
    west: min[0],
    north: max[1],
  };
}

/** Counts raw records by cell; those outside count to the nearest cell. Row-major from the north. */
export function countByCell(
  { bytes, count, recordLength }: PointRecords,
  { scale, offset }: PointScaling,
  { cell, width, height, west, north }: DensityGrid,
): Uint32Array<ArrayBuffer> {
  const counts = new Uint32Array(width * height);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let point = 0, at = 0; point < count; point++, at += recordLength) {
    const x = view.getInt32(at, true) * scale[0] + offset[0];
    const y = view.getInt32(at + 4, true) * scale[1] + offset[1];
    const column = clamp(Math.floor((x - west) / cell), 0, width - 1);
    const row = clamp(Math.floor((north - y) / cell), 0, height - 1);
    counts[row * width + column]!++;
  }
  return counts;
}
