import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { ImagesAnnounced } from '#contract/schemas/images.ts';
import { readInitiated, writeCompletion } from '#contract/store/multipart-xml.ts';
import { account } from '#server/db/schema/accounts.ts';
import { imageset, product, productFile } from '#server/db/schema/projects.ts';
import { inputKey, productKey, thumbnailKey } from '#server/store/keys.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { announce, createProject, postFile } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { storeProject } from '#tests/support/stored-project.ts';

const script =
  '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>fetch("/api/account")</script></html>';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("/api/account")</script></svg>';

let api: TestApi;
let owner: Caller;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
});
afterAll(() => api.close());

const get = (url: string) => api.app.inject({ method: 'GET', url, headers: { cookie: owner.cookie } });
const send = (method: 'POST' | 'PUT', url: string, payload: Buffer | string = '') =>
  api.app.inject({
    method,
    url,
    headers: { cookie: owner.cookie, 'content-type': 'application/xml' },
    payload,
  });

async function announceImages(files: readonly { name: string; size: number; role: string }[]) {
  const made = await api.call(owner, routes.projectCreate, { body: { name: 'Flight', type: 'images' } });
  const { pk } = made.json();
  const answer = await api.call(owner, routes.imagesInitialize, { params: { pk }, body: { files } });
  return { pk, slots: (answer.json() as ImagesAnnounced).slots };
}

/** Headers that keep a browser from running a response, or from sniffing a type that runs. */
const closed = {
  'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
  'x-content-type-options': 'nosniff',
};

describe('bytes of somebody', () => {
  it('never become a page: a script announced as a photo is not taken', async () => {
    const { pk, slots } = await announceImages([
      { name: 'evil.xml', size: script.length, role: 'image' },
      { name: 'evil.jpg', size: drawing.length, role: 'image' },
    ]);
    for (const [index, text] of [script, drawing].entries()) {
      const posted = await postFile(api, owner, slots[index]!.upload_url, Buffer.from(text));
      expect(posted.statusCode).toBe(422);
      expect(posted.json()).toMatchObject({ code: 'upload.wrong-kind' });
      expect(await api.context.store.stat(inputKey(pk, slots[index]!.name))).toBeNull();
    }
  });

  it.each([
    ['evil.xml', script],
    ['evil.svg', drawing],
    ['evil.html', script],
    ['evil.tif', script],
    ['evil.pdf', '%PDF-1.7 app.alert(1)'],
  ])('stored as the product file %s are saved, not shown', async (name, text) => {
    const pk = await createProject(api, owner);
    const [row] = await api.context.db
      .insert(product)
      .values({ imagesetPk: pk, name: 'orthoimage' })
      .returning();
    const stored = await api.context.store.put(
      productKey(pk, row!.pk, name),
      Readable.from([Buffer.from(text)]),
    );
    const { key, size, etag } = stored;
    await api.context.db
      .insert(productFile)
      .values({ imagesetPk: pk, productPk: row!.pk, key, size, etag, name, tag: 'exportable', format: 'x' });
    for (const headers of [{}, { range: 'bytes=0-3' }, { 'if-none-match': `"${etag}"` }]) {
      const answer = await api.app.inject({
        method: 'GET',
        url: `/files/${pk}/${row!.pk}/${name}`,
        headers: { cookie: owner.cookie, ...headers },
      });
      expect(answer.headers).toMatchObject({
        ...closed,
        'content-disposition': expect.stringMatching(/^attachment/),
      });
      expect(String(answer.headers['content-type'])).not.toMatch(/xml|svg|html/);
    }
  });

  it('stored as a picture of a project are saved, not shown', async () => {
    const pk = await createProject(api, owner);
    await api.context.store.put(thumbnailKey(pk, 'thumbnail.png'), Readable.from([Buffer.from(drawing)]));
    const answer = await get(`/${pk}/thumbnail/thumbnail.png`);
    expect(answer.headers).toMatchObject({
      ...closed,
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
    });
  });

  it('that are pictures are shown, as what they are whatever their name', async () => {
    const [row] = await api.context.db.select().from(account).where(eq(account.pk, owner.pk));
    const pk = await storeProject(api.context, row!, 'Quarry');
    const answer = await get(`/${pk}/thumbnail/thumbnail-1.png`);
    expect(answer.headers).toMatchObject({
      ...closed,
      'content-type': 'image/png',
      'content-disposition': 'inline',
    });
  });

  it('are sent by one function alone', async () => {
    const folder = join(import.meta.dirname, '../../server');
    const paths = (await readdir(folder, { recursive: true })).filter(
      (path) => /^(routes|plugins)[/\\].*\.ts$/.test(path) && !path.endsWith('.test.ts'),
    );
    const found: string[] = [];
    for (const path of paths) {
      const text = await readFile(join(folder, path), 'utf8');
      if (/content-disposition|createReadStream|store\.read\(/.test(text))
        found.push(path.replaceAll('\\', '/'));
    }
    // One sets the headers, the other reads the bytes for it.
    expect(found.sort()).toEqual(['routes/files/send-object.ts', 'routes/files/serve-bytes.ts']);
  });
});

describe('a file that comes in', () => {
  it('is cut at the size that was announced', async () => {
    const { pk, slots } = await announceImages([
      { name: 'a.jpg', size: 10, role: 'image' },
      { name: 'b.jpg', size: 10, role: 'image' },
    ]);
    const posted = await postFile(api, owner, slots[0]!.upload_url, patternBytes(5_000_000, 1, 'jpeg'));
    expect(posted.statusCode).toBe(413);
    expect(posted.json()).toMatchObject({ code: 'upload.larger-than-announced', params: { announced: 10 } });
    expect(await api.context.store.stat(inputKey(pk, slots[0]!.name))).toBeNull();
  });

  it('is cut there in parts, too, also where they come together', async () => {
    const pk = await createProject(api, owner);
    const url = (await announce(api, owner, pk, [6 * 2 ** 20])).slots[0]!.upload_url;
    const uploadId = readInitiated((await send('POST', `${url}?uploads`)).body) ?? '';
    const part = patternBytes(limits.uploadPartMin);
    const put = (number: number) => send('PUT', `${url}?partNumber=${number}&uploadId=${uploadId}`, part);
    const answers = await Promise.all([put(1), put(2), put(3), put(4)]);
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes.filter((code) => code === 200).length).toBeLessThanOrEqual(1);
    expect(codes.at(-1)).toBe(413);
    expect((await put(1)).statusCode).toBe(200);
  });

  it('that began to come before the upload was completed does not take the place of what was completed', async () => {
    const bytes = patternBytes(3000);
    const pk = await createProject(api, owner);
    const { pk: lidarPk, slots } = await announce(api, owner, pk, [bytes.length]);
    const url = slots[0]!.upload_url;
    await postFile(api, owner, url, bytes);
    const [head, tail] = ['LASF a slow and longer file', ' that ends late'];
    const boundary = 'slow';
    const start = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x.laz"\r\n\r\n${head}`;
    const body = new Readable({ read: () => undefined });
    body.push(start);
    const slow = api.app.inject({
      method: 'POST',
      url,
      headers: { cookie: owner.cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: body,
    });
    await expect.poll(() => readdir(join(api.dataFolder, 'staging'))).toHaveLength(1);
    await api.call(owner, routes.lidarPatch, {
      params: { pk, lidarPk },
      body: { index: 0, size: bytes.length },
    });
    await api.call(owner, routes.uploadCompleted, { params: { pk }, query: { start_processing: false } });
    body.push(`${tail}\r\n--${boundary}--\r\n`);
    body.push(null);
    expect((await slow).json()).toMatchObject({ code: 'upload.unexpected' });
    expect((await api.context.store.stat(url.slice(1)))?.size).toBe(bytes.length);
    expect(await readdir(join(api.dataFolder, 'staging'))).toEqual([]);
  });

  it('again after it was noted is not completed as what was noted', async () => {
    const bytes = patternBytes(3000);
    const pk = await createProject(api, owner);
    const { pk: lidarPk, slots } = await announce(api, owner, pk, [bytes.length]);
    await postFile(api, owner, slots[0]!.upload_url, bytes);
    await api.call(owner, routes.lidarPatch, {
      params: { pk, lidarPk },
      body: { index: 0, size: bytes.length },
    });
    await postFile(api, owner, slots[0]!.upload_url, patternBytes(4000));
    const ended = await api.call(owner, routes.uploadCompleted, {
      params: { pk },
      query: { start_processing: true },
    });
    expect(ended.json()).toMatchObject({ code: 'upload.incomplete' });
    const [row] = await api.context.db.select().from(imageset).where(eq(imageset.pk, pk));
    expect(row).toMatchObject({ isFullyUploaded: false, dataCharged: null });
  });

  it('has a few open uploads at most, whoever opens more', async () => {
    const pk = await createProject(api, owner);
    const url = (await announce(api, owner, pk, [6 * 2 ** 20])).slots[0]!.upload_url;
    await Promise.all(Array.from({ length: 40 }, () => send('POST', `${url}?uploads`)));
    const open = await api.call(owner, routes.uploadMultipartList, {
      params: { pk },
      query: { canonical_uri: url },
    });
    expect(open.json()).toHaveLength(limits.openUploads);
  });

  it('shares the room of the store with all that come at the same time', async () => {
    const quotaBytes = 12 * 2 ** 20;
    const small = await createTestApi({ quotaBytes });
    const caller = await small.signIn({ email: 'owner@example.com' });
    const pk = await createProject(small, caller);
    const size = limits.uploadPartMin;
    const { slots } = await announce(
      small,
      caller,
      pk,
      Array.from({ length: 6 }, () => 2 * size),
    );
    const statuses = await Promise.all(
      slots.map(async ({ upload_url: url }) => {
        const headers = { cookie: caller.cookie, 'content-type': 'application/xml' };
        const opened = await small.app.inject({
          method: 'POST',
          url: `${url}?uploads`,
          headers,
          payload: '',
        });
        const uploadId = readInitiated(opened.body) ?? '';
        const put = await small.app.inject({
          method: 'PUT',
          url: `${url}?partNumber=1&uploadId=${uploadId}`,
          headers,
          payload: patternBytes(size),
        });
        return put.statusCode;
      }),
    );
    const taken = statuses.filter((status) => status === 200).length;
    expect(taken).toBeLessThanOrEqual(2);
    expect(statuses.filter((status) => status === 507)).toHaveLength(6 - taken);
    await small.close();
  });
});

describe('the list of parts that completes an upload', () => {
  it('is read once, however it is made', async () => {
    const pk = await createProject(api, owner);
    const url = (await announce(api, owner, pk, [6 * 2 ** 20])).slots[0]!.upload_url;
    const bodies = [
      '<Part>'.repeat(300_000),
      '<Part><PartNumber>'.repeat(100_000),
      '<PartNumber>'.repeat(150_000),
    ];
    for (const body of bodies) {
      const answer = await send('POST', `${url}?uploadId=${'0'.repeat(32)}`, body);
      expect([400, 404]).toContain(answer.statusCode);
    }
    const many = writeCompletion(
      Array.from({ length: limits.uploadParts + 1 }, (_, index) => ({ partNumber: index + 1, etag: 'x' })),
    );
    const tooMany = await send('POST', `${url}?uploadId=${'0'.repeat(32)}`, many);
    expect(tooMany.json()).toMatchObject({ code: 'upload.part-invalid' });
  });
});
