import type { TaskPool } from '#workers/contract/pool.ts';

/** Runs heavy work off this thread. */
export type TaskRunner = Pick<TaskPool, 'run'>;
