import { and, asc, eq, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { limits } from '#contract/limits.ts';
import type { recoveryData } from '#contract/schemas/project.ts';
import type { SignedCall, StoreCall } from '#contract/store/signed-call.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Db } from '../../db/database.ts';
import { setProjectState } from '../../db/project-state.ts';
import { imageset, inputSlot, type ProjectRow, product, type SlotRow } from '../../db/schema/projects.ts';
import { arrivalKey, inputKey } from '../../store/keys.ts';
import type { OpenUpload } from '../../store/object-store.ts';
import type { ServerContext } from '../context.ts';
import { awaitsArchive, queueProcessing } from '../processing/tasks.ts';
import { lockProject, requireOpen, takesFiles } from '../projects/lock-project.ts';
import { aclOf, awaitArrival, type Noting, noteFile } from './arrivals.ts';
import { announcedBytes } from './input-sizes.ts';

/** A store over a network takes a while to report whether it has a file. */
const statsAtATime = 8;

/** The slot of an awaited file by its name, and its key. */
export async function requireSlot(
  context: ServerContext,
  project: ProjectRow,
  name: string,
): Promise<{ key: string; slot: SlotRow }> {
  const key = inputKey(project.pk, name);
  const [found] = await context.db
    .select({ slot: inputSlot })
    .from(inputSlot)
    .innerJoin(product, eq(product.pk, inputSlot.productPk))
    .where(and(eq(product.imagesetPk, project.pk), eq(inputSlot.name, name)));
  if (!found || project.isFullyUploaded) throw new AppError('upload.unexpected', { key });
  return { key, slot: found.slot };
}

/**
 * Refuses upload methods that do not fit the announced size: in parts below 5 MiB, whole above 5 GiB. Throws
 * `upload.too-small-for-parts`, `upload.too-large-for-put`.
 */
export function requireFit(slot: SlotRow, call: StoreCall['call']): void {
  const size = announcedBytes(slot);
  if (call === 'open' && size < limits.uploadPartMin)
    throw new AppError('upload.too-small-for-parts', { size });
  if (call === 'put' && size > limits.singleUploadMax)
    throw new AppError('upload.too-large-for-put', { size });
}

/**
 * Signs a call of an upload to the object store. Inputs of a demonstration are public. Throws `upload.needs-s3`, and
 * what `requireSlot` and `requireFit` throw.
 */
export async function signUpload(
  context: ServerContext,
  project: ProjectRow,
  name: string,
  call: StoreCall,
): Promise<SignedCall> {
  const { intake } = context.store;
  if (intake.kind !== 'signed') throw new AppError('upload.needs-s3');
  const { slot } = await requireSlot(context, project, name);
  requireFit(slot, call.call);
  return intake.sign(await awaitArrival(context.db, project.pk, slot), call, aclOf(project));
}

/** Open uploads of a file, newest first, under the file's key for clients. Throws `store.unsafe-key`. */
export async function listOpenUploads(
  { db, store }: ServerContext,
  projectPk: number,
  name: string,
): Promise<OpenUpload[]> {
  const key = inputKey(projectPk, name);
  if (store.intake.kind === 'through') return store.listUploads(key);
  const [slot] = await selectSlots(db, and(eq(product.imagesetPk, projectPk), eq(inputSlot.name, name)));
  const token = slot?.arrival ?? null;
  const open = token === null ? [] : await store.listUploads(arrivalKey(projectPk, token, name));
  return open.map((upload) => ({ ...upload, key }));
}

/**
 * Ends the upload of a project and, if requested, queues its processing. Repeating the call does no harm. Throws
 * `upload.incomplete`, `upload.wrong-kind`, `api.project-state`, `usage.used-up`.
 */
export async function completeUpload(
  context: ServerContext,
  project: ProjectRow,
  isProcessed: boolean,
): Promise<void> {
  // Processing has started, whatever its state since: the call is repeated after a lost response.
  if (project.isFullyUploaded && !takesFiles(project)) return;
  requireOpen(project);
  const foreign = await noteArrivals(context, project);
  if (foreign !== null) throw foreign;
  const { missing, uploaded } = await listArrived(context, project.pk);
  const isArchive = await awaitsArchive(context.db, project.pk);
  const lacksImages = !project.isLidar && !isArchive && project.imageCount === 0;
  if (missing.length > 0 || uploaded.length === 0 || lacksImages) {
    const files = missing.length > 0 ? missing.map(([name]) => name).join(', ') : project.name;
    throw new AppError('upload.incomplete', { files });
  }
  await context.db.transaction(async (tx) => {
    await lockProject(tx, project.pk);
    await requireUnchanged(context, tx, project.pk);
    const [closed] = await tx
      .update(imageset)
      .set({ isFullyUploaded: true })
      .where(and(eq(imageset.pk, project.pk), eq(imageset.state, project.state)))
      .returning({ pk: imageset.pk });
    if (closed && isProcessed) await queueProcessing(tx, context.config, project);
  });
}

/**
 * Marks an interrupted upload as continuing; one of which only the last response was lost is unchanged. Throws
 * `api.project-state`.
 */
export async function resumeUpload(context: ServerContext, { pk }: ProjectRow): Promise<void> {
  await context.db.transaction(async (tx) => {
    const project = await lockProject(tx, pk);
    if (project.isFullyUploaded && !takesFiles(project)) return;
    requireOpen(project);
    await setProjectState(tx, pk, 'uploading');
  });
}

/**
 * Records images and control files that have arrived in the store with the announced size; clients do not report
 * each, since a flight has thousands. Returns the error of one that does not match its announcement.
 */
async function noteArrivals(context: ServerContext, project: ProjectRow): Promise<AppError | null> {
  const awaited = await selectSlots(
    context.db,
    and(
      eq(product.imagesetPk, project.pk),
      or(isNull(inputSlot.size), isNotNull(inputSlot.arrival)),
      ne(inputSlot.role, 'lidar'),
    ),
  );
  const waiting = awaited.values();
  let foreign: AppError | null = null;
  const note = async () => {
    for (const slot of waiting) {
      await noteArrival(context, project, slot).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'upload.wrong-kind') throw error;
        foreign = error;
      });
    }
  };
  await Promise.all(Array.from({ length: statsAtATime }, note));
  return foreign;
}

async function noteArrival(context: ServerContext, project: ProjectRow, slot: SlotRow): Promise<void> {
  const judge: Noting['judge'] = ({ size }) => size === announcedBytes(slot);
  await noteFile(context, { project, slot, format: slot.role, judge });
}

/** Slots of inputs with their products, in the order of their announcement. */
async function selectSlots(db: Db, wanted: SQL | undefined): Promise<SlotRow[]> {
  const rows = await db
    .select({ slot: inputSlot })
    .from(inputSlot)
    .innerJoin(product, eq(product.pk, inputSlot.productPk))
    .where(wanted)
    .orderBy(asc(inputSlot.productPk), asc(inputSlot.index));
  return rows.map(({ slot }) => slot);
}

/**
 * Refuses to end an upload of which a file was sent again since it was recorded: the stored files are charged and
 * processed. Files in a bucket were recorded at their final key, to which nothing is sent. Throws
 * `upload.incomplete`.
 */
async function requireUnchanged({ store }: ServerContext, tx: Db, projectPk: number): Promise<void> {
  if (store.intake.kind !== 'through') return;
  const slots = await selectSlots(tx, eq(product.imagesetPk, projectPk));
  for (const { name, size } of slots) {
    const stored = await store.stat(inputKey(projectPk, name));
    if (size === null || stored?.size !== size) throw new AppError('upload.incomplete', { files: name });
  }
}

/**
 * Files that have arrived, with their sizes in bytes, and files still awaited, by their announced sizes: lidar in
 * MiB, images and control files in bytes.
 */
export async function listInputs(
  context: ServerContext,
  project: ProjectRow,
): Promise<z.output<typeof recoveryData>> {
  await noteArrivals(context, project);
  return listArrived(context, project.pk);
}

async function listArrived({ db }: ServerContext, projectPk: number): Promise<z.output<typeof recoveryData>> {
  const data: z.output<typeof recoveryData> = { uploaded: [], missing: [] };
  for (const slot of await selectSlots(db, eq(product.imagesetPk, projectPk))) {
    if (slot.size !== null) data.uploaded.push([slot.name, slot.size]);
    else data.missing.push([slot.name, slot.role === 'lidar' ? slot.sizeMb : announcedBytes(slot)]);
  }
  return data;
}
