import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { KernelModules } from '#wasm/bindings/kernels.ts';
import type { ComputeMode } from './compute.ts';
import type { TaskInput, TaskName, TaskOutput, TaskProgress } from './task-map.ts';

/** A failed call: the part for people, and the stack of an unexpected error. */
export interface TaskFailure {
  readonly ok: false;
  readonly aborted: false;
  readonly error: ErrorRecord;
  readonly stack?: string;
}

/** A worker's result: typed errors cross as records, since `Error` subclasses lose their fields on the way. */
export type TaskReply<N extends TaskName> =
  | { ok: true; output: TaskOutput<N> }
  | { ok: false; aborted: true }
  | TaskFailure;

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
