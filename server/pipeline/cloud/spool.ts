import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addSums, noPoints, type PointSums } from '#domain/cloud/point-sums.ts';
import { type ColumnGrid, type SortedRecords, sortIntoColumns } from '#domain/cloud/sort-into-columns.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { OctreeCube, PointScaling } from '#domain/formats/copc/octree.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import { clamp } from '#domain/math/clamp.ts';
import { appendAll } from '#domain/math/extremes.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { readExactly, readOwn } from '#workers/io/full-transfer.ts';
import { writeWhole } from '../work-folder.ts';

/**
 * The points of a cloud on disk between steps, uncompressed, cut into vertical columns of the octree's cube, so that
 * every later step works on a piece that fits in memory. A column holds its points in input order.
 */
export interface Spool {
  readonly folder: string;
  readonly layout: SpoolLayout;
  /** Columns that hold points, in Z-order: the four quarters of any cell are consecutive. */
  readonly columns: readonly SpoolColumn[];
  /** The sums of the points as they came in, before they were sorted and written. */
  readonly sums: PointSums;
}

export interface SpoolLayout {
  readonly format: number;
  readonly recordLength: number;
  readonly scaling: PointScaling;
  readonly cube: OctreeCube;
}

/** A cell of the cube's plan: octree level and indices from the lowest corner. */
export interface PlanCell {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

export interface SpoolColumn extends PlanCell {
  readonly count: number;
}

export interface SpoolWriter {
  /** How added records are sorted. */
  readonly columns: ColumnGrid;
  /**
   * Takes ownership of records of the layout's format, sorted into `columns`, and appends them to each column.
   * @param sums of the records
   */
  add(sorted: SortedRecords, sums: PointSums): Promise<void>;
  /** Splits what is too large for memory and writes the list of columns, which makes the spool complete. */
  finish(): Promise<Spool>;
}

const listName = 'columns.json';
/** Columns processed concurrently, so that memory does not grow with the number of cores. */
export const maxColumnsAtWork = 5;

/** How a spool is cut: see `sizeLimits`. */
export interface SpoolLimits {
  /** Bytes of points that are buffered before they are written. */
  readonly bufferBytes: number;
  /**
   * Target points of a column, so that a worker can process it as a whole; columns with more than twice that are
   * split.
   */
  readonly pointsPerColumn: number;
  /** Records read at once of a column that is split. */
  readonly recordsPerRead: number;
  /** The finest level at which points are first sorted. */
  readonly deepestFirstLevel: number;
  /** Columns are not split beyond this level. */
  readonly deepestLevel: number;
}

const usualLimits: SpoolLimits = {
  bufferBytes: sizeLimits['spool.bufferBytes'].value,
  pointsPerColumn: sizeLimits['spool.pointsPerColumn'].value,
  recordsPerRead: sizeLimits['spool.recordsPerRead'].value,
  deepestFirstLevel: sizeLimits['spool.deepestFirstLevel'].value,
  deepestLevel: sizeLimits['spool.deepestLevel'].value,
};

/** Level at which `count` points spread evenly over the plan make columns of about as many points as wanted. */
function firstLevel(count: number, { pointsPerColumn, deepestFirstLevel }: SpoolLimits): number {
  const level = Math.ceil(Math.log(Math.max(count, 1) / pointsPerColumn) / Math.log(4));
  return clamp(level, 0, deepestFirstLevel);
}

export function columnPath(folder: string, cell: PlanCell): string {
  return join(folder, `${cell.level}-${cell.x}-${cell.y}.points`);
}

/** Appends records to the files of the columns at one level, through buffers of bounded size. */
function createColumnFiles(folder: string, layout: SpoolLayout, level: number, bufferBytes: number) {
  const { cube, scaling, recordLength } = layout;
  const side = 2 ** level;
  const pending = new Map<number, Uint8Array[]>();
  const counts = new Map<number, number>();
  let buffered = 0;

  const cellOf = (id: number): PlanCell => ({ level, x: id % side, y: Math.floor(id / side) });

  function keep(id: number, part: Uint8Array): void {
    const parts = pending.get(id);
    if (parts) parts.push(part);
    else pending.set(id, [part]);
    counts.set(id, (counts.get(id) ?? 0) + part.length / recordLength);
    buffered += part.length;
  }

  async function flush(): Promise<void> {
    for (const [id, parts] of pending) {
      const file = await open(columnPath(folder, cellOf(id)), 'a');
      try {
        await file.writeFile(Buffer.concat(parts));
      } finally {
        await file.close();
      }
    }
    pending.clear();
    buffered = 0;
  }

  /** Takes ownership of the bytes. */
  async function add({ records, runs }: SortedRecords): Promise<void> {
    let start = 0;
    for (const { id, count } of runs) {
      const end = start + count * recordLength;
      keep(id, records.bytes.subarray(start, end));
      start = end;
    }
    if (buffered > bufferBytes) await flush();
  }

  async function finish(): Promise<SpoolColumn[]> {
    await flush();
    return [...counts].map(([id, count]) => ({ ...cellOf(id), count }));
  }

  const columns: ColumnGrid = { cube, scaling, level };
  return { columns, add, finish };
}

/** Splits a column that is too large into its quarters, recursively, reading it in pieces. */
async function splitColumn(
  folder: string,
  layout: SpoolLayout,
  column: SpoolColumn,
  limits: SpoolLimits,
): Promise<SpoolColumn[]> {
  if (column.count <= 2 * limits.pointsPerColumn || column.level >= limits.deepestLevel) return [column];
  const path = columnPath(folder, column);
  const quarters = createColumnFiles(folder, layout, column.level + 1, limits.bufferBytes);
  const file = await open(path);
  try {
    for (let done = 0; done < column.count; done += limits.recordsPerRead) {
      const records = Math.min(limits.recordsPerRead, column.count - done);
      const [length, offset] = [records * layout.recordLength, done * layout.recordLength];
      const bytes = await readExactly(file, length, offset, path);
      const { format, recordLength } = layout;
      await quarters.add(sortIntoColumns({ format, recordLength, count: records, bytes }, quarters.columns));
    }
  } finally {
    await file.close();
  }
  const parts = await quarters.finish();
  await rm(path);
  const cut: SpoolColumn[] = [];
  for (const part of parts) appendAll(cut, await splitColumn(folder, layout, part, limits));
  return cut;
}

/** Orders cells so that the quarters of any coarser cell are consecutive. */
function byZOrder(a: PlanCell, b: PlanCell): number {
  for (let level = 1; level <= Math.min(a.level, b.level); level++) {
    const [ay, by] = [a.y >> (a.level - level), b.y >> (b.level - level)];
    if (ay !== by) return ay - by;
    const [ax, bx] = [a.x >> (a.level - level), b.x >> (b.level - level)];
    if (ax !== bx) return ax - bx;
  }
  return a.level - b.level;
}

/** Starts a spool for about `expectedCount` points in its own folder; leftovers of an interrupted run are removed. */
export async function createSpoolWriter(
  folder: string,
  layout: SpoolLayout,
  expectedCount: number,
  limits: SpoolLimits = usualLimits,
): Promise<SpoolWriter> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files = createColumnFiles(folder, layout, firstLevel(expectedCount, limits), limits.bufferBytes);
  let sums = noPoints;

  async function finish(): Promise<Spool> {
    const columns: SpoolColumn[] = [];
    for (const column of await files.finish()) {
      appendAll(columns, await splitColumn(folder, layout, column, limits));
    }
    columns.sort(byZOrder);
    await writeWhole(join(folder, listName), JSON.stringify({ layout, columns, sums }));
    return { folder, layout, columns, sums };
  }

  return {
    columns: files.columns,
    add(sorted, own) {
      sums = addSums(sums, own);
      return files.add(sorted);
    },
    finish,
  };
}

/** Opens a complete spool. */
export async function openSpool(folder: string): Promise<Spool> {
  const { layout, columns, sums } = JSON.parse(await readFile(join(folder, listName), 'utf8'));
  return { folder, layout, columns, sums };
}

/**
 * All points of a column, in a separate buffer owned by the caller. Error: `io.changed` where the file does not hold
 * what was written to it.
 */
export async function readColumn(spool: Spool, column: SpoolColumn): Promise<PointRecords> {
  const path = columnPath(spool.folder, column);
  const bytes = await readOwn(path);
  const { format, recordLength } = spool.layout;
  if (bytes.length !== column.count * recordLength) throw new AppError('io.changed', { file: path });
  return { format, recordLength, count: column.count, bytes };
}
