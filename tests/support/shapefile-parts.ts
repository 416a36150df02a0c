import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { ShapefileParts } from '#domain/formats/shp/read-shapefile.ts';
import { fileError } from '#workers/io/file-error.ts';
import { type FileSource, openFileSource } from '#workers/io/file-source.ts';

/** A `.prj` or `.cpg` longer than this is none. */
const maxTextBytes = 1 << 20;

/** The files of a shapefile, open. */
export interface OpenShapefile extends ShapefileParts {
  close(): Promise<void>;
}

/**
 * Opens a `.shp` and what lies beside it under the same name, whatever the case of the endings. Errors: those of
 * `openFileSource`.
 */
export async function openShapefile(path: string): Promise<OpenShapefile> {
  const opened: FileSource[] = [];
  const close = async () => {
    for (const source of opened) await source.close();
  };
  const open = async (at: string) => {
    const source = await openFileSource(at);
    opened.push(source);
    return source;
  };
  try {
    const shp = await open(path);
    const beside = await siblingsOf(path);
    const source = async (ending: string) => {
      const at = beside.get(ending);
      return at === undefined ? undefined : await open(at);
    };
    const [shx, dbf] = [await source('.shx'), await source('.dbf')];
    const [prj, cpg] = [await readText(beside.get('.prj')), await readText(beside.get('.cpg'))];
    return {
      shp,
      ...(shx ? { shx } : {}),
      ...(dbf ? { dbf } : {}),
      ...(prj === undefined ? {} : { prj }),
      ...(cpg === undefined ? {} : { cpg }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Files of the same name in the same folder by their endings in lower case. */
async function siblingsOf(path: string): Promise<Map<string, string>> {
  const folder = dirname(path);
  const stem = basename(path, extname(path));
  const names = await readdir(folder).catch((cause: unknown) => {
    throw fileError(cause, folder, 'read');
  });
  const found = names.filter((name) => basename(name, extname(name)) === stem);
  return new Map(found.map((name) => [extname(name).toLowerCase(), join(folder, name)]));
}

async function readText(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const source = await openFileSource(path);
  await source.close();
  if (source.size > maxTextBytes) return undefined;
  return await readFile(path, 'utf8').catch((cause: unknown) => {
    throw fileError(cause, path, 'read');
  });
}
