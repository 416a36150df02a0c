import * as Comlink from 'comlink';
import { AppError } from '#domain/errors/app-error.ts';
import type { KernelModules } from '#wasm/bindings/kernels.ts';
import type { ComputeMode } from '../contract/compute.ts';
import type { RunOptions, TaskPool } from '../contract/pool.ts';
import type { TaskInput, TaskName, TaskOutput, TaskProgress } from '../contract/task-map.ts';
import type { WorkerApi } from '../contract/wire.ts';
import { createTaskQueue } from './task-queue.ts';

/** One worker as a host (web or Node) makes it. */
export interface HostedWorker {
  readonly endpoint: Comlink.Endpoint;
  /** Ends the worker at once, whatever it does. */
  terminate(): void;
  /** Called once when the worker dies by itself. */
  onCrash(listener: (reason: string) => void): void;
  /** Keeps the process alive while a task runs and lets it end when none does (Node); nothing in a browser. */
  setBusy?(busy: boolean): void;
}

export interface PoolHost {
  readonly size: number;
  spawn(): HostedWorker;
  loadKernels(): Promise<KernelModules>;
  /** Default `auto`. */
  readonly compute?: ComputeMode;
  /** How long an aborted task may go on before its worker is replaced, ms. */
  readonly graceMs?: number;
  /** How long a worker may idle before it is ended, ms. */
  readonly idleMs?: number;
}

interface Job {
  readonly name: TaskName;
  readonly input: unknown;
  readonly transfer: Transferable[];
  readonly onProgress: ((progress: TaskProgress) => void) | undefined;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
  settled: boolean;
}

interface Seat {
  readonly worker: HostedWorker;
  readonly api: Comlink.Remote<WorkerApi>;
  job: Job | null;
  call: number;
  idleTimer: ReturnType<typeof setTimeout> | undefined;
}

function abortError(): DOMException {
  return new DOMException('The task was aborted', 'AbortError');
}

/** The pool, whatever the host: one queue, `size` workers started on demand and replaced when they die. */
export function createPool(host: PoolHost): TaskPool {
  const graceMs = host.graceMs ?? 2_000;
  const idleMs = host.idleMs ?? 30_000;
  const queue = createTaskQueue<Job>();
  const seats = new Set<Seat>();
  let kernels: Promise<KernelModules> | null = null;
  let nextCall = 1;
  let closed = false;

  function settle(job: Job, finish: () => void): void {
    if (job.settled) return;
    job.settled = true;
    finish();
  }

  function removeSeat(seat: Seat): void {
    clearTimeout(seat.idleTimer);
    seats.delete(seat);
    seat.worker.terminate();
  }

  function openSeat(modules: KernelModules): Seat {
    const worker = host.spawn();
    const seat: Seat = {
      worker,
      api: Comlink.wrap<WorkerApi>(worker.endpoint),
      job: null,
      call: 0,
      idleTimer: undefined,
    };
    worker.onCrash((reason) => {
      const job = seat.job;
      removeSeat(seat);
      if (job) settle(job, () => job.reject(new AppError('task.crashed', { task: job.name, reason })));
      pump();
    });
    void seat.api.start(modules, host.compute ?? 'auto');
    seats.add(seat);
    return seat;
  }

  function release(seat: Seat): void {
    seat.job = null;
    seat.worker.setBusy?.(false);
    if (!seats.has(seat)) return;
    seat.idleTimer = setTimeout(() => removeSeat(seat), idleMs);
    (seat.idleTimer as { unref?: () => void }).unref?.();
    pump();
  }

  async function work(seat: Seat, job: Job): Promise<void> {
    clearTimeout(seat.idleTimer);
    seat.job = job;
    seat.call = nextCall++;
    seat.worker.setBusy?.(true);
    const onProgress = job.onProgress ? Comlink.proxy(job.onProgress) : null;
    try {
      const input = Comlink.transfer(job.input as object, job.transfer);
      const reply = await seat.api.run(seat.call, job.name, input as never, onProgress);
      settle(job, () => {
        if (reply.ok) job.resolve(reply.output);
        else if (reply.aborted) job.reject(abortError());
        else job.reject(new AppError(reply.error.code, reply.error.params));
      });
    } catch (error) {
      settle(job, () => job.reject(error));
    }
    release(seat);
  }

  function pump(): void {
    if (queue.length === 0 || closed) return;
    kernels ??= host.loadKernels();
    kernels.then(assign, (error) => {
      for (let job = queue.shift(); job; job = queue.shift()) {
        const waiting = job;
        settle(waiting, () => waiting.reject(error));
      }
    });
  }

  function assign(modules: KernelModules): void {
    while (queue.length > 0 && !closed) {
      let seat = [...seats].find((candidate) => candidate.job === null);
      if (!seat && seats.size < host.size) seat = openSeat(modules);
      const job = seat && queue.shift();
      if (!seat || !job) return;
      void work(seat, job);
    }
  }

  function abort(job: Job): void {
    if (job.settled) return;
    const waiting = queue.remove(job);
    settle(job, () => job.reject(abortError()));
    if (waiting) return;
    const seat = [...seats].find((candidate) => candidate.job === job);
    if (!seat) return;
    void seat.api.abort(seat.call);
    const timer = setTimeout(() => {
      if (seat.job !== job) return;
      removeSeat(seat);
      pump();
    }, graceMs);
    (timer as { unref?: () => void }).unref?.();
  }

  function run<N extends TaskName>(name: N, input: TaskInput<N>, options: RunOptions = {}) {
    const { signal, onProgress, transfer = [], priority = 0 } = options;
    return new Promise<TaskOutput<N>>((resolve, reject) => {
      if (closed) return reject(new AppError('task.pool-closed', { task: name }));
      if (signal?.aborted) return reject(abortError());
      const onAbort = () => abort(job);
      const job: Job = {
        name,
        input,
        transfer,
        onProgress,
        settled: false,
        resolve: (output) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(output as TaskOutput<N>);
        },
        reject: (error) => {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      queue.push(job, priority);
      pump();
    });
  }

  async function dispose(): Promise<void> {
    closed = true;
    for (let job = queue.shift(); job; job = queue.shift()) {
      const waiting = job;
      settle(waiting, () => waiting.reject(new AppError('task.pool-closed', { task: waiting.name })));
    }
    for (const seat of [...seats]) {
      const job = seat.job;
      removeSeat(seat);
      if (job) settle(job, () => job.reject(new AppError('task.pool-closed', { task: job.name })));
    }
  }

  /** A seat ahead of need, idle like one whose task has ended. */
  function prepare(): void {
    if (closed) return;
    kernels ??= host.loadKernels();
    // Whoever runs a task is told why kernels cannot be had.
    kernels.then(
      (modules) => seats.size === 0 && !closed && release(openSeat(modules)),
      () => {},
    );
  }

  return { size: host.size, run, prepare, dispose };
}
