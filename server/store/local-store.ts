import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '#domain/errors/app-error.ts';
import { linkAtomically, moveInto, removeStaleDrafts, withDraft, writeAtomically } from './atomic-write.ts';
import { createByteLimit } from './byte-limit.ts';
import { checkKey } from './keys.ts';
import { createLocalUploads } from './local-uploads.ts';
import type { Admission, ByteSpan, ObjectStore, StoredObject } from './object-store.ts';
import { createQuota } from './quota.ts';
import { readArrived } from './read-arrived.ts';

export interface LocalStoreOptions {
  /** Objects are stored under `objects`, parts of open uploads under `uploads`, drafts under `staging`. */
  readonly folder: string;
  /** Maximum bytes of all objects, open uploads and drafts together; null for no limit but the disk. */
  readonly quotaBytes: number | null;
}

/** An object store in a folder; drafts that a killed process left a day ago are removed. */
export function createLocalStore(options: LocalStoreOptions): ObjectStore {
  const objects = join(options.folder, 'objects');
  const staging = join(options.folder, 'staging');
  void removeStaleDrafts(staging);
  const open = join(options.folder, 'uploads');
  const quota = createQuota([objects, open, staging], options.quotaBytes);
  const pathOf = (key: string) => join(objects, ...checkKey(key).split('/'));

  const statObject = async (key: string): Promise<StoredObject | null> => {
    const facts = await stat(pathOf(key), { bigint: true }).catch(() => null);
    if (!facts?.isFile()) return null;
    const etag = [facts.ino, facts.size, facts.mtimeNs].map((value) => value.toString(36)).join('-');
    return { key, size: Number(facts.size), etag, lastModified: facts.mtime };
  };
  const requireObject = async (key: string): Promise<StoredObject> => {
    const found = await statObject(key);
    if (!found) throw new AppError('store.not-found', { key });
    return found;
  };
  const put = async (key: string, source: Readable): Promise<StoredObject> => {
    await writeAtomically(pathOf(key), staging, key, source, await quota.meter(key));
    return requireObject(key);
  };
  const putFile = async (key: string, path: string): Promise<StoredObject> => {
    await quota.check(key, (await stat(path)).size);
    await linkAtomically(path, pathOf(key), staging, key);
    return requireObject(key);
  };
  const take = async (key: string, path: string): Promise<StoredObject> => {
    await moveInto(path, pathOf(key));
    return requireObject(key);
  };
  const uploads = createLocalUploads({ folder: open, take, requireObject, quota });
  const receive = async (key: string, source: Readable, most: number, admit: Admission) => {
    const through = [createByteLimit(key, most), await quota.meter(key)] as const;
    return withDraft(staging, key, [source, ...through], async (draft) =>
      admit(await readArrived(draft), () => take(key, draft)),
    );
  };

  return {
    stat: statObject,
    read: async (key: string, span?: ByteSpan) => {
      await requireObject(key);
      return createReadStream(pathOf(key), { highWaterMark: 256 * 1024, ...span });
    },
    put,
    putFile,
    localPath: async (key) => {
      await requireObject(key);
      return pathOf(key);
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    removeProject: async (projectPk) => {
      await uploads.abortProject(projectPk);
      await rm(join(objects, String(projectPk)), { recursive: true, force: true });
    },
    listUploads: (key) => uploads.list(key),
    clearUploads: (since) => uploads.clear(since),
    intake: { kind: 'through', uploads, receive },
  };
}
