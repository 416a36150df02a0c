import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import { appendAll } from '#domain/math/extremes.ts';
import { fileError } from '#workers/io/file-error.ts';
import type { InputFile } from '../inputs.ts';

const imageEndings: ReadonlySet<string> = new Set(['.jpg', '.jpeg', '.tif', '.tiff']);

export function isImageName(name: string): boolean {
  return imageEndings.has(extname(name).toLowerCase());
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw fileError(error, path, 'read');
  }
}

/** Names in code-unit order, the same on every machine. */
const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Images inside a folder and the folders in it, without hidden ones. */
async function imagesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => byName(a.name, b.name))) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) appendAll(found, await imagesIn(path));
    else if (isImageName(entry.name)) found.push(path);
  }
  return found;
}

/** The inputs of a command line: photos, with the point clouds to be coloured from them, or point files alone. */
export type NamedInputs =
  | { readonly kind: 'photos'; readonly files: readonly InputFile[]; readonly clouds: readonly InputFile[] }
  | { readonly kind: 'clouds'; readonly files: readonly InputFile[] };

/**
 * Separates photos from point clouds by their extensions; a folder means the photos in it and below. Errors:
 * `photo.no-images`, `io.*`.
 */
export async function sortInputs(paths: readonly string[]): Promise<NamedInputs> {
  const photos: string[] = [];
  const others: string[] = [];
  for (const path of paths) {
    const folder = !isImageName(path) && (await isFolder(path));
    if (folder) {
      const found = await imagesIn(path);
      if (found.length === 0) throw new AppError('photo.no-images', { folder: path });
      appendAll(photos, found);
    } else if (isImageName(path)) photos.push(path);
    else others.push(path);
  }
  const clouds = others.map((path) => ({ path, name: path }));
  if (photos.length === 0) return { kind: 'clouds', files: clouds };
  return { kind: 'photos', files: photos.map((path) => ({ path, name: basename(path) })), clouds };
}
