import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { drawingSchemaVersion, emptyDrawing } from '#domain/drawing/document.ts';
import { serialiseDrawing } from '#domain/drawing/serialise.ts';
import { overlayImage } from '#server/db/schema/projects.ts';
import { overlayKey } from '#server/store/keys.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { createProject } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';

let api: TestApi;
let owner: Caller;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
});
afterAll(() => api.close());

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const picture = (seed: number) => patternBytes(30_000, seed, 'tiff');

function put(pk: number, name: string, payload: Buffer, caller: Caller = owner) {
  const headers = { cookie: caller.cookie, 'content-type': 'image/tiff' };
  return api.app.inject({ method: 'PUT', url: `/files/${pk}/overlays/${name}`, headers, payload });
}

function read(pk: number, name: string, headers: Record<string, string> = {}) {
  const url = `/files/${pk}/overlays/${name}`;
  return api.app.inject({ method: 'GET', url, headers: { cookie: owner.cookie, ...headers } });
}

describe('a picture over the site', () => {
  it('is stored under its hash and read in ranges', async () => {
    const pk = await createProject(api, owner);
    const bytes = picture(1);
    const name = `${hashOf(bytes)}.tif`;
    expect((await put(pk, name, bytes)).statusCode).toBe(201);
    expect((await put(pk, name, bytes)).statusCode).toBe(201);
    expect((await read(pk, name)).rawPayload.equals(bytes)).toBe(true);
    const part = await read(pk, name, { range: 'bytes=100-199' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(bytes.subarray(100, 200))).toBe(true);
    expect((await read(pk, `${'0'.repeat(64)}.tif`)).json()).toMatchObject({ code: 'store.not-found' });
  });

  it('is refused where it is damaged, no TIFF, or named otherwise', async () => {
    const pk = await createProject(api, owner);
    const bytes = picture(2);
    const name = `${hashOf(bytes)}.tif`;
    const cut = await put(pk, name, bytes.subarray(0, 20_000));
    expect([cut.statusCode, cut.json().code]).toEqual([422, 'overlay.damaged-upload']);
    const jpeg = patternBytes(1000, 3, 'jpeg');
    const wrong = await put(pk, `${hashOf(jpeg)}.tif`, jpeg);
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'upload.wrong-kind']);
    expect((await put(pk, 'plan.tif', bytes)).json()).toMatchObject({ code: 'store.not-found' });
    expect((await read(pk, name)).statusCode).toBe(404);
    expect(await api.context.store.stat(overlayKey(pk, name))).toBeNull();
  });

  it('is removed a day after the last drawing had it, and not while one has', async () => {
    const pk = await createProject(api, owner);
    const [used, unused, next] = [picture(4), picture(5), picture(6)];
    for (const bytes of [used, unused]) await put(pk, `${hashOf(bytes)}.tif`, bytes);
    const image = { hash: hashOf(used), source: 'plan.png', width: 10, height: 10, isPlaced: false };
    const overlay = { id: 'o', name: 'Plan', image, fit: 'similarity', pairs: [], opacity: 1 };
    const record = { ...overlay, isVisible: true, isDraped: true, elevation: 0, rank: 1 };
    const params = { pk };
    const whole = { base_revision: 0, document: serialiseDrawing(emptyDrawing('Layer')) };
    await api.call(owner, routes.drawingPut, { params, body: whole });
    const operations = [{ op: 'set', table: 'overlays', record }];
    const patch = { base_revision: 1, schema_version: drawingSchemaVersion, operations };
    expect((await api.call(owner, routes.drawingPatch, { params, body: patch })).statusCode).toBe(200);
    await put(pk, `${hashOf(next)}.tif`, next);
    expect((await read(pk, `${hashOf(unused)}.tif`)).statusCode).toBe(200);
    const whenCreated = new Date(Date.now() - 25 * 3_600_000);
    await api.context.db.update(overlayImage).set({ whenCreated }).where(eq(overlayImage.imagesetPk, pk));
    await put(pk, `${hashOf(next)}.tif`, next);
    expect((await read(pk, `${hashOf(used)}.tif`)).statusCode).toBe(200);
    expect((await read(pk, `${hashOf(unused)}.tif`)).statusCode).toBe(404);
    expect(await api.context.store.stat(overlayKey(pk, `${hashOf(unused)}.tif`))).toBeNull();
  });
});
