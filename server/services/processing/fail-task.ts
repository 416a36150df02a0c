import { eq, sql } from 'drizzle-orm';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Db } from '../../db/database.ts';
import { setProjectState, touchProject } from '../../db/project-state.ts';
import { product } from '../../db/schema/projects.ts';
import type { TaskRow } from '../../db/schema/work.ts';
import { queueNotice } from '../mail/queue-notice.ts';
import { ownProducts } from '../products/own-products.ts';
import { refundProject } from './metering.ts';
import { transformTask } from './tasks.ts';

/** Ends a project's unfinished products as Failed with their error, and the project as errored, which costs nothing. */
async function failProject(tx: Db, projectPk: number, error: ErrorRecord): Promise<void> {
  await tx
    .update(product)
    .set({ status: 'Failed', error, stage: null, whenCompleted: sql`now()` })
    .where(ownProducts(projectPk, eq(product.status, 'In Progress')));
  await refundProject(tx, projectPk);
  await setProjectState(tx, projectPk, 'errored');
  await queueNotice(tx, projectPk, 'error', { error });
}

/** Ends the project or the requested product of a task. A task for a further file leaves both. */
export async function failTask(tx: Db, task: TaskRow, error: ErrorRecord): Promise<void> {
  if (task.productPk === null) await failProject(tx, task.imagesetPk, error);
  else if (task.name === transformTask) {
    const record: ErrorRecord =
      error.code === 'job.failed' ? { code: 'transform.failed', params: error.params } : error;
    await tx
      .update(product)
      .set({ status: 'Failed', error: record, stage: null, whenCompleted: sql`now()` })
      .where(eq(product.pk, task.productPk));
    await touchProject(tx, task.imagesetPk);
  }
}
