import { constants } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, normalize, relative } from 'node:path';
import { eq } from 'drizzle-orm';
import { type ExportDirectory, exportDirectory } from '#contract/schemas/license.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { setting } from '../../db/schema/accounts.ts';
import type { ServerContext } from '../context.ts';

const key = 'projects-folder';

/** The projects folder of the installation; until one is set, enabled and without a path. */
export async function readProjectsFolder({ db }: ServerContext): Promise<ExportDirectory> {
  const [row] = await db.select().from(setting).where(eq(setting.key, key));
  const parsed = exportDirectory.safeParse(row?.value);
  return parsed.success ? parsed.data : { path: null, enabled: true };
}

/**
 * Sets the projects folder. An enabled one must have a path, to a folder that exists and can be written to; disabling
 * it keeps the path. Throws `api.invalid-field`, `projects-folder.…`.
 */
export async function saveProjectsFolder(
  context: ServerContext,
  wanted: ExportDirectory,
): Promise<ExportDirectory> {
  const path = wanted.path?.trim() ? normalize(wanted.path.trim()) : null;
  if (path !== null) await checkFolder(path, context.config.dataFolder);
  else if (wanted.enabled) {
    throw new AppError('api.invalid-field', { field: 'path', reason: 'a-folder-must-be-named' });
  }
  const value = { path: path ?? (await readProjectsFolder(context)).path, enabled: wanted.enabled };
  await context.db
    .insert(setting)
    .values({ key, value })
    .onConflictDoUpdate({ target: setting.key, set: { value } });
  return value;
}

/** Names of the folders in the projects folder, sorted; none where there is no projects folder to read. */
export async function listSubfolders(context: ServerContext): Promise<string[]> {
  const { path, enabled } = await readProjectsFolder(context);
  if (!enabled || path === null) return [];
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

async function checkFolder(path: string, dataFolder: string): Promise<void> {
  if (!isAbsolute(path)) throw new AppError('projects-folder.relative', { path });
  const found = await stat(path).catch(() => null);
  if (!found) throw new AppError('projects-folder.missing', { path });
  if (!found.isDirectory()) throw new AppError('projects-folder.not-a-folder', { path });
  const inData = relative(await realpath(dataFolder), await realpath(path));
  const isInside = inData === '' || !(inData.startsWith('..') || isAbsolute(inData));
  if (isInside) throw new AppError('projects-folder.inside-data', { path });
  await access(path, constants.W_OK).catch((cause: unknown) => {
    throw new AppError('projects-folder.not-writable', { path }, { cause });
  });
}
