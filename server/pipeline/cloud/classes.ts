import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import { readOwn } from '#workers/io/full-transfer.ts';
import { columnPath, type PlanCell, readColumn, type Spool, type SpoolColumn } from './spool.ts';

/** New classes for a spool's points, kept beside it so that the spool itself never changes. */
export interface ClassOverlay {
  readonly folder: string;
}

/** A file that an overlay holds once it is whole. */
export const overlayMark = 'whole';

const overlayPath = (overlay: ClassOverlay, cell: PlanCell) => `${columnPath(overlay.folder, cell)}.class`;

/** An empty overlay folder. */
export async function createOverlay(folder: string): Promise<ClassOverlay> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return { folder };
}

/** Says that all columns have their classes. */
export async function sealOverlay({ folder }: ClassOverlay): Promise<void> {
  await writeFile(join(folder, overlayMark), 'whole');
}

/** Keeps the class of each point of a column, in the column's order. */
export async function writeClasses(
  overlay: ClassOverlay,
  cell: PlanCell,
  classes: Uint8Array,
): Promise<void> {
  const path = overlayPath(overlay, cell);
  await writeFile(`${path}.partial`, classes);
  await rename(`${path}.partial`, path);
}

/** Reads a column with the overlay's classes put in. Errors: those of `readColumn`, for the overlay's file too. */
export async function readClassified(
  spool: Spool,
  column: SpoolColumn,
  overlay: ClassOverlay | null,
): Promise<PointRecords> {
  const records = await readColumn(spool, column);
  if (overlay) await putClasses(overlay, column, records);
  return records;
}

/** Puts the overlay's classes into the records of a column. Errors: those of `readColumn`, for the overlay's file. */
export async function putClasses(
  overlay: ClassOverlay,
  column: SpoolColumn,
  records: PointRecords,
): Promise<void> {
  const path = overlayPath(overlay, column);
  const classes = await readOwn(path);
  if (classes.length !== records.count) throw new AppError('io.changed', { file: path });
  const { classification } = pointFormat(records.format);
  for (let point = 0; point < records.count; point++) {
    records.bytes[point * records.recordLength + classification] = classes[point]!;
  }
}
