import { and, eq, lt, sql } from 'drizzle-orm';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { Db } from '../db/database.ts';
import { type TaskRow, type TaskStatus, task } from '../db/schema/work.ts';

/** Durations of leases in milliseconds, and the number of tries before a task is given up. */
export interface LeaseRules {
  /** Duration of a lease from its last heartbeat. */
  readonly leaseMs: number;
  readonly heartbeatMs: number;
  /** Retries after the first try. */
  readonly retryLimit: number;
  /**
   * The same for a task that ended its process or had to be ended with it, and for an import that was lost with its
   * worker.
   */
  readonly harmLimit: number;
}

/** A lost worker's task is claimed again within these 10 s and one maintenance interval. */
export const defaultLeaseRules: LeaseRules = {
  leaseMs: 10_000,
  heartbeatMs: 2000,
  retryLimit: 2,
  harmLimit: 1,
};

/** The right to work on a task: the fence that every write of a step must pass. */
export interface Lease {
  readonly task: TaskRow;
  readonly attempt: number;
  readonly owner: string;
}

/** The expiry of a lease that is taken or extended now. */
export const leaseEnd = (leaseMs: number) => sql`now() + ${leaseMs} * interval '1 millisecond'`;

/** Columns of a task that no worker holds. */
export const noLease = { leaseOwner: null, leaseHost: null, leaseUntil: null } as const;

const holds = (lease: Lease) =>
  and(
    eq(task.pk, lease.task.pk),
    eq(task.status, 'running'),
    eq(task.attempt, lease.attempt),
    eq(task.leaseOwner, lease.owner),
  );

/** Extends a lease; false when it is lost. */
export async function heartbeat(db: Db, lease: Lease, rules: LeaseRules): Promise<boolean> {
  const rows = await db
    .update(task)
    .set({ leaseUntil: leaseEnd(rules.leaseMs), heartbeatAt: sql`now()` })
    .where(holds(lease))
    .returning({ pk: task.pk });
  return rows.length > 0;
}

/**
 * Locks the task's row for the rest of the transaction and checks that the lease is still valid: later writes of the
 * transaction are committed only by the worker that holds it. Returns the current row. Throws `job.lease-lost`.
 */
export async function passFence(tx: Db, lease: Lease): Promise<TaskRow> {
  const [row] = await tx.select().from(task).where(holds(lease)).for('update');
  if (row) return row;
  throw new AppError('job.lease-lost', { task: lease.task.name });
}

/** Resets the tries of a task that progressed, however often its machine is switched off. Call after `passFence`. */
export async function forgetFailures(tx: Db, lease: Lease): Promise<void> {
  await tx.update(task).set({ failures: 0 }).where(holds(lease));
}

/** Ends a task. Call after `passFence`. */
export async function endTask(
  tx: Db,
  lease: Lease,
  status: Extract<TaskStatus, 'done' | 'errored'>,
  error: ErrorRecord | null = null,
  stackTrace: string | null = null,
): Promise<void> {
  await tx
    .update(task)
    .set({ status, error, stackTrace, finishedAt: sql`now()`, ...noLease })
    .where(holds(lease));
}

/** How a task is requeued. */
export interface RequeueOptions {
  /** Counts against its tries. */
  readonly isFailure: boolean;
  readonly stackTrace: string | null;
  /** Delay in seconds before it may be claimed. */
  readonly delayS: number;
  /** MiB of memory that it was found to exceed; null where it did not. */
  readonly needMib: number | null;
}

/** Requeues a task. Call after `passFence`. */
export async function requeue(tx: Db, lease: Lease, how: RequeueOptions): Promise<void> {
  await tx
    .update(task)
    .set({
      status: 'queued',
      ...noLease,
      readyAt: sql`now() + ${how.delayS} * interval '1 second'`,
      failures: how.isFailure ? sql`${task.failures} + 1` : task.failures,
      stackTrace: how.stackTrace,
      memoryMib: sql`greatest(${task.memoryMib}, ${how.needMib ?? 0})`,
    })
    .where(holds(lease));
}

/** Tasks whose lease has expired, their rows locked for this transaction. */
export async function lockLost(tx: Db): Promise<TaskRow[]> {
  return tx
    .select()
    .from(task)
    .where(and(eq(task.status, 'running'), lt(task.leaseUntil, sql`now()`)))
    .for('update', { skipLocked: true });
}

/** Requeues a lost task for another attempt, at its old place in the queue. */
export async function requeueLost(tx: Db, row: TaskRow): Promise<void> {
  await tx
    .update(task)
    .set({
      status: 'queued',
      ...noLease,
      failures: row.failures + 1,
    })
    .where(eq(task.pk, row.pk));
}

/** Gives a lost task up permanently. */
export async function giveUpLost(tx: Db, row: TaskRow, error: ErrorRecord): Promise<void> {
  await tx
    .update(task)
    .set({
      status: 'timed out',
      ...noLease,
      failures: row.failures + 1,
      finishedAt: sql`now()`,
      error,
    })
    .where(eq(task.pk, row.pk));
}
