import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { SignedCall, StoreCall } from '#contract/store/signed-call.ts';
import { imageset, inputSlot, productFile } from '#server/db/schema/projects.ts';
import { clearArrivals } from '#server/services/inputs/arrivals.ts';
import { slotKey } from '#server/store/keys.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';

let folder: string;
let s3: S3Server;
let api: TestApi;
let owner: Caller;
let pk: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-bucket-'));
  s3 = await startS3Server(folder);
  api = await createTestApi({ s3: s3.settings });
  owner = await api.signIn({ email: 'owner@example.com' });
  pk = (await api.call(owner, routes.projectCreate, { body: { name: 'Quarry', type: 'images' } })).json().pk;
});
afterEach(async () => {
  await api.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const sizes = [3000, 4000];
const names = ['a.JPG', 'b.JPG'];
const photo = (size: number, seed = 1) => patternBytes(size, seed, 'jpeg');

async function announce(bytes = sizes): Promise<void> {
  const files = bytes.map((size, index) => ({ name: names[index], size, role: 'image' }));
  const answer = await api.call(owner, routes.imagesInitialize, { params: { pk }, body: { files } });
  expect(answer.statusCode).toBe(200);
}

async function sign(name: string, call: StoreCall = { call: 'put' }): Promise<SignedCall> {
  const answer = await api.call(owner, routes.uploadSign, { params: { pk }, body: { name, call } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const send = ({ method, url, headers }: SignedCall, body?: Uint8Array | string) =>
  fetch(url, { method, headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) });

const complete = async () =>
  (
    await api.call(owner, routes.uploadCompleted, { params: { pk }, query: { start_processing: false } })
  ).json();

async function readStored(name: string): Promise<Buffer> {
  const [slot] = await api.context.db.select().from(inputSlot).where(eq(inputSlot.name, name));
  const pieces: Buffer[] = [];
  for await (const piece of await api.context.store.read(slotKey(pk, slot!))) pieces.push(piece);
  return Buffer.concat(pieces);
}

const arrivals = async () => {
  const { intake } = api.context.store;
  const found: string[] = [];
  if (intake.kind === 'signed') for await (const { key } of intake.arrivals()) found.push(key);
  return found;
};

/** Sends both photos and ends the upload; the addresses that were used. */
async function upload(): Promise<SignedCall[]> {
  await announce();
  const addresses = await Promise.all(names.map((name) => sign(name)));
  for (const [index, address] of addresses.entries()) await send(address, photo(sizes[index]!));
  expect(await complete()).toMatchObject({ is_fully_uploaded: true });
  return addresses;
}

describe('an address that was signed for a file', () => {
  it('changes nothing any more once the upload has ended, and what it brings is swept', async () => {
    const [address] = await upload();
    expect(await arrivals()).toEqual([]);
    expect((await send(address!, photo(3000, 2))).status).toBe(200);
    expect((await readStored('a.JPG')).equals(photo(3000))).toBe(true);
    const rows = await api.context.db
      .select()
      .from(productFile)
      .where(and(eq(productFile.imagesetPk, pk), eq(productFile.name, 'a.JPG')));
    expect(rows).toMatchObject([{ size: 3000 }]);
    const [late] = await arrivals();
    await clearArrivals(api.context, new Date(Date.now() + 3_600_000));
    expect(await arrivals()).toEqual([late]);
    await clearArrivals(api.context, new Date(Date.now() + 3 * 3_600_000));
    expect(await arrivals()).toEqual([]);
    const listed = (await api.call(owner, routes.imagesList, { params: { pk } })).json();
    const shown = await api.app.inject({ url: listed[0].url, headers: { cookie: owner.cookie } });
    expect(shown.rawPayload.equals(photo(3000))).toBe(true);
  });

  it('of parts brings nothing either', async () => {
    const size = 6 * 2 ** 20;
    await announce([size, 4000]);
    await send(await sign('b.JPG'), photo(4000));
    const bytes = photo(size);
    const sendParts = async (opening: SignedCall, part: (id: string) => Promise<SignedCall>) => {
      const id = /<UploadId>(.*?)</.exec(await (await send(opening)).text())![1]!;
      const sent = await send(await part(id), bytes);
      return { id, etag: sent.headers.get('etag')! };
    };
    const part = (id: string) => sign('a.JPG', { call: 'part', upload_id: id, part_number: 1 });
    const opening = await sign('a.JPG', { call: 'open' });
    const late = await sendParts(opening, part);
    const lateEnd = await sign('a.JPG', { call: 'complete', upload_id: late.id });
    const { id, etag } = await sendParts(await sign('a.JPG', { call: 'open' }), part);
    const listOf = (tag: string) =>
      `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${tag}</ETag></Part></CompleteMultipartUpload>`;
    const listed = await api.call(owner, routes.uploadMultipartList, {
      params: { pk },
      query: { canonical_uri: `/${pk}/input/a.JPG` },
    });
    expect(listed.json().map((entry: { key: string }) => entry.key)).toContain(`${pk}/input/a.JPG`);
    await send(await sign('a.JPG', { call: 'complete', upload_id: id }), listOf(etag));
    expect(await complete()).toMatchObject({ is_fully_uploaded: true });
    await send(lateEnd, listOf(late.etag));
    expect((await readStored('a.JPG')).equals(bytes)).toBe(true);
    await clearArrivals(api.context, new Date(Date.now() + 3 * 3_600_000));
    expect(await arrivals()).toEqual([]);
  });

  it('lets a file be sent again while the upload goes on: the last counts, with its own size', async () => {
    await announce();
    await send(await sign('a.JPG'), photo(3000, 2));
    await api.call(owner, routes.uploadRecovery, { params: { pk } });
    expect((await readStored('a.JPG')).equals(photo(3000, 2))).toBe(true);
    await send(await sign('a.JPG'), photo(3000, 3));
    await send(await sign('b.JPG'), photo(4000));
    expect(await complete()).toMatchObject({ is_fully_uploaded: true });
    expect((await readStored('a.JPG')).equals(photo(3000, 3))).toBe(true);
    const rows = await api.context.db.select().from(productFile).where(eq(productFile.name, 'a.JPG'));
    expect(rows).toHaveLength(1);
  });
});

describe('a file in a bucket', () => {
  it.each([
    ['another kind', Buffer.from(`<svg>${'x'.repeat(2995)}`), 'upload.wrong-kind'],
    ['another size', photo(2999), 'upload.incomplete'],
  ])('of %s than was announced is not kept', async (_, bytes, code) => {
    await announce();
    await send(await sign('a.JPG'), bytes);
    await send(await sign('b.JPG'), photo(4000));
    expect(await complete()).toMatchObject({ code });
    const [slot] = await api.context.db.select().from(inputSlot).where(eq(inputSlot.name, 'a.JPG'));
    expect(slot).toMatchObject({ size: null, storedKey: null });
    await send(await sign('a.JPG'), photo(3000));
    expect(await complete()).toMatchObject({ is_fully_uploaded: true });
  });

  it('that changes between check and copy is not kept, nor one whose copy fails, and the upload goes on', async () => {
    await announce();
    const address = await sign('a.JPG');
    await send(address, photo(3000));
    await send(await sign('b.JPG'), photo(4000));
    s3.before = async (asked) => {
      if (!asked.startsWith('COPY') || !asked.endsWith('a.JPG')) return;
      s3.before = null;
      await send(address, Buffer.from('<svg onload="…">'));
    };
    expect(await complete()).toMatchObject({ code: 'upload.incomplete', params: { files: 'a.JPG' } });
    await send(address, photo(3000));
    s3.refuse = (asked) => (asked.startsWith('COPY') ? 403 : null);
    expect(await complete()).toMatchObject({ code: 'store.refused' });
    s3.refuse = null;
    expect(await complete()).toMatchObject({ is_fully_uploaded: true });
    expect((await readStored('a.JPG')).equals(photo(3000))).toBe(true);
  });

  it('that was sent before files were checked apart is still read', async () => {
    await announce();
    const { store, db } = api.context;
    for (const [index, name] of names.entries())
      await store.put(`${pk}/input/${name}`, Readable.from([photo(sizes[index]!)]));
    expect(await complete()).toMatchObject({ is_fully_uploaded: true });
    const slots = await db.select().from(inputSlot).orderBy(inputSlot.name);
    expect(slots.map(({ size, storedKey }) => [size, storedKey])).toEqual(sizes.map((size) => [size, null]));
    expect((await readStored('b.JPG')).equals(photo(4000))).toBe(true);
  });

  it('waits for its upload to go on for two weeks, and goes with its project', async () => {
    await announce();
    await send(await sign('a.JPG'), photo(3000));
    const [key] = await arrivals();
    const day = 86_400_000;
    await clearArrivals(api.context, new Date(Date.now() + 13 * day));
    expect(await arrivals()).toEqual([key]);
    await clearArrivals(api.context, new Date(Date.now() + 15 * day));
    expect(await arrivals()).toEqual([]);
    await send(await sign('a.JPG'), photo(3000));
    await api.context.db.delete(imageset).where(eq(imageset.pk, pk));
    await clearArrivals(api.context, new Date(Date.now() + day));
    expect(await arrivals()).toEqual([]);
  });
});
