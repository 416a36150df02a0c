import type { TaskRunner } from '#core/ports/tasks.ts';
import { loadHandler } from '#workers/tasks/load-handler.ts';
import { createTaskContext } from './task-context.ts';

/** Runs tasks in this thread by their real handlers and kernels. */
export function createLocalTasks(): TaskRunner {
  return {
    async run(name, input, options = {}) {
      const handler = await loadHandler(name);
      const { signal } = options;
      return (await handler(input, createTaskContext(signal ? { signal } : {}))).output;
    },
  };
}
