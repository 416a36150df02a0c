import type { TaskPool } from '#workers/contract/pool.ts';
import { createWebPool } from '#workers/pool/web.ts';

let pool: TaskPool | null = null;

/** One pool for the page, started when it is first asked for. */
export function pagePool(): TaskPool {
  pool ??= createWebPool();
  return pool;
}
