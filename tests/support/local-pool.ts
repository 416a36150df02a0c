import type { HostCodecs } from '#domain/formats/tiff/block-coding.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { TaskInput, TaskName, TaskOutput } from '#workers/contract/task-map.ts';
import { handlers } from '#workers/tasks/registry.ts';
import { createTaskContext } from './task-context.ts';

/**
 * A pool that runs the real handlers in this thread: for tests of code that uses a pool.
 * @param codecs additional codecs of the host
 */
export function createLocalPool(codecs: HostCodecs = {}): TaskPool {
  const plain = createTaskContext();
  const context = { ...plain, codecs: { ...plain.codecs, ...codecs } };
  return {
    size: 1,
    async run<N extends TaskName>(name: N, input: TaskInput<N>): Promise<TaskOutput<N>> {
      const handler = await handlers[name]();
      return (await handler(input, context)).output;
    },
    prepare() {},
    async dispose() {},
  };
}
