import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { setProjectState } from '../../db/project-state.ts';
import { imageset } from '../../db/schema/projects.ts';
import { task } from '../../db/schema/work.ts';
import { defaultLeaseRules, giveUpLost, type LeaseRules, lockLost, requeueLost } from '../../queue/lease.ts';
import type { ScheduledWork } from '../../queue/schedule.ts';
import { forgetGoneWorkers, hasWorker } from '../../queue/worker-registry.ts';
import { clearInterrupted } from '../archive/interrupted-imports.ts';
import type { ServerContext } from '../context.ts';
import { clearArrivals } from '../inputs/arrivals.ts';
import { clearDestroyed } from '../projects/destroyed-projects.ts';
import { failTask } from './fail-task.ts';
import { importTask } from './tasks.ts';

/** Seconds that a project's tasks wait without any worker before the project is stalled. */
const stalledAfterS = 60;

/**
 * Requeues the tasks of silent workers, or ends them as timed out after too many tries, and marks projects without a
 * worker as stalled. Any number of processes may do this at once.
 */
export async function runMaintenance(context: ServerContext, rules: LeaseRules): Promise<void> {
  await context.db.transaction(async (tx) => {
    for (const row of await lockLost(tx)) {
      const limit = row.name === importTask ? rules.harmLimit : rules.retryLimit;
      if (row.failures < limit) {
        await requeueLost(tx, row);
        continue;
      }
      const error = {
        code: 'job.timed-out',
        params: { task: row.name, attempts: row.failures + 1 },
      } as const;
      await giveUpLost(tx, row, error);
      await failTask(tx, row, error);
    }
  });
  await forgetGoneWorkers(context.db);
  await markStalled(context.db);
}

/** A project that a worker claims again is processing again; see `claimNext`. */
async function markStalled(db: Db): Promise<void> {
  const waiting = db
    .select({ pk: task.pk })
    .from(task)
    .where(
      and(
        eq(task.imagesetPk, imageset.pk),
        isNull(task.productPk),
        inArray(task.status, ['queued', 'running']),
        sql`greatest(${task.readyAt}, ${task.heartbeatAt}) < now() - ${stalledAfterS} * interval '1 second'`,
      ),
    );
  const found = await db
    .select({ pk: imageset.pk })
    .from(imageset)
    .where(and(eq(imageset.state, 'processing'), exists(waiting)));
  if (found.length === 0 || (await hasWorker(db))) return;
  for (const { pk } of found) await setProjectState(db, pk, 'stalled', 'processing');
}

/** Days after which an idle upload is given up. */
const abandonedAfterDays = 14;
const dayMs = 86_400_000;

/** Frees the disk of the parts of uploads that were idle for two weeks; their files are sent again. */
export async function clearAbandoned({ store }: Pick<ServerContext, 'store'>, now: Date): Promise<void> {
  await store.clearUploads(new Date(now.getTime() - abandonedAfterDays * dayMs));
}

/** The hourly sweeps, at different minutes; see `startSchedule`. */
export function sweepsOf(context: ServerContext): readonly ScheduledWork[] {
  return [
    { name: 'uploads', cron: '5 * * * *', run: () => clearAbandoned(context, new Date()) },
    { name: 'arrivals', cron: '20 * * * *', run: () => clearArrivals(context, new Date()) },
    { name: 'imports', cron: '35 * * * *', run: () => clearInterrupted(context) },
    { name: 'destroyed', cron: '50 * * * *', run: () => clearDestroyed(context) },
  ];
}

/** Repeats the maintenance until it is stopped: for a server, whose workers may all have gone. */
export function startMaintenance(context: ServerContext): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const keep = async () => {
    while (!stopping.signal.aborted) {
      await runMaintenance(context, defaultLeaseRules).catch(() => {});
      await wait(defaultLeaseRules.leaseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const ended = keep();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
