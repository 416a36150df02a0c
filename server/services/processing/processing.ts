import { rm } from 'node:fs/promises';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ProjectState } from '#contract/rules/states.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { Db } from '../../db/database.ts';
import { setProjectState } from '../../db/project-state.ts';
import { imageset, type ProjectRow, product } from '../../db/schema/projects.ts';
import { task } from '../../db/schema/work.ts';
import { abandonRemotely } from '../../pipeline/photo/process-remotely.ts';
import { noLease } from '../../queue/lease.ts';
import type { ServerContext } from '../context.ts';
import { ownProducts } from '../products/own-products.ts';
import { workFolder } from '../projects/work-folder.ts';
import { chargeProject, refundProject } from './metering.ts';
import { importTask } from './tasks.ts';

/** The task that makes a project's products, apart from those that make a further file of one product. */
const ofProject = (projectPk: number) => and(eq(task.imagesetPk, projectPk), isNull(task.productPk));

/**
 * Locks a project's tasks and then the project, in the order of the workers' own writes, and refuses it in other
 * states than `states`. Throws `api.project-state`.
 */
async function lockIn(
  tx: Db,
  projectPk: number,
  states: readonly ProjectState[],
  wanted: string,
): Promise<ProjectRow> {
  await tx.select({ pk: task.pk }).from(task).where(ofProject(projectPk)).orderBy(task.pk).for('update');
  const [row] = await tx.select().from(imageset).where(eq(imageset.pk, projectPk)).for('update');
  if (row && states.includes(row.state)) return row;
  throw new AppError('api.project-state', { pk: projectPk, state: row?.state ?? 'deleted', wanted });
}

/**
 * Stops a project's work: the worker drops it at its next heartbeat, and every finished step is kept. Idempotent.
 * Throws `api.project-state`.
 */
export async function pauseProcessing(context: ServerContext, projectPk: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { state } = await lockIn(tx, projectPk, ['processing', 'stalled', 'paused'], 'being-processed');
    if (state === 'paused') return;
    await tx
      .update(task)
      .set({ status: 'paused', ...noLease })
      .where(and(ofProject(projectPk), inArray(task.status, ['queued', 'running'])));
    await setProjectState(tx, projectPk, 'paused');
  });
}

/**
 * Continues a paused project's work from its last finished step, or from the beginning where it was cancelled. One
 * that waits for ground control continues with the measured points. Idempotent. Throws `api.project-state`,
 * `usage.used-up`.
 */
export async function resumeProcessing(context: ServerContext, projectPk: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    const project = await lockIn(tx, projectPk, ['paused', 'processing'], 'paused');
    const { state } = project;
    const isCorrection = project.gcpsReady && !project.gcpsCorrected;
    if (state === 'processing' && !isCorrection) return;
    const [stopped] = await tx
      .select()
      .from(task)
      .where(and(ofProject(projectPk), inArray(task.status, ['paused', 'cancelled'])))
      .orderBy(desc(task.pk))
      .limit(1);
    if (!stopped) throw new AppError('api.project-state', { pk: projectPk, state, wanted: 'stopped-work' });
    if (stopped.name !== importTask) await chargeProject(tx, context.config, project);
    await tx
      .update(task)
      .set({
        status: 'queued',
        failures: 0,
        error: null,
        finishedAt: null,
        readyAt: sql`now()`,
      })
      .where(eq(task.pk, stopped.pk));
    await tx
      .update(product)
      .set({ status: 'In Progress', error: null, whenCompleted: null })
      .where(ownProducts(projectPk, ...(isCorrection ? [] : [eq(product.status, 'Failed')])));
    if (isCorrection)
      await tx.update(imageset).set({ gcpsCorrected: true }).where(eq(imageset.pk, projectPk));
    await setProjectState(tx, projectPk, 'processing');
  });
}

/**
 * Cancels a project's unfinished work: finished products stay, unfinished ones are marked as cancelled, and the work
 * folder is removed, at once or by the worker when it has stopped. The project is then paused and may be resumed from
 * the beginning. The charge is refunded where no product was finished. Idempotent. Throws `api.project-state`.
 */
export async function cancelProcessing(context: ServerContext, projectPk: number): Promise<void> {
  const error: ErrorRecord = { code: 'job.cancelled', params: {} };
  const wasRunning = await context.db.transaction(async (tx) => {
    await lockIn(tx, projectPk, ['processing', 'stalled', 'paused'], 'being-processed-or-paused');
    const active = await tx
      .select({ status: task.status })
      .from(task)
      .where(and(ofProject(projectPk), inArray(task.status, ['queued', 'running', 'paused'])));
    await cancelTasks(tx, projectPk, 'of the project alone');
    await tx
      .update(product)
      .set({ status: 'Failed', error, stage: null, whenCompleted: sql`now()` })
      .where(ownProducts(projectPk, eq(product.status, 'In Progress')));
    await refundUnfinished(tx, projectPk);
    await setProjectState(tx, projectPk, 'paused');
    return active.some(({ status }) => status === 'running');
  });
  if (!wasRunning) await removeWork(context, projectPk);
}

/** Refunds the charge of a project whose owner cancels it before any of its products was finished. */
export async function refundUnfinished(tx: Db, projectPk: number): Promise<void> {
  const finished = await tx
    .select({ pk: product.pk })
    .from(product)
    .where(ownProducts(projectPk, eq(product.status, 'Done')))
    .limit(1);
  if (finished.length === 0) await refundProject(tx, projectPk);
}

/** Takes away the leases and queued tasks of a project: all, or those that are not of single products. */
export async function cancelTasks(
  tx: Db,
  projectPk: number,
  which: 'all' | 'of the project alone' = 'all',
): Promise<void> {
  await tx
    .update(task)
    .set({ status: 'cancelled', finishedAt: sql`now()`, ...noLease })
    .where(
      and(
        which === 'all' ? eq(task.imagesetPk, projectPk) : ofProject(projectPk),
        inArray(task.status, ['queued', 'running', 'paused']),
      ),
    );
}

/**
 * Whether a task is to continue, possibly in another worker: it is neither paused nor cancelled, and its project
 * exists.
 */
export async function isWanted(context: ServerContext, taskPk: number): Promise<boolean> {
  const [row] = await context.db.select({ status: task.status }).from(task).where(eq(task.pk, taskPk));
  return row !== undefined && row.status !== 'paused' && row.status !== 'cancelled';
}

/** Removes the work folder of a task that was cancelled, or whose project was removed, while this worker ran it. */
export async function tidyCancelled(
  context: ServerContext,
  taskPk: number,
  projectPk: number,
): Promise<void> {
  const [row] = await context.db.select({ status: task.status }).from(task).where(eq(task.pk, taskPk));
  if (!row || row.status === 'cancelled') await removeWork(context, projectPk);
}

/** Removes the leftovers of unfinished work on this disk and, where one makes the products, at the service. */
async function removeWork(context: ServerContext, projectPk: number): Promise<void> {
  const folder = workFolder(context, projectPk);
  const { nodeodm } = context.config;
  if (nodeodm) await abandonRemotely(nodeodm, folder);
  await rm(folder, { recursive: true, force: true });
}
