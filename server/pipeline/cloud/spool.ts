import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cellIndex, type OctreeCube, type PointScaling } from '#domain/cloud/octree.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import { writeWhole } from '../work-folder.ts';

/**
 * The points of a cloud on disk between steps, uncompressed, cut into vertical columns of the octree's cube, so that
 * every later step works on a piece that fits in memory. A column holds its points in the order they arrived.
 */
export interface Spool {
  readonly folder: string;
  readonly layout: SpoolLayout;
  /** Columns that hold points, in Z-order: the four quarters of any cell stand together. */
  readonly columns: readonly SpoolColumn[];
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
  /** Sorts records of the layout's format into their columns; the bytes are copied. */
  add(records: PointRecords): Promise<void>;
  /** Splits what is too large for memory and writes the list of columns, which makes the spool complete. */
  finish(): Promise<Spool>;
}

const listName = 'columns.json';
/** Points in memory before they are written, bytes. */
const bufferLimit = 96 * 2 ** 20;
/** Points that a column should hold, so that a worker can take it whole; twice that is split. */
const pointsPerColumn = 1_000_000;
/** Columns in work at the same time, so that memory does not grow with the number of cores. */
export const mostColumnsAtWork = 5;
const deepestFirstLevel = 6;
/** Cells are not cut finer than this, whatever they hold. */
const deepestLevel = 14;

/** Level at which `count` points spread evenly over the plan make columns of about a million points. */
function firstLevel(count: number): number {
  const level = Math.ceil(Math.log(Math.max(count, 1) / pointsPerColumn) / Math.log(4));
  return Math.min(Math.max(level, 0), deepestFirstLevel);
}

export function columnPath(folder: string, cell: PlanCell): string {
  return join(folder, `${cell.level}-${cell.x}-${cell.y}.points`);
}

/** Appends records to the files of the columns at one level, through buffers of bounded size. */
function createColumnFiles(folder: string, layout: SpoolLayout, level: number) {
  const { cube, scaling, recordLength } = layout;
  const side = 2 ** level;
  const pending = new Map<number, Uint8Array[]>();
  const counts = new Map<number, number>();
  let buffered = 0;

  function cellId(view: DataView, at: number): number {
    const x = view.getInt32(at, true) * scaling.scale[0] + scaling.offset[0];
    const y = view.getInt32(at + 4, true) * scaling.scale[1] + scaling.offset[1];
    const row = cellIndex(y, cube.minY, cube.size, level);
    return row * side + cellIndex(x, cube.minX, cube.size, level);
  }

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

  async function add(bytes: Uint8Array): Promise<void> {
    const own = bytes.slice();
    const view = new DataView(own.buffer);
    const count = own.length / recordLength;
    let start = 0;
    let current = count > 0 ? cellId(view, 0) : 0;
    for (let i = 1; i <= count; i++) {
      const id = i < count ? cellId(view, i * recordLength) : -1;
      if (id === current) continue;
      keep(current, own.subarray(start * recordLength, i * recordLength));
      start = i;
      current = id;
    }
    if (buffered > bufferLimit) await flush();
  }

  async function finish(): Promise<SpoolColumn[]> {
    await flush();
    return [...counts].map(([id, count]) => ({ ...cellOf(id), count }));
  }

  return { add, finish };
}

/** Cuts a column that is too large into its quarters, again and again, reading it in pieces. */
async function splitColumn(folder: string, layout: SpoolLayout, column: SpoolColumn): Promise<SpoolColumn[]> {
  if (column.count <= 2 * pointsPerColumn || column.level >= deepestLevel) return [column];
  const path = columnPath(folder, column);
  const quarters = createColumnFiles(folder, layout, column.level + 1);
  const file = await open(path);
  try {
    const piece = Buffer.allocUnsafeSlow(100_000 * layout.recordLength);
    for (let at = 0; at < column.count * layout.recordLength; ) {
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      await quarters.add(piece.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
  const parts = await quarters.finish();
  await rm(path);
  return (await Promise.all(parts.map((part) => splitColumn(folder, layout, part)))).flat();
}

/** Orders cells so that the quarters of any coarser cell stand together. */
function byZOrder(a: PlanCell, b: PlanCell): number {
  for (let level = 1; level <= Math.min(a.level, b.level); level++) {
    const [ay, by] = [a.y >> (a.level - level), b.y >> (b.level - level)];
    if (ay !== by) return ay - by;
    const [ax, bx] = [a.x >> (a.level - level), b.x >> (b.level - level)];
    if (ax !== bx) return ax - bx;
  }
  return a.level - b.level;
}

/**
 * Starts a spool for about `expectedCount` points in a folder of its own; what an interrupted run left there is removed.
 */
export async function createSpoolWriter(
  folder: string,
  layout: SpoolLayout,
  expectedCount: number,
): Promise<SpoolWriter> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files = createColumnFiles(folder, layout, firstLevel(expectedCount));

  async function finish(): Promise<Spool> {
    const columns: SpoolColumn[] = [];
    for (const column of await files.finish()) columns.push(...(await splitColumn(folder, layout, column)));
    columns.sort(byZOrder);
    await writeWhole(join(folder, listName), JSON.stringify({ layout, columns }));
    return { folder, layout, columns };
  }

  return {
    add: (records) => files.add(records.bytes.subarray(0, records.count * records.recordLength)),
    finish,
  };
}

/** Opens a complete spool. */
export async function openSpool(folder: string): Promise<Spool> {
  const { layout, columns } = JSON.parse(await readFile(join(folder, listName), 'utf8'));
  return { folder, layout, columns };
}

/** All points of a column; the bytes are the caller's, in a buffer of their own. */
export async function readColumn(spool: Spool, column: PlanCell): Promise<PointRecords> {
  const content = await readFile(columnPath(spool.folder, column));
  const bytes = content.byteLength === content.buffer.byteLength ? content : new Uint8Array(content);
  const { format, recordLength } = spool.layout;
  return { format, recordLength, count: bytes.length / recordLength, bytes };
}
