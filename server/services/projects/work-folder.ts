import { join } from 'node:path';
import type { TaskContext } from '../context.ts';

/** Where the pipeline works on a project between its start and its end. */
export function workFolder(context: TaskContext, projectPk: number): string {
  return join(context.config.dataFolder, 'work', String(projectPk));
}
