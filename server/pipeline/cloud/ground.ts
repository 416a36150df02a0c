import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import type { Rect } from '#domain/geometry/grid.ts';
import { groundReachM } from '#domain/ground/classify-ground.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { MetresPerUnit } from '../units.ts';
import {
  asprs,
  type ClassOverlay,
  createOverlay,
  groundClasses,
  isGroundCandidate,
  sealOverlay,
  writeClasses,
} from './classes.ts';
import { cellRect, createColumnPoints, grow } from './column-points.ts';
import { inOrder } from './ordered.ts';
import { mostColumnsAtWork, readColumn, type Spool, type SpoolColumn } from './spool.ts';

/** Points by class after classification; index is the class. */
export interface GroundFacts {
  readonly byClass: readonly number[];
}

export interface GroundOptions {
  readonly folder: string;
  readonly unit: MetresPerUnit;
  readonly signal?: AbortSignal | undefined;
  report(fraction: number): void;
}

/** Around a column every candidate joins within this distance; further out one a cell does. */
const denseReachM = 10;
const sparseCellM = 1;

/** The lowest of the points of each cell of a plan grid, those inside a rectangle left out. */
function lowestOutside(xyz: Float64Array, rect: Rect, cell: number): Float64Array {
  const owners = new Map<number, number>();
  for (let k = 0; k < xyz.length; k += 3) {
    const [x, y] = [xyz[k]!, xyz[k + 1]!];
    if (isInside(rect, x, y)) continue;
    const id = (Math.floor(y / cell) % 2 ** 20) * 2 ** 20 + (Math.floor(x / cell) % 2 ** 20);
    const owner = owners.get(id);
    if (owner === undefined || xyz[k + 2]! < xyz[owner + 2]!) owners.set(id, k);
  }
  const lowest = new Float64Array(owners.size * 3);
  let at = 0;
  for (const owner of owners.values()) {
    lowest.set(xyz.subarray(owner, owner + 3), at);
    at += 3;
  }
  return lowest;
}

function isInside(rect: Rect, x: number, y: number): boolean {
  return x >= rect.minX && x <= rect.maxX && y >= rect.minY && y <= rect.maxY;
}

/** Own candidates of a column first, then those around it, thinned where they are far. */
function joinContext(
  own: Int32Array,
  around: Float64Array,
  spool: Spool,
  column: SpoolColumn,
  unit: MetresPerUnit,
): Float64Array<ArrayBuffer> {
  const { scale, offset } = spool.layout.scaling;
  const rect = cellRect(spool, column);
  const near = grow(rect, denseReachM / unit.horizontal);
  const far = lowestOutside(around, near, sparseCellM / unit.horizontal);
  const all = new Float64Array(own.length + around.length + far.length);
  for (let k = 0; k < own.length; k += 3) {
    all[k] = own[k]! * scale[0] + offset[0];
    all[k + 1] = own[k + 1]! * scale[1] + offset[1];
    all[k + 2] = own[k + 2]! * scale[2] + offset[2];
  }
  let at = own.length;
  for (let k = 0; k < around.length; k += 3) {
    const [x, y] = [around[k]!, around[k + 1]!];
    if (isInside(rect, x, y) || !isInside(near, x, y)) continue;
    all[at++] = x;
    all[at++] = y;
    all[at++] = around[k + 2]!;
  }
  all.set(far, at);
  return all.slice(0, at + far.length);
}

/** Classes of a column's records: ground where marked, unclassified where they were ground before, else as they were. */
function classesOf(records: PointRecords, marks: Uint8Array, byClass: number[]): Uint8Array {
  const { bytes, count, recordLength } = records;
  const { classification } = pointFormat(records.format);
  const classes = new Uint8Array(count);
  let candidate = 0;
  for (let point = 0, at = 0; point < count; point++, at += recordLength) {
    const before = bytes[at + classification]!;
    const isMarked = isGroundCandidate(bytes, at) && marks[candidate++] === 1;
    const keepsKind = groundClasses.has(before);
    if (isMarked) classes[point] = keepsKind ? before : asprs.ground;
    else classes[point] = before === asprs.ground ? asprs.unclassified : before;
    byClass[classes[point]!]!++;
  }
  return classes;
}

/** Tells ground from everything else in all columns and keeps the classes as an overlay of the spool. */
export async function classifySpool(
  spool: Spool,
  pool: TaskPool,
  options: GroundOptions,
): Promise<GroundFacts> {
  const { unit, signal } = options;
  const overlay: ClassOverlay = await createOverlay(options.folder);
  const candidates = createColumnPoints(spool, null, isGroundCandidate);
  const byClass: number[] = Array(256).fill(0);
  const total = spool.columns.reduce((sum, column) => sum + column.count, 0);
  let done = 0;

  async function classify(column: SpoolColumn) {
    const own = await candidates.column(column);
    const around = await candidates.within(grow(cellRect(spool, column), groundReachM / unit.horizontal));
    const xyz = joinContext(own, around, spool, column, unit);
    const input = { xyz, ownCount: own.length / 3, metresPerUnit: unit };
    return pool.run('cloud.classifyGround', input, { transfer: [xyz.buffer], ...(signal ? { signal } : {}) });
  }

  await inOrder(
    spool.columns,
    Math.min(pool.size, mostColumnsAtWork),
    classify,
    async ({ marks }, column) => {
      const records = await readColumn(spool, column);
      await writeClasses(overlay, column, classesOf(records, marks, byClass));
      done += column.count;
      options.report(done / total);
    },
  );
  await sealOverlay(overlay);
  return { byClass };
}
