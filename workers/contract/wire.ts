import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { KernelModules } from '#wasm/bindings/kernels.ts';
import type { ComputeMode } from './compute.ts';
import type { TaskInput, TaskName, TaskOutput, TaskProgress } from './task-map.ts';

/** How a worker answers: typed errors cross as records, since `Error` subclasses lose their fields on the way. */
export type TaskReply<N extends TaskName> =
  | { ok: true; output: TaskOutput<N> }
  | { ok: false; aborted: true }
  | { ok: false; aborted: false; error: ErrorRecord };

/** What the pool calls in a worker, through comlink. */
export interface WorkerApi {
  /** Says where tasks compute; called once before anything else. */
  start(compute: ComputeMode): void;
  /** Loads a task's code ahead of its first run. */
  prepare(name: TaskName, kernels: Partial<KernelModules>): Promise<void>;
  /** `kernels`: those of the task that this worker was not given before. */
  run<N extends TaskName>(
    call: number,
    name: N,
    input: TaskInput<N>,
    onProgress: ((progress: TaskProgress) => void) | null,
    kernels: Partial<KernelModules>,
  ): Promise<TaskReply<N>>;
  /** Asks the running call to stop; unknown calls are ignored. */
  abort(call: number): void;
}
