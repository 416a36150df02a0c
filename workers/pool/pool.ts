import * as Comlink from 'comlink';
import { AppError } from '#domain/errors/app-error.ts';
import type { KernelModules, KernelName } from '#wasm/bindings/kernels.ts';
import type { ComputeMode } from '../contract/compute.ts';
import type { RunOptions, TaskPool } from '../contract/pool.ts';
import { kernelsOf } from '../contract/task-kernels.ts';
import type { TaskInput, TaskName, TaskOutput, TaskProgress } from '../contract/task-map.ts';
import type { TaskFailure, WorkerApi } from '../contract/wire.ts';
import { createKernelShelf } from './kernel-shelf.ts';
import { createTaskQueue } from './task-queue.ts';

/** The error of a task that failed in its worker; the cause of one that nobody expected has the stack there. */
function failureOf({ error, stack }: TaskFailure): AppError {
  if (stack === undefined) return new AppError(error.code, error.params);
  const cause = new Error(stack.split('\n', 1)[0]);
  cause.stack = stack;
  return new AppError(error.code, error.params, { cause });
}

/** One worker as a host (web or Node) makes it. */
export interface HostedWorker {
  readonly endpoint: Comlink.Endpoint;
  /** Ends the worker at once, whatever it does. */
  terminate(): void;
  /** Called once when the worker dies by itself; `heapMib` where its heap was full, and how large that may be. */
  onCrash(listener: (reason: string, heapMib?: number) => void): void;
  /** Keeps the process alive while a task runs and lets it end when none does (Node); nothing in a browser. */
  setBusy?(busy: boolean): void;
}

export interface PoolHost {
  readonly size: number;
  spawn(): HostedWorker;
  /** Fetches and compiles a kernel; asked for once unless it fails. */
  loadKernel(name: KernelName): Promise<WebAssembly.Module>;
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
  /** Kernels that it was sent. */
  readonly given: Set<KernelName>;
  job: Job | null;
  call: number;
  idleTimer: ReturnType<typeof setTimeout> | undefined;
}

function abortError(): DOMException {
  return new DOMException('The task was aborted', 'AbortError');
}

function crashError(task: TaskName, reason: string, heapMib: number | undefined): AppError {
  return heapMib === undefined
    ? new AppError('task.crashed', { task, reason })
    : new AppError('task.too-much-memory', { task, allowed: heapMib });
}

/** The pool, whatever the host: one queue, `size` workers started on demand and replaced when they die. */
export function createPool(host: PoolHost): TaskPool {
  const graceMs = host.graceMs ?? 2_000;
  const idleMs = host.idleMs ?? 30_000;
  const queue = createTaskQueue<Job>();
  const seats = new Set<Seat>();
  const shelf = createKernelShelf((name) => host.loadKernel(name));
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

  function openSeat(): Seat {
    const worker = host.spawn();
    const seat: Seat = {
      worker,
      api: Comlink.wrap<WorkerApi>(worker.endpoint),
      given: new Set(),
      job: null,
      call: 0,
      idleTimer: undefined,
    };
    worker.onCrash((reason, heapMib) => {
      const job = seat.job;
      removeSeat(seat);
      if (job) settle(job, () => job.reject(crashError(job.name, reason, heapMib)));
      pump();
    });
    void seat.api.start(host.compute ?? 'auto');
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

  /** A task's kernels that a worker has not been sent yet. */
  async function newKernels(seat: Seat, name: TaskName): Promise<Partial<KernelModules>> {
    const missing = kernelsOf(name).filter((kernel) => !seat.given.has(kernel));
    const modules = await Promise.all(
      missing.map(async (kernel) => [kernel, await shelf.get(kernel)] as const),
    ).catch((cause: unknown) => {
      throw new AppError('task.failed', { task: name }, { cause });
    });
    for (const kernel of missing) seat.given.add(kernel);
    return Object.fromEntries(modules);
  }

  async function work(seat: Seat, job: Job): Promise<void> {
    clearTimeout(seat.idleTimer);
    seat.job = job;
    seat.call = nextCall++;
    seat.worker.setBusy?.(true);
    try {
      const kernels = await newKernels(seat, job.name);
      if (job.settled) return release(seat);
      const onProgress = job.onProgress ? Comlink.proxy(job.onProgress) : null;
      const input = Comlink.transfer(job.input as object, job.transfer);
      const reply = await seat.api.run(seat.call, job.name, input as never, onProgress, kernels);
      settle(job, () => {
        if (reply.ok) job.resolve(reply.output);
        else if (reply.aborted) job.reject(abortError());
        else job.reject(failureOf(reply));
      });
    } catch (error) {
      settle(job, () => job.reject(error));
    }
    release(seat);
  }

  function pump(): void {
    while (queue.length > 0 && !closed) {
      let seat = [...seats].find((candidate) => candidate.job === null);
      if (!seat && seats.size < host.size) seat = openSeat();
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
  function prepare(name: TaskName): void {
    if (closed || seats.size > 0) return;
    const seat = openSeat();
    release(seat);
    // Whoever runs the task is told why its kernels cannot be had.
    newKernels(seat, name).then(
      (kernels) => void seat.api.prepare(name, kernels),
      () => {},
    );
  }

  return { size: host.size, run, prepare, dispose };
}
