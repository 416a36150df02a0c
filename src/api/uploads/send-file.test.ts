import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import {
  readCompletion,
  type StoredPart,
  writeCompleted,
  writeInitiated,
  writePartPage,
} from '#contract/store/multipart-xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { sendFile } from './send-file.ts';
import type { UploadTransport } from './transport.ts';

const mebibyte = 1024 * 1024;
const noWait = async () => undefined;

/** A store that speaks the multipart calls; `failPuts` PUTs fail first with a dead connection. */
function createStore(held: StoredPart[] = [], failPuts = 0) {
  const parts = new Map(held.map((part) => [part.partNumber, part]));
  const log: string[] = [];
  let failuresLeft = failPuts;
  let completed: number[] | null = null;
  const transport: UploadTransport = async ({ method, url, body }) => {
    const query = new URL(url, 'http://store').searchParams;
    log.push(method + (query.get('partNumber') ?? ''));
    if (method === 'PUT') {
      if (failuresLeft-- > 0) throw new AppError('client.unreachable', { method, url });
      const partNumber = Number(query.get('partNumber'));
      parts.set(partNumber, { partNumber, size: (body as Blob).size, etag: `e${partNumber}` });
      return { text: '', etag: `"e${partNumber}"` };
    }
    if (method === 'GET')
      return { text: writePartPage('k', 'u', { parts: [...parts.values()], nextMarker: null }), etag: null };
    if (query.has('uploads')) return { text: writeInitiated('k', 'u'), etag: null };
    if (query.has('uploadId')) {
      completed = (readCompletion(body as string) ?? []).map((part) => part.partNumber);
      return { text: writeCompleted('k', 'e'), etag: null };
    }
    return { text: '', etag: null };
  };
  return { transport, log, parts, completed: () => completed };
}

function job(size: number, openUploadId: string | null = null) {
  const progress: number[] = [];
  return {
    progress,
    file: new Blob([new Uint8Array(size)]),
    fileName: 'a.laz',
    url: '/1/input/a.laz',
    openUploadId,
    signal: new AbortController().signal,
    onProgress: (sent: number) => void progress.push(sent),
  };
}

test('a small file goes as one form POST', async () => {
  const store = createStore();
  await sendFile(store.transport, job(1000), noWait);
  expect(store.log).toEqual(['POST']);
});

test('a large file goes in parts that are completed in order, and failed parts are sent again', async () => {
  const store = createStore([], 3);
  const large = job(limits.singleUpload + 5 * mebibyte);
  await sendFile(store.transport, large, noWait);
  expect(store.completed()).toEqual([1, 2, 3, 4, 5]);
  expect([...store.parts.values()].reduce((sum, part) => sum + part.size, 0)).toBe(large.file.size);
  expect(large.progress.at(-1)).toBe(large.file.size);
});

test('an open upload is gone on with: parts that are there are not sent again', async () => {
  const held = [1, 3].map((partNumber) => ({ partNumber, size: 16 * mebibyte, etag: `e${partNumber}` }));
  const store = createStore(held);
  await sendFile(store.transport, job(limits.singleUpload + mebibyte, 'u'), noWait);
  expect(store.log.filter((entry) => entry.startsWith('PUT')).sort()).toEqual(['PUT2', 'PUT4', 'PUT5']);
  expect(store.completed()).toEqual([1, 2, 3, 4, 5]);
});

test('a refusal is final, a dead connection is tried five times', async () => {
  let calls = 0;
  const refusing: UploadTransport = async () => {
    calls++;
    throw new AppError('api.forbidden', { status: 403 });
  };
  await expect(sendFile(refusing, job(10), noWait)).rejects.toMatchObject({ code: 'api.forbidden' });
  expect(calls).toBe(1);
  const dead: UploadTransport = async ({ method, url }) => {
    calls++;
    throw new AppError('client.unreachable', { method, url });
  };
  await expect(sendFile(dead, job(10), noWait)).rejects.toMatchObject({ code: 'client.unreachable' });
  expect(calls).toBe(6);
});
