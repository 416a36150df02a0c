import type { TaskCompute } from '#workers/contract/compute.ts';
import type { TaskContext } from '#workers/contract/handler.ts';
import { decodeWebp } from '#workers/io/decode-webp.ts';
import { sumByLazPerf } from '#workers/io/laz-perf.ts';
import { openSql } from '#workers/io/open-sql.ts';
import { loadKernels } from './kernels.ts';

/** Computing on the processor only. */
const processor: TaskCompute = {
  device: async () => null,
  run: async (_onDevice, onProcessor) => await onProcessor(),
};

/** The context that a worker would pass to a handler called in a test. */
export function createTaskContext(parts: Partial<TaskContext> = {}): TaskContext {
  return {
    signal: new AbortController().signal,
    report: () => {},
    kernels: loadKernels(),
    compute: processor,
    codecs: { decodeWebp },
    peers: { sumByLazPerf },
    openSql,
    ...parts,
  };
}
