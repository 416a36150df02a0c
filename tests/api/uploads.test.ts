import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import { readInitiated, readPartPage, writeCompletion } from '#contract/store/multipart-xml.ts';
import { task } from '#server/db/schema/work.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { announce, createProject, postFile } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';

let api: TestApi;
let owner: Caller;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
});
afterAll(() => api.close());

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: Buffer | string) =>
  api.app.inject({
    method,
    url,
    headers: {
      cookie: owner.cookie,
      ...(payload === undefined ? {} : { 'content-type': 'application/xml' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });

describe('a lidar project', () => {
  it('is made, told of its files, given them by form POST, and queued', async () => {
    const bytes = [patternBytes(3000, 1), patternBytes(70_000, 2)];
    const pk = await createProject(api, owner, ' Quarry ');
    const product = await announce(
      api,
      owner,
      pk,
      bytes.map((file) => file.length),
    );
    expect(product.slots.map((slot) => slot.upload_url)).toEqual([
      `/${pk}/input/lidar_point_cloud_${product.pk}_0.laz`,
      `/${pk}/input/lidar_point_cloud_${product.pk}_1.laz`,
    ]);
    const complete = () =>
      api.call(owner, routes.uploadCompleted, { params: { pk }, query: { start_processing: true } });
    for (const [index, file] of bytes.entries()) {
      const early = await complete();
      expect(early.json()).toMatchObject({ code: 'upload.incomplete' });
      const posted = await postFile(api, owner, product.slots[index]?.upload_url ?? '', file);
      expect(posted.statusCode).toBe(201);
      const said = await api.call(owner, routes.lidarPatch, {
        params: { pk, lidarPk: product.pk },
        body: { index, size: file.length },
      });
      expect(said.json().is_uploaded).toBe(index === 1);
    }
    const done = await complete();
    expect(done.json()).toMatchObject({ name: 'Quarry', state: 'processing', is_fully_uploaded: true });
    expect(done.json().state_history.map(([state]: [string]) => state)).toEqual([
      'initialized',
      'uploading',
      'processing',
    ]);
    expect(done.json().size.input).toBe(73_000);
    expect((await complete()).statusCode).toBe(200);
    const late = await postFile(api, owner, product.slots[0]?.upload_url ?? '', bytes[0] ?? Buffer.alloc(0));
    expect(late.json()).toMatchObject({ code: 'upload.unexpected' });
  });

  it('is announced once, by whichever page comes first', async () => {
    const pk = await createProject(api, owner);
    const body = { num_clusters: 1, file_size_mb: [1], is_compressed: true };
    const again = () => api.call(owner, routes.lidarCreate, { params: { pk }, body });
    const answers = await Promise.all([again(), again()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await again()).json()).toMatchObject({ code: 'api.project-state' });
  });

  it('is in no system of the earth where its files are said to be in a local one', async () => {
    const pk = await createProject(api, owner);
    const say = (system: object) =>
      api.call(owner, routes.lidarCreate, {
        params: { pk },
        body: { num_clusters: 1, file_size_mb: [1], is_compressed: true, is_lcs: true, ...system },
      });
    const refused = await say({ epsg: 32615 });
    expect(refused.json()).toMatchObject({ code: 'api.invalid-field', params: { field: 'is_lcs' } });
    expect((await say({ wkt: 'LOCAL_CS["site grid",UNIT["metre",1]]' })).statusCode).toBe(200);
    expect((await api.call(owner, routes.projectLoad, { params: { pk } })).json()).toMatchObject({
      lcs_shift: [],
      requires_carlson_library: false,
    });
  });

  it('goes on with an interrupted upload, and takes the last word of a processed one without doing it again', async () => {
    const pk = await createProject(api, owner);
    const { pk: lidarPk, slots } = await announce(api, owner, pk, [1000]);
    const resume = () => api.call(owner, routes.uploadResuming, { params: { pk } });
    expect((await resume()).json()).toMatchObject({ state: 'uploading', lcs_shift: null });
    await postFile(api, owner, slots[0]?.upload_url ?? '', patternBytes(1000));
    await api.call(owner, routes.lidarPatch, { params: { pk, lidarPk }, body: { index: 0, size: 1000 } });
    const complete = (isProcessed: boolean) =>
      api.call(owner, routes.uploadCompleted, { params: { pk }, query: { start_processing: isProcessed } });
    expect((await complete(false)).json()).toMatchObject({ state: 'uploading', is_fully_uploaded: true });
    expect((await complete(true)).json()).toMatchObject({ state: 'processing' });
    await api.call(owner, routes.projectPause, { params: { pk } });
    expect((await complete(true)).json()).toMatchObject({ state: 'paused' });
    expect(await api.context.db.select().from(task).where(eq(task.imagesetPk, pk))).toHaveLength(1);
    expect((await resume()).json()).toMatchObject({ state: 'paused' });
  });

  it('tells what has arrived and what has not', async () => {
    const pk = await createProject(api, owner);
    const product = await announce(api, owner, pk, [1000, 3 * 2 ** 20]);
    await postFile(api, owner, product.slots[0]?.upload_url ?? '', patternBytes(1000));
    const lie = await api.call(owner, routes.lidarPost, {
      params: { pk, lidarPk: product.pk },
      body: { index: 0, size: 999 },
    });
    expect(lie.json()).toMatchObject({ code: 'upload.size-mismatch', params: { size: 1000, expected: 999 } });
    await api.call(owner, routes.lidarPost, {
      params: { pk, lidarPk: product.pk },
      body: { index: 0, size: 1000 },
    });
    const recovery = await api.call(owner, routes.uploadRecovery, { params: { pk } });
    expect(recovery.json()).toEqual({
      uploaded: [[product.slots[0]?.name, 1000]],
      missing: [[product.slots[1]?.name, 3]],
    });
  });

  it('takes no file that it did not announce and no name that leaves its folder', async () => {
    const pk = await createProject(api, owner);
    const product = await announce(api, owner, pk, [10]);
    const other = await postFile(
      api,
      owner,
      `/${pk}/input/lidar_point_cloud_${product.pk}_7.laz`,
      patternBytes(10),
    );
    expect(other.json()).toMatchObject({ code: 'upload.unexpected' });
    for (const name of ['..%2F..%2Fescape.laz', '%2e%2e', '.hidden', 'a%5Cb.laz']) {
      const answer = await postFile(api, owner, `/${pk}/input/${name}`, patternBytes(10));
      expect([400, 404]).toContain(answer.statusCode);
    }
  });
});

describe('an upload in parts', () => {
  it('goes on after a break and gives the bytes that were sent', async () => {
    const bytes = patternBytes(2 * limits.uploadPartMin + 12_345);
    const pk = await createProject(api, owner);
    const product = await announce(api, owner, pk, [bytes.length]);
    const slot = product.slots[0];
    const url = slot?.upload_url ?? '';
    const uploadId = readInitiated((await send('POST', `${url}?uploads`)).body) ?? '';
    const part = (number: number) =>
      bytes.subarray((number - 1) * limits.uploadPartMin, number * limits.uploadPartMin);
    const put = (number: number, payload: Buffer) =>
      send('PUT', `${url}?partNumber=${number}&uploadId=${uploadId}`, payload);
    await put(1, patternBytes(5, 9));
    await put(1, part(1));
    await put(3, part(3));

    const open = await api.call(owner, routes.uploadMultipartList, {
      params: { pk },
      query: { canonical_uri: url },
    });
    expect(open.json()).toMatchObject([{ key: url.slice(1), upload_id: uploadId }]);
    const firstPage = readPartPage((await send('GET', `${url}?uploadId=${uploadId}&max-parts=1`)).body);
    expect(firstPage).toMatchObject({ parts: [{ partNumber: 1, size: part(1).length }], nextMarker: 1 });
    const rest = readPartPage((await send('GET', `${url}?uploadId=${uploadId}&part-number-marker=1`)).body);
    expect(rest).toMatchObject({ parts: [{ partNumber: 3, size: 12_345 }], nextMarker: null });

    const etag2 = String((await put(2, part(2))).headers.etag).replaceAll('"', '');
    const parts = [...(firstPage?.parts ?? []), { partNumber: 2, etag: etag2 }, ...(rest?.parts ?? [])];
    const wrong = await send(
      'POST',
      `${url}?uploadId=${uploadId}`,
      writeCompletion([{ partNumber: 1, etag: '0'.repeat(32) }]),
    );
    expect(wrong.json()).toMatchObject({ code: 'upload.part-missing' });
    const completed = await send('POST', `${url}?uploadId=${uploadId}`, writeCompletion(parts));
    expect(completed.statusCode).toBe(200);

    const stored: Buffer[] = [];
    for await (const chunk of await api.context.store.read(url.slice(1))) stored.push(chunk);
    expect(Buffer.concat(stored).equals(bytes)).toBe(true);
    expect((await send('GET', `${url}?uploadId=${uploadId}`)).json()).toMatchObject({
      code: 'upload.unknown',
    });
    expect(await readdir(join(api.dataFolder, 'uploads'))).toEqual([]);
    expect(await readdir(join(api.dataFolder, 'staging'))).toEqual([]);
  });

  it('is given up without a trace', async () => {
    const pk = await createProject(api, owner);
    const url = (await announce(api, owner, pk, [limits.uploadPartMin])).slots[0]?.upload_url ?? '';
    const uploadId = readInitiated((await send('POST', `${url}?uploads`)).body) ?? '';
    await send('PUT', `${url}?partNumber=1&uploadId=${uploadId}`, patternBytes(100));
    expect((await send('DELETE', `${url}?uploadId=${uploadId}`)).statusCode).toBe(204);
    expect((await send('DELETE', `${url}?uploadId=${uploadId}`)).statusCode).toBe(204);
    expect(await readdir(join(api.dataFolder, 'uploads'))).toEqual([]);
  });
});

describe('a store with a limit', () => {
  it('refuses what does not fit with 507 and keeps nothing of it', async () => {
    const small = await createTestApi({ quotaBytes: 5000 });
    const caller = await small.signIn({ email: 'owner@example.com' });
    const pk = await createProject(small, caller);
    const url = (await announce(small, caller, pk, [6000])).slots[0]?.upload_url ?? '';
    const answer = await postFile(small, caller, url, patternBytes(6000));
    expect(answer.statusCode).toBe(507);
    expect(answer.json()).toMatchObject({ code: 'store.quota', params: { limit: 5000 } });
    expect(await small.context.store.stat(url.slice(1))).toBeNull();
    await small.close();
  });
});
