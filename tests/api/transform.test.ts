import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { imageset, imagesetAcl, type ProductRow, product, productFile } from '#server/db/schema/projects.ts';
import { task } from '#server/db/schema/work.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { createProject } from '#tests/support/lidar-upload.ts';

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

/** A finished elevation model in UTM zone 15N with 5 cm pixels, but for what is changed. */
async function addProduct(change: Partial<ProductRow> = {}, format: string | null = 'tif'): Promise<number> {
  const [row] = await api.context.db
    .insert(product)
    .values({
      imagesetPk: pk,
      name: 'digital_elevation_model',
      status: 'Done',
      epsg: 32615,
      resolution: 0.05,
      ...change,
    })
    .returning();
  const productPk = row?.pk ?? 0;
  if (format !== null) {
    const file = { name: `model.${format}`, key: `${pk}/${productPk}/model`, etag: 'x', size: 1 };
    const kind = { format, tag: 'exportable' } as const;
    await api.context.db.insert(productFile).values({ imagesetPk: pk, productPk, ...file, ...kind });
  }
  return productPk;
}

const settings = {
  product_type: 'digital_elevation_model',
  unit_of_measure: 'meters',
  epsg_code: 32616,
  resolution: 0.1,
} as const;
const order = (change: object = {}, caller = owner) =>
  api.call(caller, routes.productTransform, { params: { pk }, body: { ...settings, ...change } });
const answer = async (change: object = {}) => {
  const { statusCode, ...reply } = await order(change);
  const { code, error_message } = reply.json();
  return { statusCode, code, error_message };
};
const tasks = () => api.context.db.select().from(task).where(eq(task.imagesetPk, pk));

const utmWkt = (zone: number) =>
  `PROJCS["UTM ${zone}N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",${zone * 6 - 183}],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]`;

describe('ordering a product', () => {
  it('adds its row and the task that makes it', async () => {
    const original = await addProduct();
    const placed = await order();
    expect(placed.statusCode).toBe(200);
    const { products, state } = placed.json();
    expect(state).toBe('completed');
    expect(products[1]).toMatchObject({
      name: 'digital_elevation_model',
      status: 'In Progress',
      epsg: 32616,
      resolution: 0.1,
      unit_of_measure: 'meters',
      original,
    });
    expect(await tasks()).toMatchObject([
      { name: 'transform_product', productPk: products[1].pk, status: 'queued' },
    ]);
    expect(await answer()).toEqual({
      statusCode: 409,
      code: 'transform.product-exists-pixel-size',
      error_message:
        'Pit: there is such a product in WGS 84 / UTM zone 16N with pixels of 0.1 m already; choose another coordinate system or pixel size.',
    });
    expect((await order({ resolution: 0.2 })).statusCode).toBe(200);
  });

  it('is for owners and staff', async () => {
    await addProduct();
    const editor = await api.signIn({ email: 'editor@example.com' });
    await api.context.db.insert(imagesetAcl).values({ imagesetPk: pk, accountPk: editor.pk, write: true });
    expect((await order({}, editor)).json().code).toBe('api.forbidden');
    const staff = await api.signIn({ email: 'staff@example.com', isSuperuser: true });
    expect((await order({}, staff)).statusCode).toBe(200);
  });

  it('is refused for a product that is not there or not finished', async () => {
    expect(await answer()).toMatchObject({ statusCode: 404, code: 'transform.no-original' });
    const unfinished = await addProduct({ status: 'In Progress' });
    expect(await answer({ ordered_product: unfinished })).toEqual({
      statusCode: 409,
      code: 'transform.original-not-finished',
      error_message: 'Pit: the original product is not finished; order a transformed one when it is.',
    });
    const other = await addProduct({ name: 'surface_model' });
    expect(await answer({ ordered_product: other })).toMatchObject({ code: 'transform.no-original' });
  });

  it('is refused where the file of the original was cleaned', async () => {
    await addProduct({}, 'png');
    expect(await answer()).toMatchObject({ statusCode: 409, code: 'transform.source-cleaned' });
  });

  it('is refused in local systems and in those that cannot be computed, save for point clouds', async () => {
    const local = await addProduct({ epsg: null, wkt: 'LOCAL_CS["site grid",UNIT["metre",1]]' });
    expect(await answer({ ordered_product: local })).toMatchObject({
      statusCode: 409,
      code: 'transform.local-system',
    });
    const laborde = await addProduct({ epsg: 8441 });
    expect(await answer({ ordered_product: laborde })).toMatchObject({
      statusCode: 409,
      code: 'transform.system-unsupported',
    });
  });

  it('is refused where one of its kind is in the coordinate system', async () => {
    await addProduct({ name: 'dense_point_cloud', resolution: null }, 'copc');
    const cloud = { product_type: 'dense_point_cloud', resolution: null };
    expect(await answer({ ...cloud, epsg_code: 32615 })).toEqual({
      statusCode: 409,
      code: 'transform.product-exists',
      error_message:
        'Pit: there is such a product in WGS 84 / UTM zone 15N already; choose another coordinate system.',
    });
    expect((await order(cloud)).statusCode).toBe(200);
  });

  it('asks for a system that is projected and in the unit that is said', async () => {
    await addProduct();
    expect(await answer({ epsg_code: null })).toEqual({
      statusCode: 400,
      code: 'transform.settings-missing',
      error_message: 'Missing product transformation settings',
    });
    expect(await answer({ epsg_code: 4326 })).toMatchObject({ code: 'transform.not-projected' });
    expect(await answer({ unit_of_measure: 'usSurveyFeet' })).toMatchObject({
      statusCode: 400,
      code: 'transform.unit-mismatch',
    });
    expect(await answer({ epsg_code: 1 })).toMatchObject({ statusCode: 400, code: 'api.invalid-field' });
    expect(await answer({ epsg_code: null, wkt: 'PROJCS["x"' })).toMatchObject({ code: 'api.invalid-field' });
    expect(await answer({ product_type: 'project_report' })).toMatchObject({ statusCode: 400 });
  });

  it('never guesses units or vertical datums of heights', async () => {
    await addProduct();
    const feet = { epsg_code: 26849, unit_of_measure: 'usSurveyFeet' };
    expect(await answer(feet)).toMatchObject({ statusCode: 409, code: 'transform.height-unit-unknown' });
    const known = await addProduct({ epsg: null, wkt: 'EPSG:32615+5703' });
    expect(
      (await order({ ordered_product: known, wkt: 'EPSG:32616+3855', epsg_code: null })).json(),
    ).toMatchObject({
      code: 'transform.vertical-datum',
    });
    expect(
      (await order({ ordered_product: known, wkt: 'EPSG:32616+5703', epsg_code: null })).statusCode,
    ).toBe(200);
  });

  it('keeps heights of a nameless datum in their own system, and in no other', async () => {
    const wkt = (name: string, zone: number) =>
      `COMPD_CS["${name}",${utmWkt(zone)},VERT_CS["height",VERT_DATUM["unknown",2005],UNIT["metre",1],AXIS["Up",UP]]]`;
    const known = await addProduct({ epsg: null, wkt: wkt('site', 15) });
    const again = (text: string) => order({ ordered_product: known, wkt: text, epsg_code: null });
    expect((await again(wkt('other', 16))).json()).toMatchObject({ code: 'transform.vertical-datum' });
    expect((await again(wkt('site', 15))).statusCode).toBe(200);
  });

  it.each([
    [null, 'This field is required.'],
    [-1, 'Enter a number that is not negative.'],
    [0, 'Enter a number above 0.'],
    [0.04, 'It cannot be smaller than that of the original.'],
    [0.51, 'It must be at most 1000 percent of the original.'],
  ])('is refused with pixels of %s m', async (resolution, reason) => {
    await addProduct();
    const refused = await answer({ resolution });
    expect(refused).toMatchObject({ statusCode: 400, code: 'api.invalid-field' });
    expect(refused.error_message).toContain(reason);
    expect(await tasks()).toEqual([]);
  });
});
