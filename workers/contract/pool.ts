import type { TaskInput, TaskName, TaskOutput, TaskProgress } from './task-map.ts';

export interface RunOptions {
  /** Rejects the call with `AbortError`; a queued task is dropped, a running one is asked to stop. */
  signal?: AbortSignal;
  onProgress?(progress: TaskProgress): void;
  /** Buffers of the input that are transferred; everything else is copied. */
  transfer?: Transferable[];
  /** Higher runs first; equal priorities run in order of arrival. Default 0. */
  priority?: number;
}

/** A fixed number of workers behind one queue. Made by `workers/pool/web.ts` or `workers/pool/node.ts`. */
export interface TaskPool {
  /** Number of workers. */
  readonly size: number;
  /** Runs a task; rejects with `AppError` (the task's own, or `task.crashed`) or `AbortError`. */
  run<N extends TaskName>(name: N, input: TaskInput<N>, options?: RunOptions): Promise<TaskOutput<N>>;
  /** Starts a worker with what it needs for a task ahead of the first one; harmless where a worker runs. */
  prepare(name: TaskName): void;
  /** Rejects queued calls with `task.pool-closed` and ends the workers. */
  dispose(): Promise<void>;
}
