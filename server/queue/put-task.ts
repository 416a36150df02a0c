import type { Db } from '../db/database.ts';
import { task } from '../db/schema/work.ts';

/** A task to be put: `memoryMib` is what it is reckoned to need, the table's default where left out. */
export type NewTask = Pick<typeof task.$inferInsert, 'imagesetPk' | 'productPk' | 'name' | 'memoryMib'>;

/** Puts a task into the queue; workers hear of it when the transaction is committed. Returns its key. */
export async function putTask(tx: Db, values: NewTask): Promise<number> {
  const [row] = await tx.insert(task).values(values).returning();
  if (!row) throw new Error('the new task was not returned');
  return row.pk;
}
