import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import type { ObjectStore } from '../object-store.ts';
import { createS3Client } from './s3-client.ts';
import { createS3Store } from './s3-store.ts';

let folder: string;
let server: S3Server;
let store: ObjectStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-s3-'));
  server = await startS3Server(join(folder, 'bucket'));
  store = createS3Store(server.settings, join(folder, 'data'), 1);
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it('keeps small objects whole, in ranges, and as files of this machine', async () => {
  const stored = await store.put('1/input/a.laz', Readable.from(['0123', '456789']));
  expect(stored).toMatchObject({ size: 10, key: '1/input/a.laz' });
  expect(String(await readAll(await store.read('1/input/a.laz', { start: 3, end: 6 })))).toBe('3456');
  const path = await store.localPath('1/input/a.laz');
  expect(await readFile(path, 'utf8')).toBe('0123456789');
  expect(await store.localPath('1/input/a.laz')).toBe(path);
  expect(server.log.filter((asked) => asked === 'GET 1/input/a.laz')).toHaveLength(2);
  await store.remove('1/input/a.laz');
  expect(await store.stat('1/input/a.laz')).toBeNull();
  await expect(readFile(path)).rejects.toThrow('ENOENT');
  await expect(store.read('1/input/a.laz')).rejects.toMatchObject({ code: 'store.not-found' });
});

it('sends what is large in parts, from a stream and from a file, with its ACL', async () => {
  const bytes = patternBytes(33 * 2 ** 20 + 5);
  await store.put('1/products/1/a.copc.laz', Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
  expect(server.log.filter((asked) => /^PUT part/.test(asked))).toEqual([
    'PUT part 1',
    'PUT part 2',
    'PUT part 3',
  ]);
  expect((await readAll(await store.read('1/products/1/a.copc.laz'))).equals(bytes)).toBe(true);
  const path = join(folder, 'cloud.laz');
  await writeFile(path, bytes);
  await store.putFile('1/input/b.laz', path, 'public-read');
  expect((await readAll(await store.read('1/input/b.laz'))).equals(bytes)).toBe(true);
  expect([server.acls.get('1/input/b.laz'), server.acls.get('1/products/1/a.copc.laz')]).toEqual([
    'public-read',
    'private',
  ]);
});

it('gives an upload up when a part fails, and says what the service answered', async () => {
  server.refuse = (asked) => (asked === 'PUT part 2' ? 403 : null);
  const source = Readable.from([patternBytes(20 * 2 ** 20)]);
  await expect(store.put('1/input/a.laz', source)).rejects.toMatchObject({
    code: 'store.refused',
    params: { key: '1/input/a.laz', status: 403, reason: 'Refused' },
  });
  expect(server.log.at(-1)).toBe('DELETE upload');
  expect(await store.listUploads('1/input/a.laz')).toEqual([]);
});

it('asks a busy service again and names one that is away', async () => {
  let failures = 2;
  server.refuse = () => (failures-- > 0 ? 503 : null);
  expect(await store.stat('1/input/none.laz')).toBeNull();
  await server.close();
  await expect(store.stat('1/input/none.laz')).rejects.toMatchObject({ code: 'store.unreachable' });
});

it('waits for an answer no longer than it must', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const settings = { ...server.settings, url: `http://127.0.0.1:${port}/bucket` };
  await expect(createS3Client(settings, 1, 20).call({ method: 'HEAD', key: '1/a' })).rejects.toMatchObject({
    code: 'store.unreachable',
  });
});

it('forgets a project with all pages of its objects and uploads', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await store.put(`7/input/${name}.jpg`, Readable.from([name]));
  }
  await store.put('70/input/a.jpg', Readable.from(['other']));
  await store.removeProject(7);
  expect(await store.stat('7/input/e.jpg')).toBeNull();
  expect(await store.stat('70/input/a.jpg')).not.toBeNull();
});

describe('what came to a bucket', () => {
  const from = 'arriving/7/token/a.laz';
  const to = '7/input/other/a.laz';
  const head = 'LASF';
  const signed = () => {
    const { intake } = store;
    if (intake.kind !== 'signed') throw new Error('a bucket takes files itself');
    return intake;
  };
  const send = (text: string) => store.put(from, Readable.from([text]));

  it('is copied as it was looked at, with the rights that it is to have', async () => {
    await send(`${head} first`);
    const seen: [string, number][] = [];
    const kept = await signed().take(from, to, 'public-read', (file) => {
      seen.push([String(Buffer.from(file.head)), file.size]);
      return true;
    });
    expect(seen).toEqual([[`${head} first`, 10]]);
    expect(kept).toMatchObject({ key: to, size: 10 });
    expect(server.acls.get(to)).toBe('public-read');
    expect(await signed().take('arriving/7/token/none.laz', to, 'private', () => true)).toBeNull();
    expect(await signed().take(from, '7/input/third/a.laz', 'private', () => false)).toBeNull();
    expect(await store.stat('7/input/third/a.laz')).toBeNull();
  });

  it.each(['GET', 'COPY'])('is not kept where it changes before the %s that follows', async (method) => {
    await send(`${head} first`);
    server.before = async (asked) => {
      if (!asked.startsWith(`${method} `)) return;
      server.before = null;
      await send(`${head} other`);
    };
    expect(await signed().take(from, to, 'private', () => true)).toBeNull();
    expect(await store.stat(to)).toBeNull();
  });

  it('is copied in parts where it is longer than one copy may be, the last of them short', async () => {
    const sizes = { whole: 11 * 2 ** 20, part: 5 * 2 ** 20 };
    store = createS3Store(server.settings, join(folder, 'data'), 1, sizes);
    server.copyMost = sizes.whole;
    for (const [size, parts] of [
      [sizes.whole, 0],
      [sizes.whole + 1, 3],
      [3 * sizes.part, 3],
    ] as const) {
      const bytes = patternBytes(size);
      await store.put(from, Readable.from([bytes]));
      server.log.length = 0;
      const kept = await signed().take(from, to, 'private', () => true);
      expect(server.log.filter((asked) => /^COPY part/.test(asked))).toHaveLength(parts);
      expect(kept?.size).toBe(size);
      expect((await readAll(await store.read(to))).equals(bytes)).toBe(true);
    }
  });

  it('is left where it is when its copy is refused', async () => {
    await send(head);
    server.refuse = (asked) => (asked.startsWith('COPY ') ? 403 : null);
    await expect(signed().take(from, to, 'private', () => true)).rejects.toMatchObject({
      code: 'store.refused',
    });
    server.refuse = null;
    expect(await signed().take(from, to, 'private', () => true)).toMatchObject({ size: head.length });
  });

  it('is forgotten with its project', async () => {
    await send(head);
    await store.removeProject(7);
    expect(await store.stat(from)).toBeNull();
  });
});
