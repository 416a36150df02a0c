import { readFile } from 'node:fs/promises';
import type { CrsDeclaration } from '#domain/crs/types.ts';
import { fileError } from '#workers/io/file-error.ts';
import { readPrjBeside } from '#workers/io/prj-file.ts';
import type { OptionSpec } from './command.ts';

/** The `--crs` option that every command with coordinates shares. */
export const crsOption = {
  type: 'string',
  valueName: 'CRS',
  descriptionKey: 'cli.option.crs',
} as const satisfies OptionSpec;

const fileNames = /\.(?:prj|wkt|wkt2|txt)$/i;

/**
 * The declaration behind `--crs`: the text itself, or the contents of the file it names (`.prj`, `.wkt`, `.txt`).
 * Undefined where the option was not given. Errors: `io.not-found`, `io.denied`, `io.read-failed`.
 */
export async function readCrsOption(value: string | undefined): Promise<CrsDeclaration | undefined> {
  if (value === undefined) return undefined;
  if (!fileNames.test(value.trim())) return { source: 'user', payload: value.trim() };
  const path = value.trim();
  try {
    return { source: 'user', payload: (await readFile(path, 'utf8')).replace(/^\ufeff/, '').trim() };
  } catch (error) {
    throw fileError(error, path, 'read');
  }
}

/** Every declaration for a file: `--crs`, the file's own, the `.prj` beside it. */
export async function gatherDeclarations(
  path: string,
  declared: readonly CrsDeclaration[],
  option: string | undefined,
): Promise<CrsDeclaration[]> {
  const user = await readCrsOption(option);
  const prj = await readPrjBeside(path);
  return [
    ...(user ? [user] : []),
    ...declared,
    ...(prj === undefined ? [] : [{ source: 'prj', payload: prj } as const]),
  ];
}
