import { cellIndex, type OctreeCube, type PointScaling } from '../formats/copc/octree.ts';
import type { PointRecords } from '../formats/las/points.ts';

/** Vertical columns of a cube: the cells of its plan at a level of the octree. */
export interface ColumnGrid {
  readonly cube: OctreeCube;
  readonly scaling: PointScaling;
  readonly level: number;
}

/** Consecutive records. */
export interface ColumnRun {
  /** Row × 2^level + column, from the lowest corner. */
  readonly id: number;
  readonly count: number;
}

/** Records grouped by column. */
export interface SortedRecords {
  /** In the order of `runs`. */
  readonly records: PointRecords;
  readonly runs: readonly ColumnRun[];
}

/** The column of each record. */
function columnIds({ bytes, count, recordLength }: PointRecords, { cube, scaling, level }: ColumnGrid) {
  const { scale, offset } = scaling;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const side = 2 ** level;
  const ids = new Uint32Array(count);
  for (let point = 0, at = 0; point < count; point++, at += recordLength) {
    const x = view.getInt32(at, true) * scale[0] + offset[0];
    const y = view.getInt32(at + 4, true) * scale[1] + offset[1];
    const row = cellIndex(y, cube.minY, cube.size, level);
    ids[point] = row * side + cellIndex(x, cube.minX, cube.size, level);
  }
  return ids;
}

/**
 * Groups raw records by column; those of a column keep their order, and columns are in the order of their first
 * record. The bytes are copied. Levels up to 16.
 */
export function sortIntoColumns(records: PointRecords, grid: ColumnGrid): SortedRecords {
  const { bytes, count, recordLength } = records;
  const ids = columnIds(records, grid);
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const runs = [...counts].map(([id, points]) => ({ id, count: points }));
  const next = new Map<number, number>();
  let start = 0;
  for (const run of runs) {
    next.set(run.id, start * recordLength);
    start += run.count;
  }
  const sorted = new Uint8Array(count * recordLength);
  for (let first = 0; first < count; ) {
    const id = ids[first]!;
    let end = first + 1;
    while (end < count && ids[end] === id) end++;
    const to = next.get(id)!;
    sorted.set(bytes.subarray(first * recordLength, end * recordLength), to);
    next.set(id, to + (end - first) * recordLength);
    first = end;
  }
  return { records: { ...records, bytes: sorted }, runs };
}
