import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { zlibSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Product } from '#contract/schemas/product.ts';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { createTransform } from '#domain/crs/transform.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { writeStripHeader } from '#domain/formats/cog/header-writer.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { imageset, type ProductRow, product, productFile } from '#server/db/schema/projects.ts';
import { defaultLeaseRules } from '#server/queue/lease.ts';
import { productKey } from '#server/store/keys.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { sampleLas, sampleRecords } from '#tests/support/las-fixture.ts';
import { createProject } from '#tests/support/lidar-upload.ts';
import { untilAborted } from '#tests/support/pipelines.ts';
import { readCopcByPeer } from '#tests/support/read-copc.ts';
import { verifyDownloads } from '#tests/support/verify-downloads.ts';

const source = 'EPSG:26915+5703';
const feet = { epsg_code: 3433, unit_of_measure: 'usSurveyFeet' } as const;
const footM = 1200 / 3937;

/** The text for people of an unexpected failure: without its message. */
const unexpectedly =
  /^The product could not be transformed, unexpectedly\. Retry it on the project page; if it fails again give the server's administrator the number [0-9a-f]{10}, /;

let api: TestApi;
let owner: Caller;
let pk: number;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
});
beforeEach(async () => {
  pk = await createProject(api, owner, 'Pit');
  await api.context.db.update(imageset).set({ state: 'completed' }).where(eq(imageset.pk, pk));
});
afterAll(() => api.close());

const definitionOf = async (text: string) => (await readCrs([{ source: 'user', payload: text }])).definition!;
const load = async () => (await api.call(owner, routes.projectLoad, { params: { pk } })).json();

async function keep(row: Partial<ProductRow> & Pick<ProductRow, 'name'>, format: string, bytes: Uint8Array) {
  const { db, store } = api.context;
  const [made] = await db
    .insert(product)
    .values({ imagesetPk: pk, status: 'Done', epsg: 26915, wkt: source, ...row })
    .returning();
  const productPk = made?.pk ?? 0;
  const path = join(api.dataFolder, `original-${productPk}`);
  await writeFile(path, bytes);
  const { key, size, etag } = await store.putFile(productKey(pk, productPk, 'original'), path);
  const facts = { name: 'original', format, tag: 'exportable', key, size, etag } as const;
  await db.insert(productFile).values({ imagesetPk: pk, productPk, ...facts });
}

async function place(order: object): Promise<void> {
  const placed = await api.call(owner, routes.productTransform, {
    params: { pk },
    body: { ...feet, ...order },
  });
  expect(placed.statusCode, placed.body).toBe(200);
}

/** Does the queued tasks once, and returns the transformed product when it is done or failed. */
async function work(): Promise<Product> {
  const worker = api.work(untilAborted, { rules: { ...defaultLeaseRules, retryLimit: 0 } });
  const made = await vi.waitFor(async () => {
    const found = (await load()).products.find((one: Product) => one.original !== null);
    expect(found?.status).not.toBe('In Progress');
    return found;
  }, 20_000);
  await worker.stop();
  return made;
}

/** Requests a transformed product, does the task, and returns the product when it is done or failed. */
async function make(order: object): Promise<Product> {
  await place(order);
  return work();
}

async function download(made: Product, format: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = made.files.find((file) => file.format === format)?.url ?? '';
  const answer = await api.app.inject({ method: 'GET', url, headers: { cookie: owner.cookie } });
  return new Uint8Array(answer.rawPayload);
}

/** A slope of 1 in 50 to the east and 1 in 100 to the south, 120 by 90 pixels of half a metre. */
async function slope() {
  const size = { width: 120, height: 90 } as const;
  const samples = Float32Array.from({ length: size.width * size.height }, (_, i) => {
    const [column, row] = [i % size.width, Math.floor(i / size.width)];
    return 300 + (column + 0.5) / 100 + (row + 0.5) / 200;
  });
  const geoKeys = geoKeysFor(await definitionOf(source), { rasterType: 1 });
  const facts = { bands: 1, sampleType: 'float32', colour: 'gray', nodata: -9999, unit: 'metre' } as const;
  const geotransform = [500_000, 0.5, 0, 4_000_000, 0, -0.5] as const;
  return (await writeCog({ ...size, ...facts, geotransform, geoKeys }, { samples })).bytes;
}

describe('an ordered product is made', () => {
  it('of heights: the same ground in feet, with contours a metre apart', async () => {
    const name = 'digital_elevation_model';
    await keep({ name, resolution: 0.5 }, 'tif', await slope());
    const made = await make({ product_type: name, resolution: 0.75, contour_interval: 1 });
    expect(made).toMatchObject({
      status: 'Done',
      epsg: 3433,
      unit_of_measure: 'usSurveyFeet',
      error_message: null,
      is_visualization_ready: true,
      meta_tile_data: { vertical_datum: 'North American Vertical Datum 1988', warnings: [] },
    });
    expect(made.resolution).toBeCloseTo(0.75, 9);
    expect(Object.keys(made.downloads).sort()).toEqual(['dxf', 'geojson', 'tif']);
    const raster = await openRaster(memorySource('new.tif', await download(made, 'tif')));
    const { width, height, geotransform, crsDeclarations, bands } = raster.info;
    expect([width, height]).toEqual([made.pixel_width, made.pixel_height]);
    expect(bands[0]?.unit).toBe('US survey foot');
    expect(await readCrs(crsDeclarations)).toMatchObject({ epsg: 3433, verticalEpsg: 6360 });
    const back = createTransform(await definitionOf('EPSG:3433'), await definitionOf('EPSG:26915'));
    const read = await raster.readWindow(0, { x: 0, y: 0, width, height });
    const [west, cell, , north] = geotransform!;
    let [checked, worst] = [0, 0];
    Array.from(read.bands[0]!, Number).forEach((value, at) => {
      if (value === -9999) return;
      const [column, row] = [at % width, Math.floor(at / width)];
      const [x, y] = back.point([west + (column + 0.5) * cell, north - (row + 0.5) * cell]);
      const [u, v] = [(x! - 500_000) / 0.5, (4_000_000 - y!) / 0.5];
      if (u < 1 || v < 1 || u > 119 || v > 89) return;
      checked++;
      worst = Math.max(worst, Math.abs(value * footM - (300 + u / 100 + v / 200)));
    });
    expect(checked).toBeGreaterThan(4000);
    expect(worst).toBeLessThan(0.001);
    const contours = JSON.parse(new TextDecoder().decode(await download(made, 'geojson')));
    const levels: number[] = contours.features.map(
      (line: { properties: { elevation: number } }) => line.properties.elevation * footM,
    );
    expect(levels.length).toBeGreaterThan(0);
    for (const level of levels) expect(Math.abs(level - Math.round(level))).toBeLessThan(1e-6);
    expect((await load()).state).toBe('completed');
    const { code, kinds, changed } = await verifyDownloads(api, owner, made);
    expect({ code, kinds }).toEqual({
      code: 0,
      kinds: { 'elevation-model.tif': 'raster', 'contours.geojson': 'lines', 'contours.dxf': 'lines' },
    });
    expect(Object.values(changed)).not.toContain(null);
  });

  it('of points: each where its coordinates lead, all else as it was', async () => {
    const count = 300;
    await keep({ name: 'colored_point_cloud' }, 'copc', await sampleLas(7, count));
    const made = await make({ product_type: 'colored_point_cloud' });
    expect(made).toMatchObject({ status: 'Done', epsg: 3433, meta_tile_data: { points: count } });
    const { code, kinds, changed } = await verifyDownloads(api, owner, made);
    expect({ code, kinds }).toEqual({ code: 0, kinds: { 'colored-point-cloud.copc.laz': 'points' } });
    expect(Object.values(changed)).not.toContain(null);
    const { copc, records } = await readCopcByPeer(await download(made, 'copc'));
    expect(copc.header.pointCount).toBe(count);
    const original = sampleRecords(7, count);
    const view = new DataView(original.bytes.buffer);
    const there = createTransform(await definitionOf('EPSG:26915'), await definitionOf('EPSG:3433'));
    const { scale, offset } = copc.header;
    const length = original.recordLength;
    for (let i = 0; i < count; i++) {
      const at = i * length;
      const from = Math.round((records.readDoubleLE(at + 22) - 1e5) * 128) * length;
      const [x, y] = there.point([
        500_000 + view.getInt32(from, true) / 100,
        4_000_000 + view.getInt32(from + 4, true) / 100,
      ]);
      const z = (100 + view.getInt32(from + 8, true) / 1000) / footM;
      [x!, y!, z].forEach((value, axis) => {
        const found = records.readInt32LE(at + 4 * axis) * scale[axis]! + offset[axis]!;
        expect(Math.abs(found - value)).toBeLessThanOrEqual(scale[axis]! / 2 + 1e-6);
      });
      const rest = (bytes: Uint8Array, start: number) => bytes.subarray(start + 12, start + length);
      expect(Buffer.compare(rest(records, at), rest(original.bytes, from))).toBe(0);
    }
  });

  it('of a picture, also as one JPEG with its place', async () => {
    const size = { width: 60, height: 50 } as const;
    const facts = { bands: 4, sampleType: 'uint8', colour: 'rgba', nodata: null } as const;
    const geoKeys = geoKeysFor(await definitionOf('EPSG:26915'), { rasterType: 1 });
    const samples = Uint8Array.from({ length: size.width * size.height * 4 }, (_, i) =>
      i % 4 === 3 ? 255 : 90,
    );
    const geotransform = [500_000, 0.5, 0, 4_000_000, 0, -0.5] as const;
    const spec = { ...size, ...facts, geoKeys, geotransform };
    await keep({ name: 'orthoimage', resolution: 0.5 }, 'tif', (await writeCog(spec, { samples })).bytes);
    const made = await make({ product_type: 'orthoimage', resolution: 0.5, single_jpg: true });
    expect(made.error_message).toBeNull();
    expect(Object.keys(made.downloads).sort()).toEqual(['jgw', 'jpg', 'prj', 'tif']);
    const { code, kinds } = await verifyDownloads(api, owner, made);
    const bytes = { 'orthomosaic.jpg': 'bytes', 'orthomosaic.jgw': 'bytes', 'orthomosaic.prj': 'bytes' };
    expect({ code, kinds }).toEqual({ code: 0, kinds: { 'orthomosaic.tif': 'raster', ...bytes } });
    const raster = await openRaster(memorySource('new.tif', await download(made, 'tif')));
    const { width, height } = raster.info;
    const { bands } = await raster.readWindow(0, { x: 0, y: 0, width, height });
    const middle = Math.floor(height / 2) * width + Math.floor(width / 2);
    expect(bands.map((band) => band[middle])).toEqual([90, 90, 90, 255]);
  });

  it('or not: a picture too large for one JPEG is refused before any pixel is made', async () => {
    const size = { width: 66_000, height: 8 } as const;
    const facts = { bands: 3, sampleType: 'uint8', colour: 'rgb', nodata: null } as const;
    const geoKeys = geoKeysFor(await definitionOf('EPSG:26915'), { rasterType: 1 });
    const spec = { ...size, ...facts, geoKeys, geotransform: [500_000, 0.1, 0, 4_000_000, 0, -0.1] as const };
    const strip = zlibSync(new Uint8Array(size.width * size.height * 3));
    const headerAt = (offset: number) =>
      writeStripHeader(
        spec,
        { rowsPerStrip: 8, offsets: Float64Array.of(offset), lengths: Float64Array.of(strip.length) },
        false,
      );
    const header = headerAt(headerAt(0).length);
    await keep({ name: 'orthoimage', resolution: 0.1 }, 'tif', Buffer.concat([header, strip]));
    const failed = await make({ product_type: 'orthoimage', resolution: 0.1, single_jpg: true });
    expect(failed.status).toBe('Failed');
    expect(failed.error_message).toMatch(
      /^The picture would be 66\d{3} by \d+ pixels, and a single JPEG holds at most 65535 on a side; /,
    );
    expect(failed.files).toEqual([]);
  });

  it('or not: where no shift of datums is known at the place', async () => {
    await keep({ name: 'surface_model', resolution: 0.5 }, 'tif', await slope());
    const beijing = { epsg_code: 2401, unit_of_measure: 'meters' };
    const failed = await make({ product_type: 'surface_model', resolution: 0.5, ...beijing });
    expect(failed.status).toBe('Failed');
    expect(failed.error_message).toMatch(
      /^No shift between the datum Beijing 1954 and WGS 84 is known for the place -93\.0\d*, 36\.1\d* /,
    );
  });

  it('or not: where the cloud that it would be made of was cleaned meanwhile', async () => {
    await keep({ name: 'lidar_point_cloud' }, 'copc', new Uint8Array(100));
    await place({ product_type: 'lidar_point_cloud', resolution: null });
    await api.context.db.delete(productFile).where(eq(productFile.imagesetPk, pk));
    const failed = await work();
    expect(failed).toMatchObject({
      status: 'Failed',
      error_message:
        'Pit: the file that this product would be made of was cleaned; process the project again to have it back.',
    });
    const again = { product_type: 'lidar_point_cloud', resolution: null, ...feet, epsg_code: 2229 };
    const refused = await api.call(owner, routes.productTransform, { params: { pk }, body: again });
    expect(refused.json()).toMatchObject({ code: 'transform.source-cleaned' });
  });

  it('or fails for reasons of the machine, and is made when it is tried again', async () => {
    await keep({ name: 'surface_model', resolution: 0.5 }, 'tif', await slope());
    const folder = join(api.dataFolder, 'work');
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'a file where a folder should be');
    const failed = await make({ product_type: 'surface_model', resolution: 0.5 });
    expect(failed.status).toBe('Failed');
    expect(failed.error_message).toMatch(unexpectedly);
    await rm(folder);
    const retried = await api.call(owner, routes.projectRetryTasks, { params: { pk } });
    expect(retried.json()).toEqual({ retried: 1 });
    expect(await work()).toMatchObject({ status: 'Done', error_message: null });
  });

  it('or fails with its reason, leaves the project as it is, and may be tried again', async () => {
    await keep({ name: 'surface_model', resolution: 0.5 }, 'tif', new Uint8Array(100));
    const failed = await make({ product_type: 'surface_model', resolution: 0.5 });
    expect(failed.status).toBe('Failed');
    expect(failed.error_message).toMatch(/^original: this is not a TIFF/);
    expect(await load()).toMatchObject({ state: 'completed' });
    const tasks = await api.call(owner, routes.projectRetryableTasks, { params: { pk } });
    expect(tasks.json()).toMatchObject([{ task_name: 'transform_product', status: 'errored' }]);
    const retried = await api.call(owner, routes.projectRetryTasks, { params: { pk } });
    expect(retried.json()).toEqual({ retried: 1 });
    const [again] = (await load()).products.filter((one: Product) => one.original !== null);
    expect(again).toMatchObject({ status: 'In Progress', error_message: null });
  });
});
