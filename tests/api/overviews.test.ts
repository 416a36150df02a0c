import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Product } from '#contract/schemas/product.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openRaster, type Raster } from '#domain/formats/cog/open-raster.ts';
import { imageset, imagesetAcl, product, productFile } from '#server/db/schema/projects.ts';
import { task } from '#server/db/schema/work.ts';
import { writePlainTiff } from '#server/pipeline/write-plain-tiff.ts';
import { productKey } from '#server/store/keys.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { createProject } from '#tests/support/lidar-upload.ts';
import { untilAborted } from '#tests/support/pipelines.ts';
import { verifyDownloads } from '#tests/support/verify-downloads.ts';

const size = { width: 700, height: 530 } as const;
const samples = Uint8Array.from({ length: size.width * size.height * 4 }, (_, i) => (i * 3) % 251);

let api: TestApi;
let owner: Caller;
let pk: number;
let orthoPk: number;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
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

/** Stores an image as the project's orthoimage; a plain one has no overviews. Returns its key in the store. */
async function keepMosaic(kind: 'plain' | 'with overviews' | 'broken'): Promise<string> {
  const path = join(api.dataFolder, `mosaic-${pk}.tif`);
  if (kind === 'broken') await writeFile(path, new Uint8Array(100));
  else {
    const geotransform = [100, 0.5, 0, 200, 0, -0.5] as const;
    const facts = { bands: 4, sampleType: 'uint8', colour: 'rgba', geoKeys: null, nodata: null } as const;
    const { bytes } = await writeCog({ ...size, ...facts, geotransform }, { samples });
    if (kind === 'plain') await writePlainTiff(memorySource('mosaic.tif', bytes), path);
    else await writeFile(path, bytes);
  }
  const { store, db } = api.context;
  const stored = await store.putFile(productKey(pk, orthoPk, 'orthomosaic.tif'), path);
  const { key, size: length, etag } = stored;
  const row = { format: 'tif', tag: 'exportable', name: 'orthomosaic.tif' } as const;
  await db
    .insert(productFile)
    .values({ imagesetPk: pk, productPk: orthoPk, key, size: length, etag, ...row });
  return store.localPath(key);
}
const request = (caller: Caller, product_id = orthoPk) =>
  api.call(caller, routes.projectBuildOverviews, { params: { pk }, body: { product_id } });
const ortho = async (): Promise<Product> =>
  (await api.call(owner, routes.projectLoad, { params: { pk } })).json().products[0];
const tasks = () => api.context.db.select().from(task).where(eq(task.imagesetPk, pk));
async function read({ files }: Product): Promise<Raster> {
  const url = files.find(({ format }) => format === 'tif')?.url ?? '';
  const { rawPayload } = await api.app.inject({ method: 'GET', url, headers: { cookie: owner.cookie } });
  return openRaster(memorySource('ortho.tif', new Uint8Array(rawPayload)));
}
async function work(status: 'done' | 'errored'): Promise<void> {
  const worker = api.work(untilAborted);
  await vi.waitFor(async () => expect(await tasks()).toMatchObject([{ status }]), 20_000);
  await worker.stop();
}

describe('overviews of a raster', () => {
  it('are built once into a file that takes the place of the old one, with the same pixels', async () => {
    const old = await keepMosaic('plain');
    expect((await read(await ortho())).levels).toHaveLength(1);
    const asked = await request(owner);
    expect(asked.json().products[0]).toMatchObject({
      requests_generating: ['overviews'],
      requests_progress: { overviews: 0 },
      files: [{ name: 'orthomosaic.tif' }],
    });
    expect((await request(owner)).statusCode).toBe(200);
    expect(existsSync(old)).toBe(true);
    await work('done');
    const made = await ortho();
    expect(made).toMatchObject({ status: 'Done', requests_generating: [], requests_failed: {} });
    expect(made.files).toHaveLength(1);
    expect(made.files[0]?.name).toMatch(/^orthomosaic-overviews-\d+\.tif$/);
    expect(existsSync(old)).toBe(false);
    const { code, kinds } = await verifyDownloads(api, owner, made);
    expect({ code, kinds: Object.values(kinds) }).toEqual({ code: 0, kinds: ['raster'] });
    const raster = await read(made);
    expect(raster.levels.length).toBeGreaterThan(1);
    expect(raster.info.geotransform).toEqual([100, 0.5, 0, 200, 0, -0.5]);
    const { bands } = await raster.readWindow(0, { x: 0, y: 0, ...size });
    const back = samples.map((_, i) => Number(bands[i % 4]?.[Math.floor(i / 4)]));
    expect(Buffer.from(back).equals(Buffer.from(samples))).toBe(true);
  });

  it('that are there already leave the file as it is', async () => {
    const old = await keepMosaic('with overviews');
    await request(owner);
    await work('done');
    expect(existsSync(old)).toBe(true);
    expect((await ortho()).files[0]?.name).toBe('orthomosaic.tif');
  });

  it('that cannot be built say why, leave the file, and may be asked for again', async () => {
    const old = await keepMosaic('broken');
    await request(owner);
    await work('errored');
    expect(existsSync(old)).toBe(true);
    const failed = await ortho();
    expect(failed).toMatchObject({ status: 'Done', requests_generating: [] });
    expect(failed.requests_failed['overviews']).toContain('TIFF');
    const again = await request(owner);
    expect(again.json().products[0]).toMatchObject({
      requests_generating: ['overviews'],
      requests_failed: {},
    });
    expect(await tasks()).toHaveLength(1);
  });

  it('are refused before the product is finished, for products without a raster, and to viewers', async () => {
    const early = await request(owner);
    expect(early.statusCode).toBe(409);
    expect(early.json()).toMatchObject({
      code: 'overviews.not-ready',
      error_message: 'Pit: this product is not finished; build its overviews when it is.',
    });
    const [report] = await api.context.db
      .insert(product)
      .values({ imagesetPk: pk, name: 'project_report', status: 'Done' })
      .returning();
    for (const wrong of [report?.pk ?? 0, 999_999]) {
      const answer = await request(owner, wrong);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe('overviews.no-raster');
    }
    const viewer = await api.signIn({ email: 'viewer@example.com' });
    await api.context.db.insert(imagesetAcl).values({ imagesetPk: pk, accountPk: viewer.pk, write: false });
    expect((await request(viewer)).json().code).toBe('api.forbidden');
    expect(await tasks()).toEqual([]);
  });
});
