import { basename, dirname } from 'node:path';
import type { InputFile } from '../inputs.ts';

/** A file and its name in the project. */
export interface NamedFile extends InputFile {
  /** The name before it was changed because of another file of the same name; null where unchanged. */
  readonly renamedFrom: string | null;
}

/**
 * Gives files of the same name in different folders unique names: the folder is prepended, and more of the path where
 * needed. Names differ in more than case, since marks are matched case-insensitively. Keeps the order.
 */
export function nameFiles(files: readonly InputFile[]): NamedFile[] {
  const key = (name: string) => name.toLowerCase();
  const counts = new Map<string, number>();
  for (const { name } of files) counts.set(key(name), (counts.get(key(name)) ?? 0) + 1);
  const taken = new Set(files.filter(({ name }) => counts.get(key(name)) === 1).map(({ name }) => key(name)));
  return files.map((file) => {
    if (counts.get(key(file.name)) === 1) return { ...file, renamedFrom: null };
    let folder = dirname(file.path);
    let name = file.name;
    do {
      const part = basename(folder);
      if (!part) {
        name = `${name}~`;
        continue;
      }
      name = `${part}/${name}`;
      folder = dirname(folder);
    } while (taken.has(key(name)));
    taken.add(key(name));
    return { path: file.path, name, renamedFrom: file.name };
  });
}
