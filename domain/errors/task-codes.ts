/** Failures of the worker pool itself and of the processes that do tasks, for any task. */
export const taskErrorCodes = [
  'task.crashed',
  'task.failed',
  'task.unknown',
  'task.pool-closed',
  'task.too-much-memory',
  'task.took-too-long',
] as const;
