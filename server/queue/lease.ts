import { and, eq, lt, sql } from 'drizzle-orm';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { Db } from '../db/database.ts';
import { type TaskRow, type TaskStatus, task } from '../db/schema/work.ts';

/** Times of leases in milliseconds, and how often a task may fail before it is given up. */
export interface LeaseRules {
  /** How long a lease lasts from its last heartbeat. */
  readonly leaseMs: number;
  readonly heartbeatMs: number;
  /** Tries after the first. */
  readonly retryLimit: number;
  /** The same of a task that ended its process or had to be ended with it, and of an import that was lost with its worker. */
  readonly harmLimit: number;
}

/** A lost worker's task goes to another within these 10 s and a round of the maintenance. */
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

/** When a lease that is taken or prolonged now ends. */
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

/** Prolongs a lease; false when it is lost. */
export async function heartbeat(db: Db, lease: Lease, rules: LeaseRules): Promise<boolean> {
  const rows = await db
    .update(task)
    .set({ leaseUntil: leaseEnd(rules.leaseMs), heartbeatAt: sql`now()` })
    .where(holds(lease))
    .returning({ pk: task.pk });
  return rows.length > 0;
}

/**
 * Locks the task's row for the rest of the transaction and makes sure the lease still stands: what a step writes
 * after this is committed by the one worker that holds it, or not at all. Returns the row as it is now. Throws
 * `job.lease-lost`.
 */
export async function passFence(tx: Db, lease: Lease): Promise<TaskRow> {
  const [row] = await tx.select().from(task).where(holds(lease)).for('update');
  if (row) return row;
  throw new AppError('job.lease-lost', { task: lease.task.name });
}

/** Work that gets on has all its tries again, however often its machine is switched off. Call behind `passFence`. */
export async function forgetFailures(tx: Db, lease: Lease): Promise<void> {
  await tx.update(task).set({ failures: 0 }).where(holds(lease));
}

/** Ends a task. Call behind `passFence`. */
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

/** How a task goes back into the queue. */
export interface RequeueOptions {
  /** Counts against its tries. */
  readonly isFailure: boolean;
  readonly stackTrace: string | null;
  /** Seconds before another worker may begin it. */
  readonly delayS: number;
  /** MiB of memory that it was found to need more than; null where it was not. */
  readonly needMib: number | null;
}

/** Puts a task back into the queue. Call behind `passFence`. */
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

/** Tasks whose worker has been silent too long, their rows locked for this transaction. */
export async function lockLost(tx: Db): Promise<TaskRow[]> {
  return tx
    .select()
    .from(task)
    .where(and(eq(task.status, 'running'), lt(task.leaseUntil, sql`now()`)))
    .for('update', { skipLocked: true });
}

/** Puts a lost task back for another attempt, at its old place in the queue. */
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

/** Gives a lost task up for good. */
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
