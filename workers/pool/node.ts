import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
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
}

function spawn(entry: URL): HostedWorker {
  const worker = new Worker(entry);
  worker.unref();
  return {
    endpoint: nodeEndpoint(worker),
    terminate: () => void worker.terminate(),
    onCrash: (listener) => {
      worker.once('error', (error) => listener(error instanceof Error ? error.message : String(error)));
      worker.once('exit', (code) => listener(`exit code ${code}`));
    },
    setBusy: (busy) => (busy ? worker.ref() : worker.unref()),
  };
}

/** The task pool of server, desktop and command line. */
export function createNodePool(
  paths: NodePoolPaths,
  { size = availableParallelism(), compute = 'auto' }: NodePoolOptions = {},
): TaskPool {
  return createPool({
    size,
    compute,
    spawn: () => spawn(paths.workerEntry),
    loadKernel: async (name) =>
      WebAssembly.compile(await readFile(new URL(`${name}.wasm`, paths.kernelFolder))),
  });
}
