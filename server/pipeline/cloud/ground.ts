import { asprs, groundClasses, isGroundCandidate } from '#domain/cloud/point-use.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import type { Rect } from '#domain/geometry/grid/grid.ts';
import { groundReachM } from '#domain/ground/classify-ground.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { MetresPerUnit } from '../units.ts';
import { type ClassOverlay, createOverlay, readClassified, sealOverlay, writeClasses } from './classes.ts';
import { type ColumnPoints, cellRect, createColumnPoints, grow } from './column-points.ts';
import { inOrder } from './ordered.ts';
import { createPointList } from './point-list.ts';
import { maxColumnsAtWork, type Spool, type SpoolColumn } from './spool.ts';

/** Points by class after classification; index is the class. */
export interface GroundFacts {
  readonly byClass: readonly number[];
}

export interface GroundOptions {
  readonly folder: string;
  /** Classes that override those of the spool's records; null where there are none. */
  readonly base?: ClassOverlay | null;
  /** Longest extent of the points that surfaces are made of, metres; the spool's cube where left out. */
  readonly extentM?: number;
  readonly unit: MetresPerUnit;
  readonly signal?: AbortSignal | undefined;
  report(fraction: number): void;
}

/** Around a column every candidate is included within this distance; further out one per cell. */
const denseReachM = 10;
const sparseCellM = 1;

function isInside(rect: Rect, x: number, y: number): boolean {
  return x >= rect.minX && x <= rect.maxX && y >= rect.minY && y <= rect.maxY;
}

/**
 * World coordinates: own candidates of a column first, then those around it, thinned to the lowest per cell further
 * out.
 */
async function withContext(
  candidates: ColumnPoints,
  own: Int32Array,
  spool: Spool,
  column: SpoolColumn,
  unit: MetresPerUnit,
): Promise<Float64Array<ArrayBuffer>> {
  const { scale, offset } = spool.layout.scaling;
  const rect = cellRect(spool, column);
  const near = grow(rect, denseReachM / unit.horizontal);
  const cell = sparseCellM / unit.horizontal;
  const list = createPointList(own.length / 3);
  for (let k = 0; k < own.length; k += 3) {
    list.add(
      own[k]! * scale[0] + offset[0],
      own[k + 1]! * scale[1] + offset[1],
      own[k + 2]! * scale[2] + offset[2],
    );
  }
  const owners = new Map<number, number>();
  const reach = grow(rect, groundReachM / unit.horizontal);
  await candidates.visit(reach, (x, y, z) => {
    if (isInside(near, x, y)) {
      if (!isInside(rect, x, y)) list.add(x, y, z);
      return;
    }
    const id = Math.floor((y - reach.minY) / cell) * 2 ** 26 + Math.floor((x - reach.minX) / cell);
    const owner = owners.get(id);
    if (owner !== undefined) return list.lower(owner, x, y, z);
    owners.set(id, list.count());
    list.add(x, y, z);
  });
  return list.finish();
}

/** Classes of a column's records: ground where marked, unclassified where they were ground before, else unchanged. */
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

/** Classifies ground in all columns and stores the classes as an overlay of the spool. */
export async function classifySpool(
  spool: Spool,
  pool: TaskPool,
  options: GroundOptions,
): Promise<GroundFacts> {
  const { unit, base = null, signal } = options;
  const overlay: ClassOverlay = await createOverlay(options.folder);
  const candidates = createColumnPoints(spool, base, isGroundCandidate);
  const byClass: number[] = Array(256).fill(0);
  const total = spool.columns.reduce((sum, column) => sum + column.count, 0);
  const extentM = options.extentM ?? spool.layout.cube.size * unit.horizontal;
  let done = 0;

  async function classify(column: SpoolColumn) {
    const own = await candidates.column(column);
    const xyz = await withContext(candidates, own, spool, column, unit);
    const input = { xyz, ownCount: own.length / 3, metresPerUnit: unit, extentM };
    return pool.run('cloud.classifyGround', input, { transfer: [xyz.buffer], ...(signal ? { signal } : {}) });
  }

  await inOrder(spool.columns, Math.min(pool.size, maxColumnsAtWork), classify, async ({ marks }, column) => {
    const records = await readClassified(spool, column, base);
    await writeClasses(overlay, column, classesOf(records, marks, byClass));
    done += column.count;
    options.report(done / total);
  });
  await sealOverlay(overlay);
  return { byClass };
}
