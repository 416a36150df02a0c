import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#domain/errors/app-error.ts';
import type { ServerContext } from '../services/context.ts';
import { importTask, transformTask } from '../services/tasks.ts';
import { failTask, isFolderBusy, isWorthRetrying, toRecord } from './failure.ts';
import { keepHouse } from './housekeeping.ts';
import { importProject } from './import-project.ts';
import {
  claim,
  defaultLeaseRules,
  endTask,
  giveBack,
  heartbeat,
  type Lease,
  type LeaseRules,
  passFence,
} from './lease.ts';
import { makeOrdered, type RunTransform } from './make-ordered.ts';
import type { RunPipeline } from './pipeline-port.ts';
import { processProject } from './process-project.ts';
import { writeDownload } from './write-download.ts';

export interface WorkerOptions {
  readonly runPipeline: RunPipeline;
  /** Makes products of others. */
  readonly transform: RunTransform;
  readonly rules?: LeaseRules;
  /** Milliseconds between two looks into the queue. */
  readonly pollMs?: number;
  /** Told of faults that no task's row can hold, such as a database that does not answer. */
  onFault?(error: unknown): void;
}

/** A loop that takes tasks and works on them one at a time. */
export interface Worker {
  /** Stops after giving the running task back into the queue, which costs it no try. */
  stop(): Promise<void>;
}

/** Seconds between two looks whether the work folder is free. */
const busyDelayS = 3;

/** Starts a worker. Several may run, in one process or on many machines. */
export function startWorker(context: ServerContext, options: WorkerOptions): Worker {
  const rules = options.rules ?? defaultLeaseRules;
  const stopping = new AbortController();
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`;
  const pollMs = options.pollMs ?? 500;
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
      const isBusy = await guarded(async () => {
        const message = await context.queue.take();
        const lease = message && (await claim(context.db, message, owner, rules));
        if (lease) await workOn(context, lease, options, rules, stopping.signal);
        return message !== null;
      });
      if (!isBusy) await rest(pollMs);
    }
  };
  const houseLoop = async () => {
    while (!stopping.signal.aborted) {
      await guarded(async () => {
        await keepHouse(context, rules);
        return true;
      });
      await rest(rules.heartbeatMs);
    }
  };
  const loops = Promise.all([workLoop(), houseLoop()]);
  return {
    stop: async () => {
      stopping.abort();
      await loops;
    },
  };
}

/** Works on a task under its lease, with a heartbeat beside; every end is written into the task's row. */
async function workOn(
  context: ServerContext,
  lease: Lease,
  options: Pick<WorkerOptions, 'runPipeline' | 'transform'>,
  rules: LeaseRules,
  stopping: AbortSignal,
): Promise<void> {
  const losing = new AbortController();
  const signal = AbortSignal.any([stopping, losing.signal]);
  const pulse = setInterval(() => {
    heartbeat(context.db, lease, rules).then(
      (isHeld) => {
        if (!isHeld) losing.abort();
      },
      () => {},
    );
  }, rules.heartbeatMs);
  try {
    const { name, productPk } = lease.task;
    if (name === importTask) await importProject(context, lease, signal);
    else if (productPk === null) await processProject(context, lease, options.runPipeline, signal);
    else if (name === transformTask) await makeOrdered(context, lease, productPk, options.transform, signal);
    else await writeDownload(context, lease, productPk, signal);
  } catch (error) {
    if (losing.signal.aborted || isLeaseLost(error)) return;
    if (stopping.aborted) await handOver(context, lease, { isFailure: false, stack: null, delayS: 0 });
    else await settleFailure(context, lease, rules, error);
  } finally {
    clearInterval(pulse);
  }
}

function isLeaseLost(error: unknown): boolean {
  return error instanceof AppError && error.code === 'job.lease-lost';
}

async function settleFailure(
  context: ServerContext,
  lease: Lease,
  rules: LeaseRules,
  error: unknown,
): Promise<void> {
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  if (isFolderBusy(error)) {
    await handOver(context, lease, { isFailure: false, stack: null, delayS: busyDelayS });
    return;
  }
  if (isWorthRetrying(error) && lease.task.failures < rules.retryLimit) {
    await handOver(context, lease, { isFailure: true, stack, delayS: 2 ** lease.task.failures - 1 });
    return;
  }
  const record = toRecord(error, lease.task.name);
  await context.db.transaction(async (tx) => {
    await passFence(tx, lease);
    await endTask(tx, lease, 'errored', record, stack);
    await failTask(tx, lease.task, record);
  });
}

async function handOver(
  context: ServerContext,
  lease: Lease,
  { delayS, isFailure, stack }: { delayS: number; isFailure: boolean; stack: string | null },
): Promise<void> {
  const message = await context.db
    .transaction(async (tx) => {
      await passFence(tx, lease);
      return giveBack(tx, lease, isFailure, stack);
    })
    .catch((error: unknown) => {
      if (isLeaseLost(error)) return null;
      throw error;
    });
  if (message) await context.queue.announce(message, delayS);
}
