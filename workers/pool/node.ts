import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { ComputeMode } from '../contract/compute.ts';
import type { TaskPool } from '../contract/pool.ts';
import { createPool, type HostedWorker } from './pool.ts';

/** Where the build put the worker's entry and the kernels, seen from `dist/node`. */
export interface NodePoolPaths {
  readonly workerEntry: URL;
  readonly kernelFolder: URL;
}

export interface NodePoolOptions {
  /** Worker threads; default: a core each. */
  readonly size?: number;
  readonly compute?: ComputeMode;
  /** MiB that the heap of a thread may have, without its buffers and kernels; default: that of the process. */
  readonly heapMib?: number;
}

/** MiB that the heap of a thread may have: as much as that of this process. */
const heapOfProcess = () => Math.round(getHeapStatistics().heap_size_limit / 2 ** 20);

function spawn(entry: URL, heapMib: number): HostedWorker {
  const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: heapMib } });
  worker.unref();
  return {
    endpoint: nodeEndpoint(worker),
    terminate: () => void worker.terminate(),
    onCrash: (listener) => {
      worker.once('error', (error: NodeJS.ErrnoException) =>
        listener({
          reason: { reason: 'an-unexpected-fault' },
          cause: error,
          ...(error?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { heapMib } : {}),
        }),
      );
      worker.once('exit', (code) => listener({ reason: { reason: 'ended-with-code', exitCode: code } }));
    },
    setBusy: (busy) => (busy ? worker.ref() : worker.unref()),
  };
}

/** The task pool of server, desktop and command line. */
export function createNodePool(
  paths: NodePoolPaths,
  { size = availableParallelism(), compute = 'auto', heapMib = heapOfProcess() }: NodePoolOptions = {},
): TaskPool {
  return createPool({
    size,
    compute,
    spawn: () => spawn(paths.workerEntry, heapMib),
    loadKernel: async (name) =>
      WebAssembly.compile(await readFile(new URL(`${name}.wasm`, paths.kernelFolder))),
  });
}
