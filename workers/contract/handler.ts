import type { PointSums } from '#domain/cloud/point-sums.ts';
import type { OpenSql } from '#domain/formats/gpkg/sql-database.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import type { HostCodecs } from '#domain/formats/tiff/block-coding.ts';
import type { KernelModules } from '#wasm/bindings/kernels.ts';
import type { TaskCompute } from './compute.ts';
import type { LazChunkInput } from './format-tasks.ts';
import type { KernelOf } from './task-kernels.ts';
import type { TaskInput, TaskName, TaskOutput, TaskProgress } from './task-map.ts';

/** Readers of others that a host has, to hold our own files against. */
export interface HostPeers {
  sumByLazPerf?(chunk: LazChunkInput, sum: (records: PointRecords) => PointSums): Promise<PointSums>;
}

/** What a handler is given beside its input. Handlers never touch `self`. */
export interface TaskContext<N extends TaskName = TaskName> {
  /** Aborted when the caller gave up; check it between chunks and `await` now and then so that it can be heard. */
  readonly signal: AbortSignal;
  /** Passed on at most ten times a second. */
  report(progress: TaskProgress): void;
  /** Those that `task-kernels.ts` lists for the task. */
  readonly kernels: Pick<KernelModules, KernelOf<N>>;
  readonly compute: TaskCompute;
  readonly codecs: HostCodecs;
  readonly peers: HostPeers;
  readonly openSql: OpenSql;
}

/** A handler's result: the output and those of its buffers that are transferred rather than copied. */
export interface TaskAnswer<N extends TaskName> {
  output: TaskOutput<N>;
  transfer?: Transferable[];
}

export type TaskHandler<N extends TaskName> = (
  input: TaskInput<N>,
  context: TaskContext<N>,
) => TaskAnswer<N> | Promise<TaskAnswer<N>>;
