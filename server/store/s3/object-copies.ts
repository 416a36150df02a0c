import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { writeAtomically } from '../atomic-write.ts';
import type { StoredObject } from '../object-store.ts';

/** Local copies of a service's objects, for programs that read files. */
export interface ObjectCopies {
  /** Path of a copy of this version of the object, fetched by `read` if missing. Throws `store.disk-full`. */
  provide(object: StoredObject, read: () => Promise<Readable>): Promise<string>;
  /** Drops the copies of an object, or of all objects under `key`. */
  forget(key: string): Promise<void>;
}

/** Idle time after which a copy is removed, ms. */
const keptFor = 7 * 86_400_000;

/** Copies under `folder`: one folder per object, one file per version. */
export function createObjectCopies(folder: string): ObjectCopies {
  const running = new Map<string, Promise<string>>();
  const placeOf = (key: string) => join(folder, 'objects', ...key.split('/'));

  const fetchCopy = async (object: StoredObject, path: string, read: () => Promise<Readable>) => {
    const now = new Date();
    const present = await stat(path).catch(() => null);
    if (present?.size === object.size) {
      await utimes(path, now, now);
      return path;
    }
    await sweep(join(folder, 'objects'), now.getTime() - keptFor);
    await writeAtomically(path, join(folder, 'staging'), object.key, await read());
    return path;
  };

  return {
    provide: (object, read) => {
      const version = object.etag.replaceAll(/[^A-Za-z0-9-]/g, '_');
      const path = join(placeOf(object.key), `${version}-${object.key.split('/').at(-1)}`);
      const run = running.get(path) ?? fetchCopy(object, path, read);
      running.set(path, run);
      return run.finally(() => running.delete(path));
    },
    forget: async (key) => {
      const place = placeOf(key);
      const doomed = join(folder, 'staging', randomUUID());
      await mkdir(dirname(doomed), { recursive: true });
      await rename(place, doomed).catch(() => undefined);
      await rm(doomed, { recursive: true, force: true });
    },
  };
}

/** Removes files that were last used before `time`. */
async function sweep(folder: string, time: number): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const facts = await stat(path).catch(() => null);
    if (facts !== null && facts.mtimeMs < time) await rm(path, { force: true });
  }
}
