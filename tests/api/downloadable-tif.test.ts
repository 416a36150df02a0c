import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Product } from '#contract/schemas/product.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { imageset, imagesetAcl, product, productFile } from '#server/db/schema/projects.ts';
import { task } from '#server/db/schema/work.ts';
import { productKey } from '#server/store/keys.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { createProject } from '#tests/support/lidar-upload.ts';
import { untilAborted } from '#tests/support/pipelines.ts';
import { verifyDownloads } from '#tests/support/verify-downloads.ts';

const size = { width: 40, height: 30 } as const;
const samples = Uint8Array.from({ length: size.width * size.height * 4 }, (_, i) => (i * 3) % 256);

let api: TestApi;
let owner: Caller;
let mosaic: Uint8Array<ArrayBuffer>;
let pk: number;
let orthoPk: number;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
  const geotransform = [100, 0.5, 0, 200, 0, -0.5] as const;
  const facts = { bands: 4, sampleType: 'uint8', colour: 'rgba', geoKeys: null, nodata: null } as const;
  mosaic = (await writeCog({ ...size, ...facts, geotransform }, { samples })).bytes;
});
beforeEach(async () => {
  const { db } = api.context;
  pk = await createProject(api, owner, 'Pit');
  await db.update(imageset).set({ state: 'completed' }).where(eq(imageset.pk, pk));
  const [row] = await db
    .insert(product)
    .values({ imagesetPk: pk, name: 'orthoimage', status: 'Done' })
    .returning();
  orthoPk = row?.pk ?? 0;
});
afterAll(() => api.close());

async function keepMosaic(bytes: Uint8Array): Promise<void> {
  const path = join(api.dataFolder, `mosaic-${pk}.tif`);
  await writeFile(path, bytes);
  const stored = await api.context.store.putFile(productKey(pk, orthoPk, 'orthomosaic.tif'), path);
  const { key, size: length, etag } = stored;
  const kind = { format: 'tif', tag: 'exportable', name: 'orthomosaic.tif' } as const;
  await api.context.db
    .insert(productFile)
    .values({ imagesetPk: pk, productPk: orthoPk, key, size: length, etag, ...kind });
}
const request = (caller: Caller, ortho_id = orthoPk) =>
  api.call(caller, routes.projectRequestTif, { params: { pk }, body: { ortho_id } });
const load = async () => (await api.call(owner, routes.projectLoad, { params: { pk } })).json();
const ortho = async (): Promise<Product> => (await load()).products[0];
const tasks = () => api.context.db.select().from(task).where(eq(task.imagesetPk, pk));

describe('a plain GeoTIFF of the orthoimage', () => {
  it('is being made from the request on, once, and then among the downloads', async () => {
    await keepMosaic(mosaic);
    expect(await ortho()).toMatchObject({ requests: [], requests_generating: [] });
    const asked = await request(owner);
    expect(asked.json().products[0].requests_generating).toEqual(['tif']);
    expect((await request(owner)).statusCode).toBe(200);
    expect(await tasks()).toHaveLength(1);
    expect((await load()).size.safe_to_clean).toBe(false);

    const worker = api.work(untilAborted);
    const made = await vi.waitFor(async () => {
      const found = await ortho();
      expect([...found.requests, ...found.requests_generating]).toEqual(['tif']);
      expect(found.requests).toEqual(['tif']);
      return found;
    }, 20_000);
    await worker.stop();
    const file = made.files.find(({ format }) => format === 'plain-tif');
    expect(file?.name).toBe('orthomosaic-plain.tif');
    const { rawPayload } = await api.app.inject({
      method: 'GET',
      url: made.downloads['plain-tif'] ?? '',
      headers: { cookie: owner.cookie },
    });
    expect(rawPayload).toHaveLength(file?.size ?? 0);
    expect(await verifyDownloads(api, owner, made)).toMatchObject({
      code: 0,
      kinds: { 'orthomosaic-plain.tif': 'raster' },
      changed: { 'orthomosaic-plain.tif': expect.stringMatching(/^product\./) },
    });
    const raster = await openRaster(memorySource('plain.tif', new Uint8Array(rawPayload)));
    const { bands } = await raster.readWindow(0, { x: 0, y: 0, ...size });
    const back = samples.map((_, i) => Number(bands[i % 4]?.[Math.floor(i / 4)]));
    expect(Buffer.from(back).equals(Buffer.from(samples))).toBe(true);
    expect(await load()).toMatchObject({ state: 'completed', size: { safe_to_clean: true } });
    await request(owner);
    expect(await tasks()).toMatchObject([{ status: 'done', name: 'write_tif' }]);
  });

  it('that fails leaves project and product as they are, and may be tried again', async () => {
    await keepMosaic(new Uint8Array(100));
    await request(owner);
    const worker = api.work(untilAborted);
    await vi.waitFor(async () => expect(await tasks()).toMatchObject([{ status: 'errored' }]), 20_000);
    await worker.stop();
    const project = await load();
    expect(project.state).toBe('completed');
    expect(project.products[0]).toMatchObject({ status: 'Done', requests: [], requests_generating: [] });
    const listed = await api.call(owner, routes.projectRetryableTasks, { params: { pk } });
    expect(listed.json()).toMatchObject([{ task_name: 'write_tif', status: 'errored', stack_trace: null }]);
    const why = async () => (await load()).products[0]?.requests_failed['tif'];
    expect(await why()).toMatch(/TIFF/i);
    await api.context.db
      .update(task)
      .set({
        status: 'timed out',
        error: { code: 'job.timed-out', params: { task: 'write_tif', attempts: 3 } },
      })
      .where(eq(task.imagesetPk, pk));
    expect(await why()).toContain('3 times');
    const retried = await api.call(owner, routes.projectRetryTasks, { params: { pk } });
    expect(retried.json()).toEqual({ retried: 1 });
    expect(await load()).toMatchObject({
      state: 'completed',
      products: [{ status: 'Done', requests_generating: ['tif'] }],
    });
  });

  it('is refused before the orthoimage is finished, for other products, and to viewers', async () => {
    const early = await request(owner);
    expect(early.statusCode).toBe(409);
    expect(early.json()).toMatchObject({
      code: 'tif.not-ready',
      error_message: 'Pit: the orthoimage is not finished; ask for the file when it is.',
    });
    const [report] = await api.context.db
      .insert(product)
      .values({ imagesetPk: pk, name: 'project_report', status: 'Done' })
      .returning();
    for (const wrong of [report?.pk ?? 0, 999_999]) {
      const answer = await request(owner, wrong);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({
        code: 'tif.no-orthoimage',
        error_message: `The project has no orthoimage ${wrong}; load the project again.`,
      });
    }
    const viewer = await api.signIn({ email: 'viewer@example.com' });
    await api.context.db.insert(imagesetAcl).values({ imagesetPk: pk, accountPk: viewer.pk, write: false });
    expect((await request(viewer)).json().code).toBe('api.forbidden');
    expect(await tasks()).toEqual([]);
  });
});
