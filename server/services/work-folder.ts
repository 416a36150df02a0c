import { join } from 'node:path';
import type { ServerContext } from './context.ts';

/** Where the pipeline works on a project between its start and its end. */
export function workFolder(context: ServerContext, projectPk: number): string {
  return join(context.config.dataFolder, 'work', String(projectPk));
}
