/** Failures of the worker pool itself, whatever the task. */
export const taskErrorCodes = ['task.crashed', 'task.failed', 'task.unknown', 'task.pool-closed'] as const;
