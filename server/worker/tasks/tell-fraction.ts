import { eq } from 'drizzle-orm';
import { touchProject } from '../../db/project-state.ts';
import { task } from '../../db/schema/work.ts';
import { type Lease, passFence } from '../../queue/lease.ts';
import type { TaskContext } from '../../services/context.ts';
import { type Throttled, throttle } from './throttle.ts';

/** Reports, at most twice a second, the progress of a task for a file of one product, 0 to 1. */
export function fractionOf({ db }: TaskContext, lease: Lease): Throttled<number> {
  return throttle((fraction) =>
    db.transaction(async (tx) => {
      await passFence(tx, lease);
      await tx.update(task).set({ fraction }).where(eq(task.pk, lease.task.pk));
      await touchProject(tx, lease.task.imagesetPk);
    }),
  );
}
