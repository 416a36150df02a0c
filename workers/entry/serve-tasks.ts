import * as Comlink from 'comlink';
import { AppError } from '#domain/errors/app-error.ts';
import type { OpenSql } from '#domain/formats/gpkg/sql-database.ts';
import type { HostCodecs } from '#domain/formats/tiff/block-coding.ts';
import type { KernelModules } from '#wasm/bindings/kernels.ts';
import type { TaskCompute } from '../contract/compute.ts';
import type { HostPeers } from '../contract/handler.ts';
import type { TaskInput, TaskName, TaskProgress } from '../contract/task-map.ts';
import type { TaskFailure, TaskReply, WorkerApi } from '../contract/wire.ts';
import { loadHandler } from '../tasks/load-handler.ts';
import { createTaskCompute, type FindGpu } from './task-compute.ts';

const reportIntervalMs = 100;

/** Lets the first and last report through, and at most ten a second between them. */
function throttled(report: (progress: TaskProgress) => void): (progress: TaskProgress) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const now = performance.now();
    if (progress.fraction < 1 && now - last < reportIntervalMs) return;
    last = now;
    report(progress);
  };
}

/** The report of a failure: for an unexpected one its task and, for programs only, its stack. */
function failure(name: TaskName, error: unknown): Pick<TaskFailure, 'error' | 'stack'> {
  if (error instanceof AppError) return { error: error.toRecord() };
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { error: { code: 'task.failed', params: { task: name } }, stack };
}

/** Answers the pool's calls on one end of a comlink channel. */
export function serveTasks(
  endpoint: Comlink.Endpoint,
  findGpu: FindGpu,
  openSql: OpenSql,
  codecs: HostCodecs = {},
  peers: HostPeers = {},
): void {
  const kernels: Partial<KernelModules> = {};
  let compute: TaskCompute | null = null;
  const running = new Map<number, AbortController>();

  async function run<N extends TaskName>(
    call: number,
    name: N,
    input: TaskInput<N>,
    onProgress: ((progress: TaskProgress) => void) | null,
    newKernels: Partial<KernelModules>,
  ): Promise<TaskReply<N>> {
    if (compute === null) throw new Error('a task was sent before the start');
    Object.assign(kernels, newKernels);
    const controller = new AbortController();
    running.set(call, controller);
    try {
      const handler = await loadHandler(name);
      const report = onProgress ? throttled(onProgress) : () => {};
      const answer = await handler(input, {
        signal: controller.signal,
        report,
        // The pool sends every kernel of a task before or with it.
        kernels: kernels as KernelModules,
        compute,
        codecs,
        peers,
        openSql,
      });
      return Comlink.transfer({ ok: true, output: answer.output }, answer.transfer ?? []);
    } catch (error) {
      if (controller.signal.aborted) return { ok: false, aborted: true };
      return { ok: false, aborted: false, ...failure(name, error) };
    } finally {
      running.delete(call);
    }
  }

  const api: WorkerApi = {
    start: (mode) => {
      compute = createTaskCompute(mode, findGpu);
    },
    prepare: async (name, newKernels) => {
      Object.assign(kernels, newKernels);
      await loadHandler(name);
    },
    run,
    abort: (call) => running.get(call)?.abort(),
  };
  Comlink.expose(api, endpoint);
}
