import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import {
  type LidarProduct,
  type lidarCreate,
  lidarInputName,
  type lidarUploaded,
} from '#contract/schemas/lidar.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { setProjectState, touchProject } from '../../db/project-state.ts';
import {
  imageset,
  inputSlot,
  type ProductRow,
  type ProjectRow,
  product,
  type SlotRow,
} from '../../db/schema/projects.ts';
import { largerThanAnnounced } from '../../store/byte-limit.ts';
import { inputKey } from '../../store/keys.ts';
import type { ServerContext } from '../context.ts';
import { requireProcessing } from '../processing/metering.ts';
import { lockForFiles } from '../projects/lock-project.ts';
import { readSystemFacts } from '../projects/projections.ts';
import { noteFile } from './arrivals.ts';
import { announcedBytes } from './input-sizes.ts';

const mebibyte = 2 ** 20;

/** Announces the lidar files of a project. Throws `api.project-state`, `api.invalid-field`, `usage.used-up`. */
export async function createLidar(
  context: ServerContext,
  project: ProjectRow,
  wanted: z.output<typeof lidarCreate>,
): Promise<LidarProduct> {
  if (wanted.file_size_mb.length !== wanted.num_clusters) {
    const reason = { reason: 'it-must-list-so-many-sizes', sizes: wanted.num_clusters };
    throw new AppError('api.invalid-field', { ...reason, field: 'file_size_mb' });
  }
  if (wanted.is_lcs === true) await requireLocal(wanted);
  const bytes = wanted.file_size_mb.reduce((total, size) => total + size * mebibyte, 0);
  return context.db.transaction(async (tx) => {
    await lockForFiles(tx, project.pk, ['lidar_point_cloud', 'project_archive']);
    await requireProcessing(tx, context.config, project, bytes);
    const [row] = await tx
      .insert(product)
      .values({ imagesetPk: project.pk, name: 'lidar_point_cloud', isCompressed: wanted.is_compressed })
      .returning();
    if (!row) throw new Error('the new product was not returned');
    const slots = wanted.file_size_mb.map((sizeMb, index) => ({
      productPk: row.pk,
      index,
      name: lidarInputName(row.pk, index, wanted.is_compressed),
      originalName: wanted.file_names?.[index] ?? null,
      sizeMb,
      size: null,
      role: 'lidar' as const,
      sensor: null,
      arrival: null,
      storedKey: null,
    }));
    await tx.insert(inputSlot).values(slots);
    await tx
      .update(imageset)
      .set({
        epsg: wanted.epsg ?? project.epsg,
        wkt: wanted.wkt ?? project.wkt,
        unitOfMeasure: wanted.uom ?? project.unitOfMeasure,
        isFullyUploaded: false,
      })
      .where(eq(imageset.pk, project.pk));
    await setProjectState(tx, project.pk, 'uploading');
    return viewLidar(project.pk, row, slots);
  });
}

/**
 * Refuses a named system that is not local where the files are stated to be in a local one. Throws
 * `api.invalid-field`.
 */
async function requireLocal({ epsg = null, wkt = null }: z.output<typeof lidarCreate>): Promise<void> {
  if (epsg === null && wkt === null) return;
  const { lcs_shift } = await readSystemFacts({ epsg, wkt });
  if (lcs_shift !== null) return;
  const reason = 'the-coordinate-system-that-is-named-beside-it-is';
  throw new AppError('api.invalid-field', { field: 'is_lcs', reason });
}

/**
 * Checks a file that is reported as uploaded against the store, and records it. Repeating the call does no harm.
 * Throws `upload.unexpected`, `store.not-found`, `upload.size-mismatch`, `upload.larger-than-announced`,
 * `upload.wrong-kind`.
 */
export async function confirmLidar(
  context: ServerContext,
  project: ProjectRow,
  productPk: number,
  said: z.output<typeof lidarUploaded>,
): Promise<LidarProduct> {
  const { row, slots } = await requireLidar(context, project, productPk);
  const slot = slots.find((candidate) => candidate.index === said.index);
  if (!slot) throw new AppError('upload.unexpected', { key: `${project.pk}/input/${said.index}` });
  const most = announcedBytes(slot);
  const format = row.isCompressed ? 'laz' : 'las';
  const stored = await noteFile(context, {
    project,
    slot,
    format,
    judge: ({ key, size }) => {
      if (size !== said.size) throw new AppError('upload.size-mismatch', { key, size, expected: said.size });
      if (size > most) throw largerThanAnnounced(key, most);
      return true;
    },
  });
  if (!stored) throw new AppError('store.not-found', { key: inputKey(project.pk, slot.name) });
  await touchProject(context.db, project.pk);
  const updated = slots.map((entry) => (entry === slot ? { ...entry, size: stored.size } : entry));
  return viewLidar(project.pk, row, updated);
}

async function requireLidar(
  context: ServerContext,
  project: ProjectRow,
  productPk: number,
): Promise<{ row: ProductRow; slots: SlotRow[] }> {
  const [row] = await context.db
    .select()
    .from(product)
    .where(and(eq(product.pk, productPk), eq(product.imagesetPk, project.pk)));
  if (!row) throw new AppError('upload.unexpected', { key: `${project.pk}/lidar/${productPk}` });
  return { row, slots: await slotsOf(context, productPk) };
}

function slotsOf(context: ServerContext, productPk: number): Promise<SlotRow[]> {
  return context.db
    .select()
    .from(inputSlot)
    .where(eq(inputSlot.productPk, productPk))
    .orderBy(asc(inputSlot.index));
}

function viewLidar(projectPk: number, row: ProductRow, slots: readonly SlotRow[]): LidarProduct {
  return {
    pk: row.pk,
    file_size: slots.map((slot) => slot.sizeMb),
    is_compressed: row.isCompressed ?? false,
    is_uploaded: slots.every((slot) => slot.size !== null),
    slots: slots.map((slot) => ({
      index: slot.index,
      name: slot.name,
      original_name: slot.originalName,
      size_mb: slot.sizeMb,
      upload_url: fillPath(rawRoutes.inputPost.path, { pk: projectPk, name: slot.name }),
      is_uploaded: slot.size !== null,
    })),
  };
}
