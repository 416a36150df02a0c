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
  /** Hands over the compiled kernels and where tasks compute; called once before the first task. */
  start(kernels: KernelModules, compute: ComputeMode): void;
  run<N extends TaskName>(
    call: number,
    name: N,
    input: TaskInput<N>,
    onProgress: ((progress: TaskProgress) => void) | null,
  ): Promise<TaskReply<N>>;
  /** Asks the running call to stop; unknown calls are ignored. */
  abort(call: number): void;
}
