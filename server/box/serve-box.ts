import { Worker } from 'node:worker_threads';
import { AppError } from '#domain/errors/app-error.ts';
import { stackOf } from '../runtime/stack-of.ts';
import { WorkerShutdown } from '../runtime/worker-shutdown.ts';
import type { GuardData } from './guard.ts';
import type { BoxRules, FromBox, StopReason, ToBox } from './rules.ts';

/** What work in a box receives beside its request. */
export interface BoxHooks {
  readonly signal: AbortSignal;
  /** MiB of memory that the process may hold. */
  readonly memoryMib: number;
  /** Reports progress of the work. */
  tick(): void;
}

/** Does the work of a request; its result crosses to the other process as a structured clone. */
export type BoxWork = (request: unknown, hooks: BoxHooks) => Promise<unknown>;

/**
 * Serves the calls of the parent process, one at a time. A guard watches in a separate thread that runs `guardEntry`.
 * Ends when the parent disconnects.
 */
export function serveBox(works: Readonly<Record<string, BoxWork>>, rules: BoxRules, guardEntry: URL): void {
  const beats = createCounter();
  const steps = createCounter();
  setInterval(() => Atomics.add(beats, 0, 1), Math.min(1000, rules.silenceMs / 4)).unref();
  const workerData: GuardData = { rules, parentPid: process.ppid, beats, steps };
  new Worker(guardEntry, { workerData }).unref();
  const tick = () => void Atomics.add(steps, 0, 1);
  let stopping: AbortController | null = null;

  const answer = async (name: string, request: unknown): Promise<void> => {
    const controller = new AbortController();
    stopping = controller;
    tick();
    const said = await work(works, name, request, {
      signal: controller.signal,
      memoryMib: rules.memoryMib,
      tick,
    });
    stopping = null;
    if (process.connected) process.send?.(said);
    else process.exit();
  };
  process.on('message', (message: ToBox) => {
    if (message.kind === 'call') void answer(message.work, message.request);
    else stopping?.abort(reasonOf(message.reason));
  });
  process.once('disconnect', () => {
    if (stopping === null) process.exit();
    stopping.abort(reasonOf('shutdown'));
  });
}

const createCounter = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

const reasonOf = (reason: StopReason) => (reason === 'shutdown' ? new WorkerShutdown() : undefined);

async function work(
  works: Readonly<Record<string, BoxWork>>,
  name: string,
  request: unknown,
  hooks: BoxHooks,
): Promise<FromBox> {
  try {
    const found = works[name];
    if (!found) throw new AppError('task.unknown', { task: name });
    return { kind: 'done', result: await found(request, hooks) };
  } catch (error) {
    if (hooks.signal.aborted) return { kind: 'stopped' };
    const record = error instanceof AppError ? error.toRecord() : null;
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', record, message, stack: stackOf(error) };
  }
}
