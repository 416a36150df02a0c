import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#domain/errors/app-error.ts';
import type { Db } from '../db/database.ts';
import { type Claimant, claimNext } from '../queue/claim.ts';
import {
  defaultLeaseRules,
  endTask,
  heartbeat,
  type Lease,
  type LeaseRules,
  passFence,
  type RequeueOptions,
  requeue,
} from '../queue/lease.ts';
import { machineMemoryMib } from '../queue/memory.ts';
import { createTaskSignal } from '../queue/task-signal.ts';
import { forgetWorker, noteWorker } from '../queue/worker-registry.ts';
import { keptStackOf } from '../runtime/stack-of.ts';
import { WorkerShutdown } from '../runtime/worker-shutdown.ts';
import type { ServerContext } from '../services/context.ts';
import { failTask } from '../services/processing/fail-task.ts';
import { runMaintenance } from '../services/processing/maintenance.ts';
import { isWanted, tidyCancelled } from '../services/processing/processing.ts';
import { isFolderBusy, isHarmful, isWorthRetrying, type KeepCause, toRecord } from './failure.ts';

/** Does the work of a task and ends its row; rejects with the work's error, or the reason of `signal`. */
export type PerformTask = (lease: Lease, signal: AbortSignal) => Promise<void>;

export interface WorkerOptions {
  readonly perform: PerformTask;
  readonly rules?: LeaseRules;
  /** Milliseconds between two polls for tasks without a notification: those that waited for memory or a delay. */
  readonly lookMs?: number;
  /** MiB that tasks on this machine may use together; most of its memory by default. */
  readonly memoryMib?: number;
  /** Receives errors that no task's row can hold, such as an unreachable database. */
  onFault?(error: unknown): void;
  /** Stores causes of unexpected failures. */
  readonly onFailure?: KeepCause;
}

/** A loop that claims tasks and does them one at a time. */
export interface Worker {
  /** Stops after requeueing the running task, which costs it no try. */
  stop(): Promise<void>;
}

/** Seconds between two checks whether the work folder is free. */
const busyDelayS = 3;

/** Starts a worker. Several may run, in one process or on many machines. */
export function startWorker(context: ServerContext, options: WorkerOptions): Worker {
  const rules = options.rules ?? defaultLeaseRules;
  const stopping = new AbortController();
  const host = hostname();
  const claimant: Claimant = {
    name: `${host}:${process.pid}:${randomUUID()}`,
    host,
    memoryMib: options.memoryMib ?? machineMemoryMib(),
  };
  const lookMs = options.lookMs ?? 2000;
  const queued = createTaskSignal(context.listener);
  const rest = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => {});

  const guarded = async (work: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await work();
    } catch (error) {
      if (!stopping.signal.aborted) options.onFault?.(error);
      return false;
    }
  };
  const workLoop = async () => {
    while (!stopping.signal.aborted) {
      const hasWorked = await guarded(async () => {
        const lease = await claimNext(context.db, claimant, rules);
        if (lease) await workOn(context, lease, options, rules, stopping.signal);
        return lease !== null;
      });
      if (!hasWorked) await queued.wait(lookMs, stopping.signal);
    }
    queued.close();
  };
  const maintenanceLoop = async () => {
    while (!stopping.signal.aborted) {
      await guarded(async () => {
        await noteWorker(context.db, claimant);
        await runMaintenance(context, rules);
        return true;
      });
      await rest(rules.heartbeatMs);
    }
    await forgetWorker(context.db, claimant.name).catch(() => {});
  };
  const loops = Promise.all([workLoop(), maintenanceLoop()]);
  return {
    stop: async () => {
      stopping.abort(new WorkerShutdown());
      await loops;
    },
  };
}

/** Does a task under its lease, with a concurrent heartbeat; every end is written to the task's row. */
async function workOn(
  context: ServerContext,
  lease: Lease,
  { perform, onFailure = () => {} }: Pick<WorkerOptions, 'perform' | 'onFailure'>,
  rules: LeaseRules,
  stopping: AbortSignal,
): Promise<void> {
  const losing = new AbortController();
  const signal = AbortSignal.any([stopping, losing.signal]);
  const pulse = setInterval(() => {
    heartbeat(context.db, lease, rules)
      .then((isHeld) => (isHeld ? undefined : loseLease(context, lease, losing)))
      .catch(() => {});
  }, rules.heartbeatMs);
  try {
    await perform(lease, signal);
  } catch (error) {
    const isLost = isLeaseLost(error) && !stopping.aborted;
    if (losing.signal.aborted || isLost) {
      if (lease.task.productPk === null) await tidyCancelled(context, lease.task.pk, lease.task.imagesetPk);
      return;
    }
    if (stopping.aborted) await release(context, lease);
    else await settleFailure(context, lease, rules, error, onFailure);
  } finally {
    clearInterval(pulse);
  }
}

/**
 * Stops work whose lease is lost: to another worker, which continues, or because it was paused, cancelled or deleted.
 */
async function loseLease(context: ServerContext, lease: Lease, losing: AbortController): Promise<void> {
  const goesOn = await isWanted(context, lease.task.pk);
  losing.abort(goesOn ? new WorkerShutdown() : undefined);
}

function isLeaseLost(error: unknown): boolean {
  return error instanceof AppError && error.code === 'job.lease-lost';
}

/** How a task that did not fail is requeued. */
const unharmed: RequeueOptions = { isFailure: false, stackTrace: null, delayS: 0, needMib: null };

/** MiB that were too few for a task; null for other errors. */
function memoryOf(error: unknown): number | null {
  const isTooMuch = error instanceof AppError && error.code === 'task.too-much-memory';
  return isTooMuch ? Number(error.params['allowed']) : null;
}

/** How a task is requeued after `error`; null where it is given up. */
function requeueAfter(error: unknown, failures: number, rules: LeaseRules): RequeueOptions | null {
  if (isFolderBusy(error)) return { ...unharmed, delayS: busyDelayS };
  const limit = isHarmful(error) ? rules.harmLimit : rules.retryLimit;
  if (!isWorthRetrying(error) || failures >= limit) return null;
  const delayS = 2 ** failures - 1;
  return { isFailure: true, stackTrace: keptStackOf(error), delayS, needMib: memoryOf(error) };
}

async function settleFailure(
  context: ServerContext,
  lease: Lease,
  rules: LeaseRules,
  error: unknown,
  keep: KeepCause,
): Promise<void> {
  await settle(context, lease, async (tx) => {
    const row = await passFence(tx, lease);
    const how = requeueAfter(error, row.failures, rules);
    if (how) return how;
    const record = toRecord(error, context.config.dataFolder, keep);
    await endTask(tx, lease, 'errored', record, keptStackOf(error));
    await failTask(tx, row, record);
    return null;
  });
}

async function release(context: ServerContext, lease: Lease): Promise<void> {
  await settle(context, lease, async (tx) => {
    await passFence(tx, lease);
    return unharmed;
  });
}

/** Ends this worker's lease of a task as `decide` says, unless it is lost already. */
async function settle(
  context: ServerContext,
  lease: Lease,
  decide: (tx: Db) => Promise<RequeueOptions | null>,
): Promise<void> {
  await context.db
    .transaction(async (tx) => {
      const how = await decide(tx);
      if (how) await requeue(tx, lease, how);
    })
    .catch((error: unknown) => {
      if (!isLeaseLost(error)) throw error;
    });
}
