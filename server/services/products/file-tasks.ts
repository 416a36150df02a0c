import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { overviewsRequest, tifRequest } from '#contract/rules/products.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Db } from '../../db/database.ts';
import { touchProject } from '../../db/project-state.ts';
import { imageset, type ProductRow, product, productFile } from '../../db/schema/projects.ts';
import { task } from '../../db/schema/work.ts';
import { putTask } from '../../queue/put-task.ts';

/** Names of the tasks that make a further file of one product, by what the page calls their request. */
export const fileTasks = { [tifRequest]: 'write_tif', [overviewsRequest]: 'build_overviews' } as const;

type FileRequest = keyof typeof fileTasks;

/** A product of a project with the formats of its files; the project's row is locked for this transaction. */
export async function lockProduct(
  tx: Db,
  projectPk: number,
  productPk: number,
): Promise<{ readonly row: ProductRow; readonly formats: readonly string[] } | null> {
  await tx.select({ pk: imageset.pk }).from(imageset).where(eq(imageset.pk, projectPk)).for('update');
  const [row] = await tx
    .select()
    .from(product)
    .where(and(eq(product.pk, productPk), eq(product.imagesetPk, projectPk)));
  if (!row) return null;
  const files = await tx
    .select({ format: productFile.format })
    .from(productFile)
    .where(eq(productFile.productPk, productPk));
  return { row, formats: files.map(({ format }) => format) };
}

/**
 * Queues making a further file of a product, replacing a failed attempt; no effect while one is being made. Call
 * after `lockProduct`.
 */
export async function queueFileTask(
  tx: Db,
  projectPk: number,
  productPk: number,
  request: FileRequest,
): Promise<void> {
  const name = fileTasks[request];
  const own = and(eq(task.productPk, productPk), eq(task.name, name));
  const running = await tx
    .select({ pk: task.pk })
    .from(task)
    .where(and(own, inArray(task.status, ['queued', 'running'])));
  if (running.length > 0) return;
  await tx.delete(task).where(and(own, inArray(task.status, ['errored', 'timed out'])));
  await putTask(tx, { imagesetPk: projectPk, productPk, name });
  await touchProject(tx, projectPk);
}

/** The state of the newest attempt at a further file of a product. */
export interface FileTask {
  readonly productPk: number;
  readonly request: FileRequest;
  readonly isGoingOn: boolean;
  /** 0 to 1. */
  readonly fraction: number;
  /** Why it ended without the file; null otherwise. */
  readonly error: ErrorRecord | null;
}

/** Requested further files of a project's products. */
export async function listFileTasks(db: Db, projectPk: number): Promise<FileTask[]> {
  const rows = await db
    .select()
    .from(task)
    .where(
      and(
        eq(task.imagesetPk, projectPk),
        isNotNull(task.productPk),
        inArray(task.name, Object.values(fileTasks)),
      ),
    )
    .orderBy(desc(task.pk));
  const newest = rows.filter(
    (row, i) =>
      rows.findIndex(({ productPk, name }) => productPk === row.productPk && name === row.name) === i,
  );
  return newest.map((row) => ({
    productPk: row.productPk ?? 0,
    request: row.name === fileTasks[tifRequest] ? tifRequest : overviewsRequest,
    isGoingOn: row.status === 'queued' || row.status === 'running',
    fraction: row.fraction,
    error: row.status === 'errored' || row.status === 'timed out' ? row.error : null,
  }));
}
