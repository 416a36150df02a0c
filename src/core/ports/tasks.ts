import type { TaskPool } from '#workers/contract/pool.ts';

/** What runs heavy work away from this thread. */
export type TaskRunner = Pick<TaskPool, 'run'>;
