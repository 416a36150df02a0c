import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { limits } from '#contract/limits.ts';
import type { StoredPart } from '#contract/store/multipart-xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { writeAtomically } from './atomic-write.ts';
import type { MultipartUploads, OpenUpload, StoredObject } from './object-store.ts';
import type { Quota } from './quota.ts';

export interface LocalUploadsOptions {
  /** A folder an open upload, with a file a part: `{number}-{md5}-{size}`. */
  readonly folder: string;
  put(key: string, source: Readable): Promise<StoredObject>;
  readonly quota: Quota;
}

export interface LocalUploads extends MultipartUploads {
  /** Open uploads of a key, newest first. */
  list(key: string): Promise<OpenUpload[]>;
  /** Gives up all uploads of a project. */
  abortProject(projectPk: number): Promise<void>;
}

const partName = /^(\d{5})-([0-9a-f]{32})-(\d+)$/;

type NamedPart = StoredPart & { readonly file: string };

/** Uploads in parts kept in a folder, so that they outlive the server. */
export function createLocalUploads(options: LocalUploadsOptions): LocalUploads {
  const joining = new Map<string, Promise<StoredObject>>();
  const placeOf = (uploadId: string) => join(options.folder, uploadId);

  const demand = async (key: string, uploadId: string): Promise<string> => {
    const isName = /^[0-9a-f]{32}$/.test(uploadId);
    const facts = isName ? await readFacts(placeOf(uploadId)) : null;
    if (facts?.key !== key) throw new AppError('upload.unknown', { key, uploadId });
    return placeOf(uploadId);
  };

  /** Joining a large file takes minutes: a client that asks again meanwhile waits for the one that runs. */
  const joinParts: MultipartUploads['complete'] = async (key, uploadId, wanted) => {
    const place = await demand(key, uploadId);
    const chosen = chooseParts(key, await readParts(place), wanted);
    const stored = await options.put(key, Readable.from(concatenate(place, chosen)));
    await rm(place, { recursive: true, force: true });
    return stored;
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

  return {
    open: async (key) => {
      const uploadId = randomBytes(16).toString('hex');
      const draft = placeOf(`${uploadId}.draft`);
      await mkdir(draft, { recursive: true });
      const facts: UploadFacts = { key, initiated: new Date().toISOString() };
      await writeFile(join(draft, 'upload.json'), JSON.stringify(facts));
      await rename(draft, placeOf(uploadId));
      return uploadId;
    },
    list: async (key) => {
      const uploads = (await all()).filter((entry) => entry.key === key);
      return uploads.sort((a, b) => b.initiated.getTime() - a.initiated.getTime());
    },
    putPart: async (key, uploadId, partNumber, source) => {
      const place = await demand(key, uploadId);
      const isCounted = Number.isInteger(partNumber) && partNumber >= 1 && partNumber <= limits.uploadParts;
      if (!isCounted) {
        const reason = `its number must be 1 to ${limits.uploadParts}`;
        throw new AppError('upload.part-invalid', { key, part: partNumber, reason });
      }
      return storePart(place, key, partNumber, source, await options.quota.meter(key));
    },
    parts: async (key, uploadId, marker, limit) => {
      const after = (await readParts(await demand(key, uploadId))).filter((p) => p.partNumber > marker);
      const page = after.slice(0, limit).map(({ partNumber, size, etag }) => ({ partNumber, size, etag }));
      const nextMarker = after.length > limit ? (page.at(-1)?.partNumber ?? null) : null;
      return { parts: page, nextMarker };
    },
    complete: (key, uploadId, wanted) => {
      const run = joining.get(uploadId) ?? joinParts(key, uploadId, wanted);
      joining.set(uploadId, run);
      return run.finally(() => joining.delete(uploadId));
    },
    abort: async (key, uploadId) => {
      const place = await demand(key, uploadId).catch(() => null);
      if (place) await rm(place, { recursive: true, force: true });
    },
    abortProject: async (projectPk) => {
      const own = (await all()).filter((entry) => entry.key.startsWith(`${projectPk}/`));
      await Promise.all(own.map((entry) => rm(placeOf(entry.uploadId), { recursive: true, force: true })));
    },
  };
}

interface UploadFacts {
  readonly key: string;
  readonly initiated: string;
}

async function readFacts(place: string): Promise<UploadFacts | null> {
  const text = await readFile(join(place, 'upload.json'), 'utf8').catch(() => null);
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

/** Stores a part under a name that carries its hash, then removes what an earlier try left. */
async function storePart(
  place: string,
  key: string,
  partNumber: number,
  source: Readable,
  meter: Transform,
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
  const draft = join(place, `incoming-${randomBytes(8).toString('hex')}`);
  await writeAtomically(draft, join(place, 'staging'), key, source, digest, meter);
  const etag = hash.digest('hex');
  const file = `${String(partNumber).padStart(5, '0')}-${etag}-${size}`;
  await rename(draft, join(place, file));
  for (const other of await readParts(place)) {
    if (other.partNumber === partNumber && other.file !== file)
      await rm(join(place, other.file), { force: true });
  }
  return { partNumber, etag, size };
}

/** The stored parts that the client named, checked: there, unchanged, in order, only the last one small. */
function chooseParts(
  key: string,
  stored: readonly NamedPart[],
  wanted: readonly Pick<StoredPart, 'partNumber' | 'etag'>[],
): NamedPart[] {
  if (wanted.length === 0) throw new AppError('upload.part-missing', { key, part: 1 });
  return wanted.map((entry, index) => {
    const { partNumber: part } = entry;
    const found = stored.find((candidate) => candidate.partNumber === part && candidate.etag === entry.etag);
    if (!found) throw new AppError('upload.part-missing', { key, part });
    if (part <= (wanted[index - 1]?.partNumber ?? 0)) {
      throw new AppError('upload.part-invalid', { key, part, reason: 'parts must be named in order' });
    }
    if (index < wanted.length - 1 && found.size < limits.uploadPartMin) {
      const reason = `only the last part may be under ${limits.uploadPartMin} bytes`;
      throw new AppError('upload.part-invalid', { key, part, reason });
    }
    return found;
  });
}

/** The bytes of the parts, one after the other; a part cut short on disk fails. */
async function* concatenate(place: string, parts: readonly NamedPart[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    const path = join(place, part.file);
    if ((await stat(path)).size !== part.size) {
      throw new AppError('upload.part-missing', { key: part.file, part: part.partNumber });
    }
    yield* createReadStream(path, { highWaterMark: 1024 * 1024 });
  }
}
