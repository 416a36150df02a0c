import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import type { ProjectRow } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';
import { readProjectsFolder } from '../projects/projects-folder.ts';

/** The file manager of this machine. */
const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' };

/**
 * Shows the project's folder in the file manager, or the projects folder where the project has none; returns which.
 * Throws `projects-folder.none`, `projects-folder.missing`, `projects-folder.cannot-open`.
 */
export async function openProjectFolder(context: ServerContext, project: ProjectRow): Promise<string> {
  const { path: root, enabled } = await readProjectsFolder(context);
  if (!enabled || root === null) throw new AppError('projects-folder.none');
  const isFolder = async (path: string) => (await stat(path).catch(() => null))?.isDirectory() ?? false;
  if (!(await isFolder(root))) throw new AppError('projects-folder.missing', { path: root });
  const own = join(root, project.name);
  const path = (await isFolder(own)) ? own : root;
  await show(path);
  return path;
}

/** Resolves once the program runs; it is left running. */
async function show(path: string): Promise<void> {
  const program = openers[process.platform] ?? 'xdg-open';
  const child = spawn(program, [path], { detached: true, stdio: 'ignore' });
  child.unref();
  try {
    await once(child, 'spawn');
  } catch (cause) {
    throw new AppError('projects-folder.cannot-open', { path, program }, { cause });
  }
}
