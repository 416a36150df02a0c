import * as Comlink from 'comlink';
import { AppError } from '#domain/errors/app-error.ts';
import type { Reason } from '#domain/errors/reason.ts';
import type { KernelModules, KernelName } from '#wasm/bindings/kernels.ts';
import type { ComputeMode } from '../contract/compute.ts';
import type { RunOptions, TaskPool } from '../contract/pool.ts';
import { kernelsOf } from '../contract/task-kernels.ts';
import type { TaskInput, TaskName, TaskOutput, TaskProgress } from '../contract/task-map.ts';
import type { TaskFailure, WorkerApi } from '../contract/wire.ts';
import { createCallQueue } from './call-queue.ts';
import { createModuleCache } from './module-cache.ts';

/** The error of a task that failed in its worker; the cause of an unexpected one has the worker's stack. */
function failureOf({ error, stack }: TaskFailure): AppError {
  if (stack === undefined) return new AppError(error.code, error.params);
  const cause = new Error(stack.split('\n', 1)[0]);
  cause.stack = stack;
  return new AppError(error.code, error.params, { cause });
}

/** How a worker ended unasked; with `heapMib` where it took more memory than that. */
export interface WorkerCrash {
  readonly reason: Reason;
  readonly cause?: unknown;
  readonly heapMib?: number;
}

/** One worker as a host (web or Node) makes it. */
export interface HostedWorker {
  readonly endpoint: Comlink.Endpoint;
  /** Ends the worker at once, even if busy. */
  terminate(): void;
  /** Called once when the worker dies by itself; `heapMib` where its heap was full, and how large that may be. */
  onCrash(listener: (crash: WorkerCrash) => void): void;
  /** Keeps the process alive while a task runs and lets it end when none does (Node); nothing in a browser. */
  setBusy?(busy: boolean): void;
}

export interface PoolHost {
  readonly size: number;
  spawn(): HostedWorker;
  /** Fetches and compiles a kernel, once unless it fails. */
  loadKernel(name: KernelName): Promise<WebAssembly.Module>;
  /** Default `auto`. */
  readonly compute?: ComputeMode;
  /** How long an aborted task may go on before its worker is replaced, ms. */
  readonly graceMs?: number;
  /** How long a worker may idle before it is ended, ms. */
  readonly idleMs?: number;
}

interface PoolCall {
  readonly name: TaskName;
  readonly input: unknown;
  readonly transfer: Transferable[];
  readonly onProgress: ((progress: TaskProgress) => void) | undefined;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
  settled: boolean;
}

interface WorkerSlot {
  readonly worker: HostedWorker;
  readonly api: Comlink.Remote<WorkerApi>;
  /** Kernels sent to the worker. */
  readonly given: Set<KernelName>;
  call: PoolCall | null;
  callId: number;
  idleTimer: ReturnType<typeof setTimeout> | undefined;
}

function abortError(): DOMException {
  return new DOMException('The task was aborted', 'AbortError');
}

function crashError(task: TaskName, { reason, cause, heapMib }: WorkerCrash): AppError {
  return heapMib === undefined
    ? new AppError('task.crashed', { ...reason, task }, { cause })
    : new AppError('task.too-much-memory', { task, allowed: heapMib }, { cause });
}

/** The pool for any host: one queue, `size` workers started on demand and replaced when they die. */
export function createPool(host: PoolHost): TaskPool {
  const graceMs = host.graceMs ?? 2_000;
  const idleMs = host.idleMs ?? 30_000;
  const queue = createCallQueue<PoolCall>();
  const slots = new Set<WorkerSlot>();
  const moduleCache = createModuleCache((name) => host.loadKernel(name));
  let nextCallId = 1;
  let closed = false;

  function settle(call: PoolCall, finish: () => void): void {
    if (call.settled) return;
    call.settled = true;
    finish();
  }

  function removeSlot(slot: WorkerSlot): void {
    clearTimeout(slot.idleTimer);
    slots.delete(slot);
    slot.worker.terminate();
  }

  function openSlot(): WorkerSlot {
    const worker = host.spawn();
    const slot: WorkerSlot = {
      worker,
      api: Comlink.wrap<WorkerApi>(worker.endpoint),
      given: new Set(),
      call: null,
      callId: 0,
      idleTimer: undefined,
    };
    worker.onCrash((crash) => {
      const call = slot.call;
      removeSlot(slot);
      if (call) settle(call, () => call.reject(crashError(call.name, crash)));
      pump();
    });
    void slot.api.start(host.compute ?? 'auto');
    slots.add(slot);
    return slot;
  }

  function release(slot: WorkerSlot): void {
    slot.call = null;
    slot.worker.setBusy?.(false);
    if (!slots.has(slot)) return;
    slot.idleTimer = setTimeout(() => removeSlot(slot), idleMs);
    (slot.idleTimer as { unref?: () => void }).unref?.();
    pump();
  }

  /** A task's kernels that a worker has not been sent yet. */
  async function newKernels(slot: WorkerSlot, name: TaskName): Promise<Partial<KernelModules>> {
    const missing = kernelsOf(name).filter((kernel) => !slot.given.has(kernel));
    const modules = await Promise.all(
      missing.map(async (kernel) => [kernel, await moduleCache.get(kernel)] as const),
    ).catch((cause: unknown) => {
      throw new AppError('task.failed', { task: name }, { cause });
    });
    for (const kernel of missing) slot.given.add(kernel);
    return Object.fromEntries(modules);
  }

  async function work(slot: WorkerSlot, call: PoolCall): Promise<void> {
    clearTimeout(slot.idleTimer);
    slot.call = call;
    slot.callId = nextCallId++;
    slot.worker.setBusy?.(true);
    try {
      const kernels = await newKernels(slot, call.name);
      if (call.settled) return release(slot);
      const onProgress = call.onProgress ? Comlink.proxy(call.onProgress) : null;
      const input = Comlink.transfer(call.input as object, call.transfer);
      const reply = await slot.api.run(slot.callId, call.name, input as never, onProgress, kernels);
      settle(call, () => {
        if (reply.ok) call.resolve(reply.output);
        else if (reply.aborted) call.reject(abortError());
        else call.reject(failureOf(reply));
      });
    } catch (error) {
      settle(call, () => call.reject(error));
    }
    release(slot);
  }

  function pump(): void {
    while (queue.length > 0 && !closed) {
      let slot = [...slots].find((candidate) => candidate.call === null);
      if (!slot && slots.size < host.size) slot = openSlot();
      const call = slot && queue.shift();
      if (!slot || !call) return;
      void work(slot, call);
    }
  }

  function abort(call: PoolCall): void {
    if (call.settled) return;
    const waiting = queue.remove(call);
    settle(call, () => call.reject(abortError()));
    if (waiting) return;
    const slot = [...slots].find((candidate) => candidate.call === call);
    if (!slot) return;
    void slot.api.abort(slot.callId);
    const timer = setTimeout(() => {
      if (slot.call !== call) return;
      removeSlot(slot);
      pump();
    }, graceMs);
    (timer as { unref?: () => void }).unref?.();
  }

  function run<N extends TaskName>(name: N, input: TaskInput<N>, options: RunOptions = {}) {
    const { signal, onProgress, transfer = [], priority = 0 } = options;
    return new Promise<TaskOutput<N>>((resolve, reject) => {
      if (closed) return reject(new AppError('task.pool-closed', { task: name }));
      if (signal?.aborted) return reject(abortError());
      const onAbort = () => abort(call);
      const call: PoolCall = {
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
      queue.push(call, priority);
      pump();
    });
  }

  async function dispose(): Promise<void> {
    closed = true;
    for (let call = queue.shift(); call; call = queue.shift()) {
      const waiting = call;
      settle(waiting, () => waiting.reject(new AppError('task.pool-closed', { task: waiting.name })));
    }
    for (const slot of [...slots]) {
      const call = slot.call;
      removeSlot(slot);
      if (call) settle(call, () => call.reject(new AppError('task.pool-closed', { task: call.name })));
    }
  }

  /** A worker ahead of need, idle like one whose call has ended. */
  function prepare(name: TaskName): void {
    if (closed || slots.size > 0) return;
    const slot = openSlot();
    release(slot);
    // The next call of the task reports why its kernels cannot be loaded.
    newKernels(slot, name).then(
      (kernels) => void slot.api.prepare(name, kernels),
      () => {},
    );
  }

  return { size: host.size, run, prepare, dispose };
}
