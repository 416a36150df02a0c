import type { TaskPool } from '#workers/contract/pool.ts';
import { createNodePool, type NodePoolOptions } from '#workers/pool/node.ts';
import { installation } from './paths.ts';

/** The process's task pool: all cores by default. */
export function openTaskPool(options?: NodePoolOptions): TaskPool {
  return createNodePool(installation, options);
}
