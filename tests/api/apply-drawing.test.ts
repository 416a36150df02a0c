import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { emptyDrawing } from '#domain/drawing/document.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { serialiseDrawing } from '#domain/drawing/serialise.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { findData, readDirectory } from '#domain/formats/zip/read-zip.ts';
import { imageset, product, productFile } from '#server/db/schema/projects.ts';
import { productKey } from '#server/store/keys.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { createProject } from '#tests/support/lidar-upload.ts';
import { untilAborted } from '#tests/support/pipelines.ts';
import { verifyDownloads } from '#tests/support/verify-downloads.ts';

let api: TestApi;
let owner: Caller;
let pk: number;
let demPk: number;
let revision = 0;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
  pk = await createProject(api, owner, 'Pit');
  const { db, store } = api.context;
  await db.update(imageset).set({ state: 'completed' }).where(eq(imageset.pk, pk));
  const facts = { imagesetPk: pk, name: 'digital_elevation_model', status: 'Done' } as const;
  const [row] = await db.insert(product).values(facts).returning();
  demPk = row?.pk ?? 0;
  const spec = {
    width: 40,
    height: 30,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    nodata: -9999,
    geotransform: [1000, 0.5, 0, 2000, 0, -0.5],
    geoKeys: null,
  } as const;
  const path = join(api.dataFolder, 'dem.tif');
  await writeFile(
    path,
    (await writeCog(spec, { samples: Float32Array.from({ length: 1200 }, () => 5) })).bytes,
  );
  const { key, size, etag } = await store.putFile(productKey(pk, demPk, 'dem.tif'), path);
  const kind = { format: 'tif', tag: 'exportable', name: 'dem.tif' } as const;
  await db.insert(productFile).values({ imagesetPk: pk, productPk: demPk, key, size, etag, ...kind });
  api.work(untilAborted);
});
afterAll(() => api.close());

/** A rectangle of the raster, columns and rows from its first corner. */
function rectangle(
  purpose: DrawingFeature['purpose'] & string,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  z: number,
): DrawingFeature {
  const corners = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ] as const;
  const coordinates = corners.flatMap(([x, y]) => [1000 + x / 2, 2000 - y / 2, z]);
  const facts = { id: purpose, kind: 'polygon', layerId: 'layer-1', code: '', name: '', rank: 1 } as const;
  return { ...facts, purpose, coordinates };
}

async function save(...features: DrawingFeature[]): Promise<void> {
  const document = serialiseDrawing({
    ...emptyDrawing('Drawing'),
    features: Object.fromEntries(features.map((feature) => [feature.id, feature])),
  });
  const body = { base_revision: revision++, document };
  expect((await api.call(owner, routes.drawingPut, { params: { pk }, body })).statusCode).toBe(200);
}

const apply = (product_id = demPk) =>
  api.call(owner, routes.productApplyDrawing, { params: { pk, product_id } });
const load = async (): Promise<Project> =>
  (await api.call(owner, routes.projectLoad, { params: { pk } })).json();
const dem = async (): Promise<Product> => (await load()).products[0]!;

function settled(): Promise<Product> {
  return vi.waitFor(async () => {
    const found = await dem();
    expect(found.requests_generating).toEqual([]);
    return found;
  }, 20_000);
}

async function pixels({ downloads }: Product) {
  const headers = { cookie: owner.cookie };
  const url = downloads['shaped-tif'] ?? '/';
  const { rawPayload } = await api.app.inject({ method: 'GET', url, headers });
  const raster = await openRaster(memorySource('shaped.tif', new Uint8Array(rawPayload)));
  const { width, height } = raster.info;
  const { bands } = await raster.readWindow(0, { x: 0, y: 0, width, height });
  return { width, height, values: [...(bands[0] as Float32Array)] };
}

describe('a drawing applied to a product', () => {
  it('is refused where the drawing has no shape for it, or one that says nothing certain', async () => {
    expect((await load()).drawing_shapes).toBeUndefined();
    expect((await apply()).json()).toMatchObject({ code: 'shapes.none' });
    await save(rectangle('ortho-crop', [1, 1, 5, 5], 0));
    expect((await apply()).json()).toMatchObject({ code: 'shapes.none' });
    await save(rectangle('flatten', [1, 1, 5, 5], Number.NaN));
    expect((await apply()).json()).toMatchObject({
      code: 'shapes.no-heights',
      params: { missing: 4, corners: 4 },
    });
    const bow = rectangle('crop-bounds', [1, 1, 5, 5], 0);
    const [a, b, c, d] = [0, 3, 6, 9].map((at) => bow.coordinates.slice(at, at + 3)) as number[][];
    await save({ ...bow, coordinates: [a, c, b, d].flatMap((corner) => corner!) });
    expect((await apply()).json()).toMatchObject({ code: 'shapes.crosses-itself', params: { name: '#1' } });
    expect((await apply(demPk + 1000)).json()).toMatchObject({ code: 'shapes.not-ready' });
  });

  it('becomes a further download, made once, and is asked for anew when the shapes change', async () => {
    await save(rectangle('crop-bounds', [4, 4, 10, 8], 0), rectangle('flatten', [4, 4, 7, 8], 9));
    expect((await load()).drawing_shapes).toEqual({ 'crop-bounds': 1, flatten: 1, 'ortho-crop': 0 });
    expect((await apply()).json().products[0]).toMatchObject({
      requests_generating: ['shaped'],
      requests_progress: { shaped: expect.any(Number) },
    });
    const made = await settled();
    expect(made.requests_progress).toEqual({});
    expect(made.requests).toEqual(['shaped']);
    const names = made.files.map(({ name, format }) => `${format} ${name}`).sort();
    expect(names).toEqual([
      'shaped-preview dem-cropped-flattened.png',
      'shaped-tif dem-cropped-flattened.tif',
      'tif dem.tif',
    ]);
    const { code, kinds } = await verifyDownloads(api, owner, made);
    expect({ code, kinds }).toEqual({ code: 0, kinds: { 'dem-cropped-flattened.tif': 'raster' } });
    const row = [9, 9, 9, 5, 5, 5];
    expect(await pixels(made)).toEqual({ width: 6, height: 4, values: [row, row, row, row].flat() });
    expect((await apply()).json().products[0].requests_generating).toEqual([]);

    await save(rectangle('crop-bounds', [0, 0, 2, 1], 0));
    expect((await dem()).requests).toEqual([]);
    expect((await apply()).json().products[0].requests_generating).toEqual(['shaped']);
    const next = await settled();
    expect(next.files.map(({ name }) => name).sort()).toEqual([
      'dem-cropped.png',
      'dem-cropped.tif',
      'dem.tif',
    ]);
    expect(await pixels(next)).toEqual({ width: 2, height: 1, values: [5, 5] });
  });

  it('goes into an archive in the product’s place where that is asked for, without what shows the uncut', async () => {
    const archive = (query: string) =>
      api.app.inject({ url: `/files/${pk}/archive${query}`, headers: { cookie: owner.cookie } });
    const manifestOf = async (bytes: Buffer) => {
      const source = memorySource('a.zip', new Uint8Array(bytes));
      const entry = (await readDirectory(source))?.find(({ name }) => name === 'manifest.json');
      const at = entry && (await findData(source, entry));
      return JSON.parse(bytes.toString('utf8', at ?? 0, (at ?? 0) + (entry?.size ?? 0)));
    };
    const { db } = api.context;
    const contours = { imagesetPk: pk, name: 'contour_map', status: 'Done', resolution: 1 } as const;
    const [map] = await db.insert(product).values(contours).returning();
    const whole = await manifestOf((await archive('')).rawPayload);
    expect(whole.products).toMatchObject([
      { name: 'digital_elevation_model', pixel_width: null, files: [{ name: 'dem.tif', format: 'tif' }] },
      { name: 'contour_map' },
    ]);
    const { products, left_out: left } = await manifestOf((await archive('?drawing')).rawPayload);
    expect(products).toMatchObject([
      {
        name: 'digital_elevation_model',
        pixel_width: 2,
        pixel_height: 1,
        files: [
          { name: 'dem-cropped.tif', format: 'tif' },
          { name: 'dem-cropped.png', format: 'preview' },
        ],
      },
    ]);
    expect(left).toEqual([{ product: 'contour_map', file: null, reason: 'not-cut' }]);

    await save(rectangle('crop-bounds', [4, 4, 10, 8], 0), rectangle('flatten', [4, 4, 7, 8], 9));
    await apply();
    const traced = await settled();
    const again = await manifestOf((await archive('?drawing')).rawPayload);
    expect(again.left_out).toEqual([]);
    expect(again.products[1]).toMatchObject({
      name: 'contour_map',
      resolution: 1,
      pixel_width: null,
      files: [
        { name: 'contours-of-dem-cropped-flattened.geojson', format: 'geojson' },
        { name: 'contours-of-dem-cropped-flattened.dxf', format: 'dxf' },
      ],
    });
    expect(
      Object.entries(again.proofs).map(([path, proof]) => [path, (proof as { kind: string }).kind]),
    ).toEqual([
      ['products/1-digital_elevation_model/dem-cropped-flattened.tif', 'raster'],
      ['products/1-digital_elevation_model/dem-cropped-flattened.png', 'picture'],
      ['products/2-contour_map/contours-of-dem-cropped-flattened.geojson', 'lines'],
      ['products/2-contour_map/contours-of-dem-cropped-flattened.dxf', 'lines'],
    ]);
    const url = traced.downloads['shaped-geojson'] ?? '/';
    const drawn = (await api.app.inject({ url, headers: { cookie: owner.cookie } })).json();
    const levels = drawn.features.map((feature: { properties: { elevation: number } }) => feature.properties);
    expect(levels.map(({ elevation }: { elevation: number }) => elevation).sort()).toEqual([6, 7, 8, 9]);
    await db.delete(product).where(eq(product.pk, map?.pk ?? 0));
    await save(rectangle('crop-bounds', [0, 0, 5, 1], 0));
    expect((await archive('?drawing')).json()).toMatchObject({
      code: 'archive.drawing-not-applied',
      params: { count: 1 },
    });
  });

  it('says what went wrong where nothing is left, until it is asked for again', async () => {
    await save(rectangle('crop-bounds', [400, 400, 500, 500], 0));
    await apply();
    expect((await settled()).shaped_error).toMatch(/Nothing of dem.tif lies inside/);
    await save(rectangle('crop-bounds', [0, 0, 3, 1], 0));
    await apply();
    expect((await settled()).shaped_error).toBeUndefined();
  });
});
