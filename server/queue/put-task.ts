import type { Db } from '../db/database.ts';
import { task } from '../db/schema/work.ts';
import type { TaskMessage } from './task-queue.ts';

/** A task to be put: `memoryMib` is what it is reckoned to need, the table's default where left out. */
export type NewTask = Pick<typeof task.$inferInsert, 'imagesetPk' | 'productPk' | 'name' | 'memoryMib'>;

/**
 * Puts a task into the queue. The message must be announced after the transaction is committed; if that never happens
 * the maintenance of the queue does it.
 */
export async function putTask(tx: Db, values: NewTask): Promise<TaskMessage> {
  const [row] = await tx.insert(task).values(values).returning();
  if (!row) throw new Error('the new task was not returned');
  return { taskPk: row.pk, attempt: row.attempt };
}
