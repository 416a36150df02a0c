import { AppError } from '#domain/errors/app-error.ts';
import type { TaskHandler } from '../contract/handler.ts';
import type { TaskName } from '../contract/task-map.ts';
import { handlers } from './registry.ts';

/** The handler of a task; `task.unknown` where the caller is of another version than this worker. */
export async function loadHandler<N extends TaskName>(name: N): Promise<TaskHandler<N>> {
  if (!Object.hasOwn(handlers, name)) throw new AppError('task.unknown', { task: String(name) });
  return handlers[name]();
}
