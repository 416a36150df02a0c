import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, realpath, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { AppError } from '#domain/errors/app-error.ts';
import { productFile } from '../../db/schema/projects.ts';
import { restoreDefaultPermissions } from '../../runtime/private-files.ts';
import type { ServerContext } from '../context.ts';
import { readProjectsFolder } from '../projects/projects-folder.ts';

/** A product's file by its format. */
export interface WantedExport {
  readonly projectPk: number;
  readonly productPk: number;
  readonly format: string;
  /** Absolute path of the folder to write into; it is created if missing. */
  readonly folder: string;
}

/**
 * Copies a product's file into a folder at or below the projects folder, links followed. An existing file is kept,
 * and the new one gets a number. Throws `disk-export.unknown-name`, `disk-export.no-folder`,
 * `disk-export.outside-folder`, `disk-export.full`, `projects-folder.missing`.
 */
export async function exportToDisk(
  context: ServerContext,
  wanted: WantedExport,
): Promise<{ path: string; size: number }> {
  const { projectPk, productPk, format } = wanted;
  const [file] = await context.db
    .select()
    .from(productFile)
    .where(
      and(
        eq(productFile.imagesetPk, projectPk),
        eq(productFile.productPk, productPk),
        eq(productFile.format, format),
        eq(productFile.tag, 'exportable'),
      ),
    );
  if (!file) throw new AppError('disk-export.unknown-name', { name: format });
  const source = await context.store.localPath(file.key);
  const { name, size } = file;
  const place = { folder: wanted.folder, name, size };
  return { path: await writeIntoFolder(context, place, (draft) => copyFile(source, draft)), size };
}

/** A file to be written: its folder, its name, and its size in bytes for the text of a full disk. */
export interface FolderPlace {
  readonly folder: string;
  readonly name: string;
  readonly size: number;
}

/**
 * Writes a file under a hidden name, then renames it; returns its path. Throws `disk-export.no-folder`,
 * `disk-export.outside-folder`, `disk-export.bad-path`, `disk-export.full`, `projects-folder.missing`, and the errors
 * of `write`.
 */
export async function writeIntoFolder(
  context: ServerContext,
  place: FolderPlace,
  write: (draft: string) => Promise<void>,
): Promise<string> {
  const folder = await openFolder(context, place.folder);
  const full = (cause?: unknown) =>
    new AppError('disk-export.full', { folder, size: place.size }, cause === undefined ? {} : { cause });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < place.size) throw full();
  const partial = join(folder, `.${randomUUID()}.partial`);
  try {
    await write(partial);
    await restoreDefaultPermissions(partial);
    return await placeFile(partial, folder, place.name);
  } catch (cause) {
    const isFull = (cause as NodeJS.ErrnoException).code === 'ENOSPC';
    throw isFull ? full(cause) : cause;
  } finally {
    await rm(partial, { force: true });
  }
}

/** Why no folder can have a path: a name is too long, or a file has its path. */
const badPathCodes = ['ENAMETOOLONG', 'EINVAL', 'ENOTDIR', 'EEXIST', 'ELOOP'];

/** The folder, created if missing, once it is verified to be inside the projects folder. */
async function openFolder(context: ServerContext, wanted: string): Promise<string> {
  const { path: allowed, enabled } = await readProjectsFolder(context);
  if (!enabled || allowed === null) throw new AppError('disk-export.no-folder');
  const refusal = new AppError('disk-export.outside-folder', { path: wanted, folder: allowed });
  if (wanted.includes('\0'))
    throw new AppError('disk-export.bad-path', { path: wanted.replaceAll('\0', '�') });
  if (!isAbsolute(wanted)) throw refusal;
  const folder = resolve(wanted);
  const root = await realpath(allowed).catch(() => null);
  if (root === null) throw new AppError('projects-folder.missing', { path: allowed });
  if (!isInside(root, await realpath(await nearestFolder(folder)))) throw refusal;
  await mkdir(folder, { recursive: true }).catch((cause: NodeJS.ErrnoException) => {
    const isBad = cause.code !== undefined && badPathCodes.includes(cause.code);
    throw isBad ? new AppError('disk-export.bad-path', { path: wanted }, { cause }) : cause;
  });
  const real = await realpath(folder);
  if (!isInside(root, real)) throw refusal;
  return real;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** The folder itself, or the nearest one above it that exists. */
async function nearestFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null);
  return found || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

/** Gives a file its name, or the first free `name (2).ext`, without replacing another. */
async function placeFile(partial: string, folder: string, fileName: string): Promise<string> {
  const { name, ext } = parse(fileName);
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? fileName : `${name} (${number})${ext}`);
    if (!(await reserve(path))) continue;
    await rename(partial, path);
    return path;
  }
}

/** Takes an unused name; false where it is used. */
async function reserve(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
