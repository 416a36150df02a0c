import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { limits } from '#contract/limits.ts';
import type { StoredPart } from '#contract/store/multipart-xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { asStoreError, writeAtomically } from './atomic-write.ts';
import { beginJoin, joinParts, type NamedPart, readJoin } from './join-parts.ts';
import type { MultipartUploads, OpenUpload, StoredObject } from './object-store.ts';
import { createPartLedger, type PartLedger } from './part-ledger.ts';
import type { Quota } from './quota.ts';
import { readArrived } from './read-arrived.ts';

export interface LocalUploadsOptions {
  /** One folder per open upload, with one file per part: `{number}-{md5}-{size}`. */
  readonly folder: string;
  /** Moves a file of this folder to the objects. */
  take(key: string, path: string): Promise<StoredObject>;
  /** Throws `store.not-found`. */
  requireObject(key: string): Promise<StoredObject>;
  readonly quota: Quota;
}

export interface LocalUploads extends MultipartUploads {
  /** Open uploads of a key, newest first. */
  list(key: string): Promise<OpenUpload[]>;
  /** Aborts all uploads of a project. */
  abortProject(projectPk: number): Promise<void>;
  /** Aborts uploads that were idle since a time. */
  clear(since: Date): Promise<void>;
}

/** Retry time of a client that requests an upload of a file while all open ones are busy, s. */
const busySeconds = 30;

const partName = /^(\d{5})-([0-9a-f]{32})-(\d+)$/;

/** Multipart uploads stored in a folder, so that they survive a restart. */
export function createLocalUploads(options: LocalUploadsOptions): LocalUploads {
  const joining = new Map<string, Promise<StoredObject>>();
  /** Uploads that receive parts now: how many, and the bytes of all parts. */
  const incoming = new Map<string, { count: number; readonly ledger: Promise<PartLedger> }>();
  const placeOf = (uploadId: string) => joinPath(options.folder, uploadId);

  const requireUpload = async (key: string, uploadId: string): Promise<string> => {
    const isName = /^[0-9a-f]{32}$/.test(uploadId);
    const facts = isName ? await readFacts(placeOf(uploadId)) : null;
    if (facts?.key !== key) throw new AppError('upload.unknown', { key, uploadId });
    return placeOf(uploadId);
  };

  /** Joining a large file takes minutes: a repeated request waits for the running one. */
  const join: MultipartUploads['complete'] = async (key, uploadId, wanted, admit) => {
    const place = await requireUpload(key, uploadId);
    const parts = (await readJoin(place)) ?? (await choose(place, key, wanted));
    requireSame(key, parts, wanted);
    const joined = await joinParts(place, parts).catch(async (error: unknown) => {
      const isBroken = error instanceof AppError && error.code === 'upload.part-missing';
      if (isBroken) await rm(place, { recursive: true, force: true });
      throw asStoreError(error, key);
    });
    const put = async () =>
      joined === null
        ? options.requireObject(key)
        : admit(await readArrived(joined), () => options.take(key, joined));
    const stored = await put().catch(async (error: unknown) => {
      if (error instanceof AppError) await rm(place, { recursive: true, force: true });
      throw error;
    });
    await rm(place, { recursive: true, force: true });
    return stored;
  };
  const choose = async (place: string, key: string, wanted: readonly WantedPart[]) => {
    const chosen = chooseParts(key, await readParts(place), wanted);
    await beginJoin(place, chosen);
    return chosen;
  };

  const all = async (): Promise<OpenUpload[]> => {
    const names = await readdir(options.folder).catch(() => []);
    const found = await Promise.all(
      names.map(async (uploadId) => {
        const facts = await readFacts(placeOf(uploadId));
        return facts && { key: facts.key, uploadId, initiated: new Date(facts.initiated) };
      }),
    );
    return found.filter((entry) => entry !== null);
  };

  const listOf = async (key: string): Promise<OpenUpload[]> => {
    const uploads = (await all()).filter((entry) => entry.key === key);
    return uploads.sort((a, b) => b.initiated.getTime() - a.initiated.getTime());
  };
  const isBusy = (uploadId: string) => incoming.has(uploadId) || joining.has(uploadId);
  /** Makes room for one more open upload of a file by aborting the oldest idle one. */
  const makeRoom = async (key: string): Promise<void> => {
    const open = await listOf(key);
    const spare = open.slice(limits.openUploads - 1).length;
    const idle = open.filter(({ uploadId }) => !isBusy(uploadId)).slice(-spare);
    if (spare === 0) return;
    if (idle.length < spare) throw new AppError('api.too-many-requests', { seconds: busySeconds });
    for (const { uploadId } of idle) await rm(placeOf(uploadId), { recursive: true, force: true });
  };
  const openOne = async (key: string): Promise<string> => {
    await makeRoom(key);
    const uploadId = randomBytes(16).toString('hex');
    const draft = placeOf(`${uploadId}.draft`);
    await mkdir(draft, { recursive: true });
    const facts: UploadFacts = { key, initiated: new Date().toISOString() };
    await writeFile(joinPath(draft, 'upload.json'), JSON.stringify(facts));
    await rename(draft, placeOf(uploadId));
    return uploadId;
  };
  /** Uploads are opened one after the other, so that they can be counted. */
  let opening: Promise<unknown> = Promise.resolve();

  return {
    open: (key) => {
      const opened = opening.then(() => openOne(key));
      opening = opened.catch(() => undefined);
      return opened;
    },
    list: listOf,
    putPart: async (key, uploadId, partNumber, source, most) => {
      const place = await requireUpload(key, uploadId);
      const isCounted = Number.isInteger(partNumber) && partNumber >= 1 && partNumber <= limits.uploadParts;
      if (!isCounted) {
        const reason = { reason: 'part-number-out-of-range', most: limits.uploadParts };
        throw new AppError('upload.part-invalid', { ...reason, key, part: partNumber });
      }
      if (await readJoin(place)) {
        const reason = 'upload-is-being-completed';
        throw new AppError('upload.part-invalid', { key, part: partNumber, reason });
      }
      const arriving = incoming.get(uploadId) ?? {
        count: 0,
        ledger: readParts(place).then(createPartLedger),
      };
      arriving.count++;
      incoming.set(uploadId, arriving);
      try {
        const sum = (await arriving.ledger).meter(key, partNumber, most);
        return await storePart(place, key, partNumber, source, sum, await options.quota.meter(key));
      } finally {
        arriving.count--;
        if (arriving.count === 0) incoming.delete(uploadId);
      }
    },
    parts: async (key, uploadId, marker, limit) => {
      const place = await requireUpload(key, uploadId);
      const stored = (await readJoin(place)) ?? (await readParts(place));
      const after = stored.filter((part) => part.partNumber > marker);
      const page = after.slice(0, limit).map(({ partNumber, size, etag }) => ({ partNumber, size, etag }));
      const nextMarker = after.length > limit ? (page.at(-1)?.partNumber ?? null) : null;
      return { parts: page, nextMarker };
    },
    complete: (key, uploadId, wanted, admit) => {
      const run = joining.get(uploadId) ?? join(key, uploadId, wanted, admit);
      joining.set(uploadId, run);
      return run.finally(() => joining.delete(uploadId));
    },
    abort: async (key, uploadId) => {
      const place = await requireUpload(key, uploadId).catch(() => null);
      if (place) await rm(place, { recursive: true, force: true });
    },
    abortProject: async (projectPk) => {
      const own = (await all()).filter((entry) => entry.key.startsWith(`${projectPk}/`));
      await Promise.all(own.map((entry) => rm(placeOf(entry.uploadId), { recursive: true, force: true })));
    },
    clear: async (since) => {
      for (const name of await readdir(options.folder).catch(() => [])) {
        if (isBusy(name) || (await lastChange(placeOf(name))) >= since.getTime()) continue;
        await rm(placeOf(name), { recursive: true, force: true });
      }
    },
  };
}

type WantedPart = Pick<StoredPart, 'partNumber' | 'etag'>;

interface UploadFacts {
  readonly key: string;
  readonly initiated: string;
}

async function readFacts(place: string): Promise<UploadFacts | null> {
  const text = await readFile(joinPath(place, 'upload.json'), 'utf8').catch(() => null);
  return text === null || place.endsWith('.draft') ? null : JSON.parse(text);
}

async function readParts(place: string): Promise<NamedPart[]> {
  const parts: NamedPart[] = [];
  for (const file of await readdir(place)) {
    const match = partName.exec(file);
    if (!match) continue;
    parts.push({ partNumber: Number(match[1]), etag: match[2] ?? '', size: Number(match[3]), file });
  }
  return parts.sort((a, b) => a.partNumber - b.partNumber);
}

/** Stores a part under a name that carries its hash, then removes that of an earlier try. */
async function storePart(
  place: string,
  key: string,
  partNumber: number,
  source: Readable,
  ...meters: Transform[]
): Promise<StoredPart> {
  const hash = createHash('md5');
  let size = 0;
  const digest = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      const isTooLarge = size > limits.uploadPartMax;
      done(
        isTooLarge ? new AppError('api.too-large', { place: key, limit: limits.uploadPartMax }) : null,
        chunk,
      );
    },
  });
  const draft = joinPath(place, `incoming-${randomBytes(8).toString('hex')}`);
  await writeAtomically(draft, joinPath(place, 'staging'), key, source, digest, ...meters);
  const etag = hash.digest('hex');
  const file = `${String(partNumber).padStart(5, '0')}-${etag}-${size}`;
  await rename(draft, joinPath(place, file));
  for (const other of await readParts(place)) {
    if (other.partNumber === partNumber && other.file !== file)
      await rm(joinPath(place, other.file), { force: true });
  }
  return { partNumber, etag, size };
}

/** The stored parts that the client named, checked: present, unchanged, in order, only the last one small. */
function chooseParts(key: string, stored: readonly NamedPart[], wanted: readonly WantedPart[]): NamedPart[] {
  if (wanted.length === 0) throw new AppError('upload.part-missing', { key, part: 1 });
  return wanted.map((entry, index) => {
    const { partNumber: part } = entry;
    const found = stored.find((candidate) => candidate.partNumber === part && candidate.etag === entry.etag);
    if (!found) throw new AppError('upload.part-missing', { key, part });
    if (part <= (wanted[index - 1]?.partNumber ?? 0)) {
      throw new AppError('upload.part-invalid', { key, part, reason: 'parts-must-be-named-in-order' });
    }
    if (index < wanted.length - 1 && found.size < limits.uploadPartMin) {
      const reason = { reason: 'only-the-last-part-may-be-small', least: limits.uploadPartMin };
      throw new AppError('upload.part-invalid', { ...reason, key, part });
    }
    return found;
  });
}

/** A join that has started can only end with its initial parts. */
function requireSame(key: string, joined: readonly NamedPart[], wanted: readonly WantedPart[]): void {
  const length = Math.max(joined.length, wanted.length);
  for (let index = 0; index < length; index++) {
    const [one, other] = [joined[index], wanted[index]];
    if (one?.partNumber === other?.partNumber && one?.etag === other?.etag) continue;
    throw new AppError('upload.part-missing', { key, part: (other ?? one)!.partNumber });
  }
}

/** Time of the last change in a folder or its direct subfolders, ms. */
async function lastChange(place: string): Promise<number> {
  const entries = await readdir(place, { recursive: true }).catch(() => []);
  let last = 0;
  for (const path of [place, ...entries.map((name) => joinPath(place, name))]) {
    last = Math.max(last, (await stat(path).catch(() => null))?.mtimeMs ?? 0);
  }
  return last;
}
