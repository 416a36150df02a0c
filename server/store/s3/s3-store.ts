import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { uploadPartSize, uploadRules } from '#contract/limits.ts';
import { planUpload } from '#contract/rules/upload-plan.ts';
import { describeStoreCall } from '#contract/store/signed-call.ts';
import { blocksOf, textOf } from '#contract/store/xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { fileKindBytes } from '#domain/formats/file-kind.ts';
import type { S3Settings } from '../../config/service-settings.ts';
import { arrivalFolder, arrivalsOf, checkKey } from '../keys.ts';
import type { ObjectAcl, ObjectStore, StoredObject } from '../object-store.ts';
import { bucketOf, type CopySizes, copyObject, copySizes, isChanged } from './copy-object.ts';
import { listObjects, listUploads } from './list-bucket.ts';
import { createObjectCopies } from './object-copies.ts';
import { createS3Client, type S3Client } from './s3-client.ts';
import { sendInParts } from './send-in-parts.ts';

const aclHeader = (acl: ObjectAcl) => ({ 'x-amz-acl': acl });

/**
 * An object store in a bucket of an S3-compatible service. Clients send their files directly to it under signed
 * addresses; files for programs are copied to `folder` first. A body of unknown size is uploaded in parts of 16 MiB,
 * one in memory at a time; `sizes` bound copies within the bucket.
 */
export function createS3Store(
  settings: S3Settings,
  folder: string,
  retryDelayMs = 250,
  sizes: CopySizes = copySizes,
): ObjectStore {
  const client = createS3Client(settings, retryDelayMs);
  const copies = createObjectCopies(join(folder, 'copies'));

  const statObject = async (key: string): Promise<StoredObject | null> => {
    const answer = await client.call({ method: 'HEAD', key: checkKey(key) });
    if (answer === null) return null;
    const { headers } = answer;
    const size = Number(headers['content-length']);
    const etag = (headers.etag ?? '').replaceAll('"', '');
    return { key, size, etag, lastModified: new Date(headers['last-modified'] ?? 0) };
  };
  const requireObject = async (key: string): Promise<StoredObject> => {
    const found = await statObject(key);
    if (!found) throw new AppError('store.not-found', { key });
    return found;
  };
  const read: ObjectStore['read'] = async (key, span) => {
    const headers: Record<string, string> = span ? { range: `bytes=${span.start}-${span.end}` } : {};
    const answer = await client.open({ method: 'GET', key: checkKey(key), headers });
    if (answer === null) throw new AppError('store.not-found', { key });
    return answer;
  };
  const list = (prefix: string) => listUploads(client, prefix);

  return {
    stat: statObject,
    read,
    put: async (key, source) => {
      await putStream(client, checkKey(key), source);
      return requireObject(key);
    },
    putFile: async (key, path, acl = 'private') => {
      await putFile(client, checkKey(key), path, acl);
      return requireObject(key);
    },
    localPath: async (key) => copies.provide(await requireObject(key), () => read(key)),
    remove: async (key) => {
      await client.call({ method: 'DELETE', key: checkKey(key) });
      await copies.forget(key);
    },
    removeProject: async (projectPk) => {
      for (const prefix of [`${projectPk}/`, `${arrivalsOf(projectPk)}/`]) {
        for (const { key, uploadId } of await list(prefix)) {
          await client.call({ method: 'DELETE', key, query: { uploadId } });
        }
        await removeAll(client, prefix);
      }
      await copies.forget(String(projectPk));
    },
    listUploads: async (key) => {
      const own = (await list(checkKey(key))).filter((entry) => entry.key === key);
      return own.sort((a, b) => b.initiated.getTime() - a.initiated.getTime());
    },
    clearUploads: async () => undefined,
    intake: {
      kind: 'signed',
      sign: async (key, call, acl) => {
        const { method, query } = describeStoreCall(call);
        const headers: Record<string, string> =
          call.call === 'put' || call.call === 'open' ? aclHeader(acl) : {};
        return { method, url: await client.sign({ method, key: checkKey(key), query, headers }), headers };
      },
      take: async (from, to, acl, admit) => {
        const arrived = await statObject(from);
        if (arrived === null) return null;
        const head = await readHeadOf(client, arrived);
        if (head === null || !admit({ head, size: arrived.size })) return null;
        const isTaken = await copyObject(client, bucketOf(settings.url), arrived, checkKey(to), acl, sizes);
        return isTaken ? requireObject(to) : null;
      },
      arrivals: async function* () {
        const prefix = `${arrivalFolder}/`;
        for (const { key, uploadId, initiated } of await list(prefix)) {
          const discard = () => client.call({ method: 'DELETE', key, query: { uploadId } });
          yield { key, since: initiated, discard };
        }
        for await (const { key, lastModified } of listObjects(client, prefix)) {
          yield { key, since: lastModified, discard: () => client.call({ method: 'DELETE', key }) };
        }
      },
    },
  };
}

/** The first bytes of an object, if it is unchanged; null where it is not. */
async function readHeadOf(client: S3Client, { key, size, etag }: StoredObject): Promise<Uint8Array | null> {
  if (size === 0) return new Uint8Array(0);
  const headers = { range: `bytes=0-${Math.min(size, fileKindBytes) - 1}`, 'if-match': `"${etag}"` };
  try {
    const answer = await client.open({ method: 'GET', key, headers });
    return answer && new Uint8Array(Buffer.concat(await answer.toArray()));
  } catch (error) {
    if (isChanged(error)) return null;
    throw error;
  }
}

/** Removes page after page until none is left; each page is listed again, since removing changes it. */
async function removeAll(client: S3Client, prefix: string): Promise<void> {
  for (;;) {
    const query = { 'list-type': '2', prefix };
    const { text } = (await client.call({ method: 'GET', key: '', query })) ?? { text: '' };
    const keys = [...blocksOf(text, 'Contents')].flatMap((block) => textOf(block, 'Key') ?? []);
    if (keys.length === 0) return;
    await inParallel(keys, async (key) => void (await client.call({ method: 'DELETE', key })));
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: uploadRules.parallel }, worker));
}

async function putFile(client: S3Client, key: string, path: string, acl: ObjectAcl): Promise<void> {
  const { size } = await stat(path);
  const plan = planUpload(size, false);
  if (plan.kind !== 'parts') {
    const body = { size, open: () => createReadStream(path) };
    await client.call({ method: 'PUT', key, headers: aclHeader(acl), body });
    return;
  }
  const { partSize, count } = plan;
  await inParts(client, key, acl, async (sendPart) => {
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    await inParallel(numbers, async (number) => {
      const start = (number - 1) * partSize;
      const end = Math.min(size, number * partSize) - 1;
      await sendPart(number, { size: end - start + 1, open: () => createReadStream(path, { start, end }) });
    });
  });
}

async function putStream(client: S3Client, key: string, source: Readable): Promise<void> {
  const pieces = inPieces(source, uploadPartSize(0));
  const first = (await pieces.next()).value ?? Buffer.alloc(0);
  const second = await pieces.next();
  if (second.done) {
    await client.call({ method: 'PUT', key, headers: aclHeader('private'), body: first });
    return;
  }
  await inParts(client, key, 'private', async (sendPart) => {
    await sendPart(1, first);
    await sendPart(2, second.value);
    let number = 2;
    for await (const piece of pieces) await sendPart(++number, piece);
  });
}

/** Splits a stream into buffers of `size` bytes, the last one smaller. */
async function* inPieces(source: Readable, size: number): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    let rest = Buffer.from(chunk);
    while (length + rest.length >= size) {
      const cut = size - length;
      yield Buffer.concat([...held, rest.subarray(0, cut)]);
      rest = rest.subarray(cut);
      held = [];
      length = 0;
    }
    held.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(held);
}

type Body = Buffer | { readonly size: number; open(): Readable };

/** Sends parts with separate bodies. */
function inParts(
  client: S3Client,
  key: string,
  acl: ObjectAcl,
  send: (sendBody: (partNumber: number, body: Body) => Promise<void>) => Promise<void>,
): Promise<void> {
  return sendInParts(client, key, acl, (sendPart) =>
    send((partNumber, body) =>
      sendPart(partNumber, async (query) => {
        const answer = await client.call({ method: 'PUT', key, query, body });
        return (answer?.headers.etag ?? '').replaceAll('"', '');
      }),
    ),
  );
}
