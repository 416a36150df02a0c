import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { productsOf } from '#contract/rules/products.ts';
import type { retryableTask } from '#contract/schemas/project.ts';
import type { ServerConfig } from '../../config/config.ts';
import type { Db } from '../../db/database.ts';
import { setProjectState, touchProject } from '../../db/project-state.ts';
import { imageset, type ProjectRow, product } from '../../db/schema/projects.ts';
import { task } from '../../db/schema/work.ts';
import { describeForPage } from '../../messages.ts';
import { putTask } from '../../queue/put-task.ts';
import { memoryOfProject } from '../../queue/task-memory.ts';
import type { ServerContext } from '../context.ts';
import { ownProducts } from '../products/own-products.ts';
import { chargeProject } from './metering.ts';

/** Names of the tasks that turn a project's files into its products. */
const taskNames = { lidar: 'process_lidar', images: 'process_images' } as const;

/** Name of the task that turns a project's archive into the project. */
export const importTask = 'import_archive';

/** Whether a project was created for importing an archive. */
export async function awaitsArchive(db: Db, projectPk: number): Promise<boolean> {
  const rows = await db
    .select({ pk: product.pk })
    .from(product)
    .where(and(eq(product.imagesetPk, projectPk), eq(product.name, 'project_archive')));
  return rows.length > 0;
}

/** The name of the tasks that make transformed products. */
export const transformTask = 'transform_product';

/**
 * Charges the owner, and creates the rows of the products and the task that makes them, whose key it returns. Throws
 * `usage.used-up`.
 */
export async function queueProcessing(tx: Db, config: ServerConfig, project: ProjectRow): Promise<number> {
  const projectPk = project.pk;
  if (await awaitsArchive(tx, projectPk)) return addTask(tx, projectPk, importTask);
  await chargeProject(tx, config, project);
  const kind = project.isLidar ? 'lidar' : 'images';
  const existing = await tx
    .select({ name: product.name })
    .from(product)
    .where(and(eq(product.imagesetPk, projectPk), isNull(product.ordered)));
  const names = existing.map(({ name }) => name);
  const wanted = productsOf({
    isLidar: project.isLidar,
    hasClouds: names.includes('lidar_point_cloud'),
    engine: project.settings.engine ?? 'builtin',
  });
  const missing = wanted.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    await tx.insert(product).values(missing.map((name) => ({ imagesetPk: projectPk, name })));
  }
  return addTask(tx, projectPk, taskNames[kind]);
}

async function addTask(tx: Db, projectPk: number, name: string): Promise<number> {
  const memoryMib = await memoryOfProject(tx, projectPk);
  const taskPk = await putTask(tx, { imagesetPk: projectPk, name, memoryMib });
  await setProjectState(tx, projectPk, 'processing');
  return taskPk;
}

/**
 * Failed tasks of a project, oldest first; of a stalled one also those without a worker. Stack traces are for staff
 * and the desktop edition.
 */
export async function listRetryableTasks(
  context: ServerContext,
  projectPk: number,
  mayReadStack: boolean,
): Promise<z.input<typeof retryableTask>[]> {
  const rows = await selectRetryable(context.db, projectPk);
  return rows.map(({ task: row }) => ({
    pk: row.pk,
    task_name: row.name,
    status: row.status === 'errored' ? 'errored' : 'timed out',
    error_message: describeForPage(row.error ?? { code: 'job.no-worker', params: { task: row.name } }),
    stack_trace: mayReadStack ? row.stackTrace : null,
  }));
}

function selectRetryable(db: Db, projectPk: number) {
  return db
    .select({ task, state: imageset.state })
    .from(task)
    .innerJoin(imageset, eq(imageset.pk, task.imagesetPk))
    .where(
      and(
        eq(task.imagesetPk, projectPk),
        or(
          inArray(task.status, ['errored', 'timed out']),
          and(
            isNull(task.productPk),
            inArray(task.status, ['queued', 'running']),
            eq(imageset.state, 'stalled'),
          ),
        ),
      ),
    )
    .orderBy(asc(task.pk));
}

/**
 * Requeues failed and stalled tasks and clears the errors of the products; returns their number. Processing that had
 * failed is charged again. Throws `usage.used-up`.
 */
export async function retryTasks(context: ServerContext, project: ProjectRow): Promise<number> {
  const projectPk = project.pk;
  return await context.db.transaction(async (tx) => {
    // Tasks are locked before the project, in the order of the workers' own writes.
    const rows = await selectRetryable(tx, projectPk).for('update', { of: task });
    const failed = rows.map((row) => row.task);
    if (failed.length === 0) return 0;
    const ofProject = failed.filter((row) => row.productPk === null);
    const isProcessing = ofProject.length > 0;
    if (ofProject.some(({ name }) => name !== importTask)) await chargeProject(tx, context.config, project);
    const pks = failed.map((row) => row.pk);
    const queued = await tx
      .update(task)
      .set({
        status: 'queued',
        failures: 0,
        error: null,
        stackTrace: null,
        finishedAt: null,
        readyAt: sql`now()`,
      })
      .where(and(inArray(task.pk, pks), inArray(task.status, ['queued', 'errored', 'timed out'])))
      .returning();
    const ordered = queued.flatMap((row) =>
      row.name === transformTask && row.productPk !== null ? [row.productPk] : [],
    );
    if (ordered.length > 0) {
      await tx
        .update(product)
        .set({ status: 'In Progress', error: null })
        .where(inArray(product.pk, ordered));
      await touchProject(tx, projectPk);
    }
    if (isProcessing) {
      await tx
        .update(product)
        .set({ status: 'In Progress', error: null })
        .where(ownProducts(projectPk, eq(product.status, 'Failed')));
      await setProjectState(tx, projectPk, 'processing');
    }
    return queued.length;
  });
}
