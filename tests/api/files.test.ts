import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { product, productFile } from '#server/db/schema/projects.ts';
import { productKey } from '#server/store/keys.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { createProject } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';

const bytes = patternBytes(10_000, 1, 'tiff');
let api: TestApi;
let owner: Caller;
let url: string;
let intermediateUrl: string;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
  const pk = await createProject(api, owner);
  const [row] = await api.context.db
    .insert(product)
    .values({ imagesetPk: pk, name: 'digital_elevation_model' })
    .returning();
  const productPk = row?.pk ?? 0;
  const folder = join(api.dataFolder, 'work');
  await mkdir(folder, { recursive: true });
  for (const [name, tag] of [
    ['dem.tif', 'exportable'],
    ['spool.bin', 'intermediate'],
  ] as const) {
    await writeFile(join(folder, name), bytes);
    const stored = await api.context.store.putFile(productKey(pk, productPk, name), join(folder, name));
    const { key, size, etag } = stored;
    await api.context.db
      .insert(productFile)
      .values({ imagesetPk: pk, productPk, key, size, etag, name, tag, format: 'tif' });
  }
  url = `/files/${pk}/${productPk}/dem.tif`;
  intermediateUrl = `/files/${pk}/${productPk}/spool.bin`;
});
afterAll(() => api.close());

const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  api.app.inject({ method, url, headers: { cookie: owner.cookie, ...headers } });

describe('a product file', () => {
  it('comes whole with its tag, and not at all when the caller has it', async () => {
    const whole = await get();
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '10000',
      'content-type': 'image/tiff',
    });
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    const { etag } = whole.headers;
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const tags of [String(etag), `"other", ${etag}`, `W/${etag}`, '*']) {
      const known = await get({ 'if-none-match': tags });
      expect(known.statusCode).toBe(304);
      expect(known.rawPayload).toHaveLength(0);
    }
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
    const dated = await get({ 'if-modified-since': String(whole.headers['last-modified']) });
    expect(dated.statusCode).toBe(304);
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=9990-', 9990, 9999],
    ['bytes=9990-20000', 9990, 9999],
    ['bytes=-10', 9990, 9999],
    ['bytes=-20000', 0, 9999],
  ])('comes in the range %s', async (range, start, end) => {
    const part = await get({ range });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/10000`);
    expect(part.headers['content-length']).toBe(String(end - start + 1));
    expect(part.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it.each(['bytes=10000-', 'bytes=20000-30000', 'bytes=-0'])('answers 416 to the range %s', async (range) => {
    const outside = await get({ range });
    expect(outside.statusCode).toBe(416);
    expect(outside.headers['content-range']).toBe('bytes */10000');
  });

  it.each(['bytes=5-4', 'bytes=a-b', 'bytes=', 'lines=1-2', 'bytes=0-1,5-6'])(
    'comes whole for the range %s, which says nothing that is served',
    async (range) => {
      expect((await get({ range })).statusCode).toBe(200);
    },
  );

  it('comes in a range only while If-Range still fits', async () => {
    const { etag, 'last-modified': modified } = (await get()).headers;
    const status = async (value: string) => (await get({ range: 'bytes=0-9', 'if-range': value })).statusCode;
    expect(await status(String(etag))).toBe(206);
    expect(await status(String(modified))).toBe(206);
    expect(await status('"other"')).toBe(200);
    expect(await status(`W/${etag}`)).toBe(200);
    expect(await status('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(200);
  });

  it('answers HEAD with the headers alone', async () => {
    const head = await get({}, 'HEAD');
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe('10000');
    expect(head.rawPayload).toHaveLength(0);
  });

  it('is saved under the project’s name when asked', async () => {
    const saved = await api.app.inject({
      method: 'GET',
      url: `${url}?download`,
      headers: { cookie: owner.cookie },
    });
    expect(saved.headers['content-disposition']).toBe('attachment; filename="Quarry dem.tif"');
  });
});

describe('files that are not served', () => {
  it('are intermediate ones, unknown ones and paths that leave the store', async () => {
    const name = (path: string) =>
      api.app.inject({ method: 'GET', url: path, headers: { cookie: owner.cookie } });
    expect((await name(intermediateUrl)).statusCode).toBe(404);
    expect((await name(url.replace('dem.tif', 'none.tif'))).statusCode).toBe(404);
    expect((await name(url.replace('dem.tif', '..%2Fdem.tif'))).statusCode).toBe(400);
    expect((await name(url.replace('dem.tif', '%2e%2e%2f%2e%2e%2fsetting'))).statusCode).toBe(400);
  });

  it('are those of a project that the caller may not see', async () => {
    const stranger = await api.signIn({ email: 'stranger@example.com' });
    const ask = (cookie?: string) =>
      api.app.inject({ method: 'GET', url, headers: cookie === undefined ? {} : { cookie } });
    expect((await ask(stranger.cookie)).json()).toMatchObject({ code: 'api.project-not-found' });
    expect((await ask()).json()).toMatchObject({ code: 'api.unauthenticated' });
  });
});
