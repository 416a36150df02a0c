import { join } from 'node:path';
import type { TaskContext } from '../context.ts';

/** The folder of the pipeline for a project while it is processed. */
export function workFolder(context: TaskContext, projectPk: number): string {
  return join(context.config.dataFolder, 'work', String(projectPk));
}
