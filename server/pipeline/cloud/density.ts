import type { PointScaling } from '#domain/formats/copc/octree.ts';
import type { Triple } from '#domain/formats/las/header.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';

/** Points a cell of a coarse plan grid, row 0 in the north; cells in the CRS's horizontal unit. */
export interface DensityMap {
  readonly cell: number;
  readonly width: number;
  readonly height: number;
  /** World coordinates of the outer corner of row 0, column 0. */
  readonly west: number;
  readonly north: number;
  readonly counts: readonly number[];
}

const longestSide = 64;

/** Counts points on a grid of at most 64 cells a side. */
export function createDensityMap(min: Triple, max: Triple) {
  const [extentX, extentY] = [max[0] - min[0], max[1] - min[1]];
  const cell = Math.max(extentX, extentY, Number.EPSILON) / longestSide;
  const width = Math.max(1, Math.ceil(extentX / cell));
  const height = Math.max(1, Math.ceil(extentY / cell));
  const counts = new Float64Array(width * height);
  const [west, north] = [min[0], max[1]];

  function add(records: PointRecords, { scale, offset }: PointScaling): void {
    const { bytes, count, recordLength } = records;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let point = 0, at = 0; point < count; point++, at += recordLength) {
      const x = view.getInt32(at, true) * scale[0] + offset[0];
      const y = view.getInt32(at + 4, true) * scale[1] + offset[1];
      const column = Math.min(Math.max(Math.floor((x - west) / cell), 0), width - 1);
      const row = Math.min(Math.max(Math.floor((north - y) / cell), 0), height - 1);
      counts[row * width + column]!++;
    }
  }

  const finish = (): DensityMap => ({ cell, width, height, west, north, counts: [...counts] });
  return { add, finish };
}
