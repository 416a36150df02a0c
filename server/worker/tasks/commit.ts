import { basename, extname } from 'node:path';
import { and, eq, ne, notInArray, sql } from 'drizzle-orm';
import type { ProductName } from '#contract/rules/products.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { clamp } from '#domain/math/clamp.ts';
import type { Db } from '../../db/database.ts';
import { setProjectState, touchProject } from '../../db/project-state.ts';
import { imageset, type ProductRow, product, productFile } from '../../db/schema/projects.ts';
import { engineConsole, taskStep } from '../../db/schema/work.ts';
import { digestOf } from '../../pipeline/proof/digest.ts';
import { endTask, forgetFailures, type Lease, passFence } from '../../queue/lease.ts';
import type { TaskContext } from '../../services/context.ts';
import { queueNotice } from '../../services/mail/queue-notice.ts';
import { ownProducts } from '../../services/products/own-products.ts';
import { productKey, thumbnailKey } from '../../store/keys.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import { withoutFolders } from '../failure.ts';
import type {
  PipelineFile,
  PipelineProduct,
  PipelineProgress,
  PipelineStep,
} from '../pipelines/pipeline-port.ts';

/** Total work units of a product. */
const units = 1000;

/** Writes the progress of a product, if the lease is still valid; products that are done are unchanged. */
export async function commitProgress(
  context: TaskContext,
  lease: Lease,
  progress: PipelineProgress,
): Promise<void> {
  const projectPk = lease.task.imagesetPk;
  await context.db.transaction(async (tx) => {
    await passFence(tx, lease);
    await tx
      .update(product)
      .set({
        workUnitsNeeded: units,
        workUnitsCompleted: Math.round(clamp(progress.fraction, 0, 1) * units),
        stage: progress.stage,
      })
      .where(ownProducts(projectPk, eq(product.name, progress.product), eq(product.status, 'In Progress')));
    await tx
      .update(imageset)
      .set({
        peakRamMib: sql`greatest(${imageset.peakRamMib}, ${progress.peakMiB})`,
        whenModified: sql`now()`,
      })
      .where(eq(imageset.pk, projectPk));
  });
}

/**
 * Stores a product's files and marks it done. The files are moved into place after the fence and before the rows are
 * committed, so a worker that lost its lease changes nothing and a row never names a missing file.
 */
export async function commitProduct(
  context: TaskContext,
  lease: Lease,
  made: PipelineProduct,
): Promise<void> {
  const projectPk = lease.task.imagesetPk;
  const dropped = await context.db.transaction(async (tx) => {
    await passFence(tx, lease);
    const { pk: productPk, isDone } = await findProduct(tx, projectPk, made.name);
    if (!isDone) {
      await forgetFailures(tx, lease);
      await queueNotice(tx, projectPk, 'progress', { product: made.name });
    }
    return keepProduct(tx, context, projectPk, productPk, made);
  });
  for (const { key } of dropped) await context.store.remove(key);
}

/** The same of the one product that a task makes, which ends the task. */
export async function commitOrdered(
  context: TaskContext,
  lease: Lease,
  productPk: number,
  made: PipelineProduct,
): Promise<void> {
  const dropped = await context.db.transaction(async (tx) => {
    await passFence(tx, lease);
    const old = await keepProduct(tx, context, lease.task.imagesetPk, productPk, made);
    await endTask(tx, lease, 'done');
    return old;
  });
  for (const { key } of dropped) await context.store.remove(key);
}

/** Writes the progress of a task's single product, if the lease is still valid. */
export async function commitOrderedProgress(
  context: TaskContext,
  lease: Lease,
  productPk: number,
  { fraction, stage }: Pick<PipelineProgress, 'fraction' | 'stage'>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await passFence(tx, lease);
    await tx
      .update(product)
      .set({ workUnitsNeeded: units, workUnitsCompleted: Math.round(fraction * units), stage })
      .where(eq(product.pk, productPk));
    await touchProject(tx, lease.task.imagesetPk);
  });
}

/** Moves a product's files into place and fills its row; returns files that it no longer has. */
async function keepProduct(
  tx: Db,
  { store }: TaskContext,
  projectPk: number,
  productPk: number,
  made: PipelineProduct,
): Promise<{ key: string }[]> {
  const keys: string[] = [];
  for (const file of made.files) keys.push(await storeFile(tx, store, projectPk, productPk, file));
  const isOld = keys.length > 0 ? notInArray(productFile.key, keys) : undefined;
  const old = await tx
    .delete(productFile)
    .where(and(eq(productFile.productPk, productPk), ne(productFile.tag, 'input'), isOld))
    .returning({ key: productFile.key });
  await tx.update(product).set(doneColumns(made)).where(eq(product.pk, productPk));
  await touchProject(tx, projectPk);
  return old;
}

async function storeFile(
  tx: Db,
  store: ObjectStore,
  projectPk: number,
  productPk: number,
  file: PipelineFile,
): Promise<string> {
  const name = basename(file.path);
  const { format, tag } = file;
  const proof = file.proof ?? { kind: 'bytes' as const, sha256: await digestOf(file.path) };
  const { key, size, etag } = await store.putFile(productKey(projectPk, productPk, name), file.path);
  await tx
    .insert(productFile)
    .values({ imagesetPk: projectPk, productPk, key, name, format, tag, size, etag, proof })
    .onConflictDoUpdate({ target: productFile.key, set: { format, tag, size, etag, proof } });
  return key;
}

function doneColumns(made: PipelineProduct): Partial<ProductRow> {
  return {
    status: 'Done',
    error: null,
    stage: null,
    epsg: made.epsg,
    wkt: made.wkt,
    unitOfMeasure: made.unitOfMeasure,
    resolution: made.resolution,
    pixelWidth: made.pixelWidth,
    pixelHeight: made.pixelHeight,
    meta: { ...made.meta },
    workUnitsNeeded: units,
    workUnitsCompleted: units,
    isVisualizationReady: true,
    visualizationPercent: 100,
    whenCompleted: new Date(),
  };
}

async function findProduct(
  tx: Db,
  projectPk: number,
  name: ProductName,
): Promise<{ readonly pk: number; readonly isDone: boolean }> {
  const [row] = await tx
    .select({ pk: product.pk, status: product.status })
    .from(product)
    .where(ownProducts(projectPk, eq(product.name, name)))
    .orderBy(product.pk)
    .limit(1);
  if (row) return { pk: row.pk, isDone: row.status === 'Done' };
  const [made] = await tx
    .insert(product)
    .values({ imagesetPk: projectPk, name })
    .returning({ pk: product.pk });
  if (!made) throw new Error('the new product was not returned');
  return { pk: made.pk, isDone: false };
}

/** Marks a product that these data do not allow; the others continue. */
export async function commitProductFailure(
  context: TaskContext,
  lease: Lease,
  name: ProductName,
  failure: ErrorRecord,
): Promise<void> {
  const error = withoutFolders(failure, context.config.dataFolder);
  await context.db.transaction(async (tx) => {
    await passFence(tx, lease);
    await tx
      .update(product)
      .set({ status: 'Failed', error, stage: null, whenCompleted: sql`now()` })
      .where(ownProducts(lease.task.imagesetPk, eq(product.name, name)));
    await touchProject(tx, lease.task.imagesetPk);
  });
}

/** Stores the cost of a step. */
export async function commitStep(context: TaskContext, lease: Lease, step: PipelineStep): Promise<void> {
  const projectPk = lease.task.imagesetPk;
  await context.db.transaction(async (tx) => {
    await passFence(tx, lease);
    await tx.insert(taskStep).values({
      taskPk: lease.task.pk,
      attempt: lease.attempt,
      name: step.name,
      wallS: step.wallS,
      cpuS: step.cpuS,
      peakMib: step.peakMiB,
      peakDiskMib: step.peakDiskMiB,
    });
    await tx
      .update(imageset)
      .set({
        peakRamMib: sql`greatest(${imageset.peakRamMib}, ${step.peakMiB})`,
        maxDiskMib: sql`greatest(${imageset.maxDiskMib}, ${step.peakDiskMiB})`,
        whenModified: sql`now()`,
      })
      .where(eq(imageset.pk, projectPk));
  });
}

/** Stores the image of a project; its name contains the attempt, because browsers cache images for an hour. */
export async function commitThumbnail(context: TaskContext, lease: Lease, path: string): Promise<void> {
  const projectPk = lease.task.imagesetPk;
  const name = `thumbnail-${lease.task.pk}-${lease.attempt}${extname(path)}`;
  await context.db.transaction(async (tx) => {
    await passFence(tx, lease);
    await context.store.putFile(thumbnailKey(projectPk, name), path);
    await tx.update(imageset).set({ thumbnailName: name }).where(eq(imageset.pk, projectPk));
    await touchProject(tx, projectPk);
  });
}

/** Ends a task that made its products; one that was never made is marked so. */
export async function commitEnd(context: TaskContext, lease: Lease): Promise<void> {
  const projectPk = lease.task.imagesetPk;
  const error: ErrorRecord = {
    code: 'job.not-made',
    params: {},
  };
  await context.db.transaction(async (tx) => {
    await passFence(tx, lease);
    await tx
      .update(product)
      .set({ status: 'Failed', error, stage: null, whenCompleted: sql`now()` })
      .where(ownProducts(projectPk, eq(product.status, 'In Progress')));
    await tx.delete(engineConsole).where(eq(engineConsole.imagesetPk, projectPk));
    await endTask(tx, lease, 'done');
    await setProjectState(tx, projectPk, 'completed');
    await queueNotice(tx, projectPk, 'finish');
  });
}
