import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileError } from './file-error.ts';
import { isAddress } from './open-source.ts';

/** A `.prj` longer than this is none. */
const maxPrjBytes = 1 << 20;

/** Possible names of a `.prj` beside a file, most specific first. */
function candidates(path: string): string[] {
  const extension = extname(path);
  const stem = extension === '' ? path : path.slice(0, -extension.length);
  const stems = stem.toLowerCase().endsWith('.copc') ? [stem, stem.slice(0, -5)] : [stem];
  return [...stems, path].flatMap((name) => [`${name}.prj`, `${name}.PRJ`]);
}

async function readSmall(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    if (size > maxPrjBytes) return undefined;
    const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '').trim();
    return text === '' ? undefined : text;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
    throw fileError(error, path, 'read');
  }
}

/**
 * The text of the `.prj` beside a file (`a.prj` or `a.las.prj` beside `a.las`), undefined where there is none or
 * the file is an address. Errors: `io.denied`, `io.read-failed`.
 */
export async function readPrjBeside(path: string): Promise<string | undefined> {
  if (isAddress(path)) return undefined;
  for (const candidate of candidates(path)) {
    const text = await readSmall(candidate);
    if (text !== undefined) return text;
  }
  return undefined;
}
