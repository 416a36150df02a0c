import type { ServerContext } from '../services/context.ts';
import { failTask } from './failure.ts';
import { findUnannounced, giveUpLost, type LeaseRules, lockLost, requeueLost } from './lease.ts';
import type { TaskMessage } from './queue.ts';

/** Milliseconds after which a queued task's message is taken for lost. */
const announceAfter = 15_000;

/**
 * Gives the tasks of silent workers to others, or ends them as timed out when they have been tried often enough,
 * and announces again what waits too long. Any number of processes may do this at once.
 */
export async function keepHouse(context: ServerContext, rules: LeaseRules): Promise<void> {
  const messages = await context.db.transaction(async (tx) => {
    const again: TaskMessage[] = [];
    for (const row of await lockLost(tx)) {
      if (row.failures < rules.retryLimit) {
        again.push(await requeueLost(tx, row));
        continue;
      }
      const error = {
        code: 'job.timed-out',
        params: { task: row.name, attempts: row.failures + 1 },
      } as const;
      await giveUpLost(tx, row, error);
      await failTask(tx, row, error);
    }
    return again;
  });
  messages.push(...(await findUnannounced(context.db, announceAfter)));
  for (const message of messages) await context.queue.announce(message);
}
