import { and, eq, inArray } from 'drizzle-orm';
import { plainTif } from '#contract/rules/products.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Db } from '../db/database.ts';
import { imageset, type ProjectRow, product, productFile } from '../db/schema/projects.ts';
import { task } from '../db/schema/work.ts';
import type { ServerContext } from './context.ts';
import { touchProject } from './project-state.ts';

const taskName = 'write_tif';

/**
 * Has a project's orthoimage written as a plain GeoTIFF by a worker; asking again while that goes on, or when it is
 * there, does no harm. Throws `tif.no-orthoimage`, `tif.not-ready`.
 */
export async function requestDownloadableTif(
  context: ServerContext,
  project: ProjectRow,
  orthoPk: number,
): Promise<void> {
  const message = await context.db.transaction(async (tx) => {
    await tx.select({ pk: imageset.pk }).from(imageset).where(eq(imageset.pk, project.pk)).for('update');
    const [ortho] = await tx
      .select()
      .from(product)
      .where(
        and(eq(product.pk, orthoPk), eq(product.imagesetPk, project.pk), eq(product.name, 'orthoimage')),
      );
    if (!ortho) throw new AppError('tif.no-orthoimage', { pk: orthoPk });
    const files = await tx
      .select({ format: productFile.format })
      .from(productFile)
      .where(eq(productFile.productPk, orthoPk));
    const has = (format: string) => files.some((file) => file.format === format);
    if (ortho.status !== 'Done' || !has('tif')) throw new AppError('tif.not-ready', { name: project.name });
    if (has(plainTif) || (await listProductTasks(tx, project.pk)).some((row) => row.productPk === orthoPk)) {
      return null;
    }
    const [row] = await tx
      .insert(task)
      .values({ imagesetPk: project.pk, productPk: orthoPk, name: taskName })
      .returning();
    if (!row) throw new Error('the new task was not returned');
    await touchProject(tx, project.pk);
    return { taskPk: row.pk, attempt: row.attempt };
  });
  if (message) await context.queue.announce(message);
}

/** Tasks that wait or run for single products of a project. */
export async function listProductTasks(
  db: Db,
  projectPk: number,
): Promise<{ readonly productPk: number | null }[]> {
  return db
    .select({ productPk: task.productPk })
    .from(task)
    .where(
      and(
        eq(task.imagesetPk, projectPk),
        eq(task.name, taskName),
        inArray(task.status, ['queued', 'running']),
      ),
    );
}
