import type { TaskPool } from '#workers/contract/pool.ts';
import { createWebPool } from '#workers/pool/web.ts';

let pool: TaskPool | null = null;

/** One pool for the page, started on first use. */
export function pagePool(): TaskPool {
  pool ??= createWebPool();
  return pool;
}
