import type { Db } from '../db/database.ts';
import { task } from '../db/schema/work.ts';

/** A task to queue: `memoryMib` is its estimated need, the table's default where left out. */
export type NewTask = Pick<typeof task.$inferInsert, 'imagesetPk' | 'productPk' | 'name' | 'memoryMib'>;

/** Queues a task; workers are notified when the transaction is committed. Returns its key. */
export async function putTask(tx: Db, values: NewTask): Promise<number> {
  const [row] = await tx.insert(task).values(values).returning();
  if (!row) throw new Error('the new task was not returned');
  return row.pk;
}
