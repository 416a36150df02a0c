import type { TaskRunner } from '#core/ports/tasks.ts';
import { loadHandler } from '#workers/tasks/load-handler.ts';
import { createTaskContext } from './task-context.ts';

/** Runs tasks in this thread by their real handlers and kernels, on inputs as a worker would receive them. */
export function createLocalTasks(): TaskRunner {
  return {
    async run(name, input, options = {}) {
      const handler = await loadHandler(name);
      const { signal, transfer = [] } = options;
      const received = structuredClone(input, { transfer: [...transfer] });
      return (await handler(received, createTaskContext(signal ? { signal } : {}))).output;
    },
  };
}
