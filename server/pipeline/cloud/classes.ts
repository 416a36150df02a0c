import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import { putClasses } from '#domain/formats/las/put-classes.ts';
import { readOwn } from '#workers/io/full-transfer.ts';
import { columnPath, type PlanCell, readColumn, type Spool, type SpoolColumn } from './spool.ts';

/** New classes for a spool's points, stored beside it; the spool itself never changes. */
export interface ClassOverlay {
  readonly folder: string;
}

/** A file that marks a complete overlay. */
export const overlayMark = 'whole';

const overlayPath = (overlay: ClassOverlay, cell: PlanCell) => `${columnPath(overlay.folder, cell)}.class`;

/** An empty overlay folder. */
export async function createOverlay(folder: string): Promise<ClassOverlay> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return { folder };
}

/** Marks that all columns have their classes. */
export async function sealOverlay({ folder }: ClassOverlay): Promise<void> {
  await writeFile(join(folder, overlayMark), 'whole');
}

/** Stores the class of each point of a column, in the column's order. */
export async function writeClasses(
  overlay: ClassOverlay,
  cell: PlanCell,
  classes: Uint8Array,
): Promise<void> {
  const path = overlayPath(overlay, cell);
  await writeFile(`${path}.partial`, classes);
  await rename(`${path}.partial`, path);
}

/** Reads a column with the overlay's classes applied. */
export async function readClassified(
  spool: Spool,
  column: SpoolColumn,
  overlay: ClassOverlay | null,
): Promise<PointRecords> {
  const records = await readColumn(spool, column);
  if (overlay) putClasses(records, await readClasses(overlay, column));
  return records;
}

/**
 * The classes of a column's points; the bytes are owned by the caller. Error: `io.changed` where there are not as
 * many.
 */
export async function readClasses(
  overlay: ClassOverlay,
  column: SpoolColumn,
): Promise<Uint8Array<ArrayBuffer>> {
  const path = overlayPath(overlay, column);
  const classes = await readOwn(path);
  if (classes.length !== column.count) throw new AppError('io.changed', { file: path });
  return classes;
}
