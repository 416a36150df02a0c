import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { FlightFacts } from '#contract/schemas/flight.ts';
import type { ImagesAnnounced } from '#contract/schemas/images.ts';
import { product } from '#server/db/schema/projects.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { announce as announceLidar, postFile } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';

let api: TestApi;
let owner: Caller;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
});
afterAll(() => api.close());

async function createProject(): Promise<number> {
  const answer = await api.call(owner, routes.projectCreate, { body: { name: 'Flight', type: 'images' } });
  return answer.json().pk;
}

const flight = [
  { name: 'DJI 0001.JPG', size: 900, role: 'image' },
  { name: 'DJI 0002.JPG', size: 70_000, role: 'image' },
  { name: 'gcp_list.txt', size: 120, role: 'control' },
] as const;

const announce = (pk: number, files: readonly object[], sensors: readonly object[] = []) =>
  api.call(owner, routes.imagesInitialize, { params: { pk }, body: { files, sensors } as never });

describe('an image project', () => {
  it('is told of its files, given them, and queued with the products that images make', async () => {
    const pk = await createProject();
    const { slots } = (await announce(pk, flight)).json() as ImagesAnnounced;
    expect(slots.map((slot) => slot.upload_url)).toEqual([
      `/${pk}/input/DJI_0001.JPG`,
      `/${pk}/input/DJI_0002.JPG`,
      `/${pk}/input/gcp_list.txt`,
    ]);
    const complete = () =>
      api.call(owner, routes.uploadCompleted, { params: { pk }, query: { start_processing: true } });
    await postFile(api, owner, slots[0]?.upload_url ?? '', patternBytes(900, 1, 'jpeg'));
    const recovery = await api.call(owner, routes.uploadRecovery, { params: { pk } });
    expect(recovery.json()).toEqual({
      uploaded: [['DJI_0001.JPG', 900]],
      missing: [
        ['DJI_0002.JPG', 70_000],
        ['gcp_list.txt', 120],
      ],
    });
    expect((await complete()).json()).toMatchObject({ code: 'upload.incomplete' });
    await postFile(api, owner, slots[1]?.upload_url ?? '', patternBytes(69_999, 1, 'jpeg'));
    await postFile(api, owner, slots[2]?.upload_url ?? '', patternBytes(120, 1, 'none'));
    expect((await complete()).json()).toMatchObject({
      code: 'upload.incomplete',
      params: { files: 'DJI_0002.JPG' },
    });
    await postFile(api, owner, slots[1]?.upload_url ?? '', patternBytes(70_000, 1, 'jpeg'));
    const done = (await complete()).json();
    expect(done).toMatchObject({ state: 'processing', is_lidar: false, image_count: 2 });
    expect(done.products.map((product: { name: string }) => product.name)).toEqual([
      'bundle_adjustment',
      'dense_point_cloud',
      'digital_elevation_model',
      'surface_model',
      'orthoimage',
      'contour_map',
      'project_report',
    ]);
    expect(done.size.input).toBe(71_020);
  });

  it('takes lidar beside its photos, and then makes both clouds', async () => {
    const pk = await createProject();
    const { slots } = (await announce(pk, flight)).json() as ImagesAnnounced;
    const lidar = await announceLidar(api, owner, pk, [5000]);
    const complete = () =>
      api.call(owner, routes.uploadCompleted, { params: { pk }, query: { start_processing: true } });
    for (const { upload_url, size, role } of slots)
      await postFile(api, owner, upload_url, patternBytes(size, 1, role === 'image' ? 'jpeg' : 'none'));
    expect((await complete()).json()).toMatchObject({ code: 'upload.incomplete' });
    await postFile(api, owner, lidar.slots[0]?.upload_url ?? '', patternBytes(5000));
    const said = { index: 0, size: 5000 };
    await api.call(owner, routes.lidarPatch, { params: { pk, lidarPk: lidar.pk }, body: said });
    const project = (await complete()).json();
    expect(project).toMatchObject({ state: 'processing', is_lidar: false, image_count: 2 });
    expect(project.products.map((product: { name: string }) => product.name)).toEqual([
      'lidar_point_cloud',
      'bundle_adjustment',
      'dense_point_cloud',
      'colored_point_cloud',
      'digital_elevation_model',
      'surface_model',
      'orthoimage',
      'contour_map',
      'project_report',
    ]);
  });

  it('is not processed with lidar alone', async () => {
    const pk = await createProject();
    const lidar = await announceLidar(api, owner, pk, [5000]);
    await postFile(api, owner, lidar.slots[0]?.upload_url ?? '', patternBytes(5000));
    const said = { index: 0, size: 5000 };
    await api.call(owner, routes.lidarPatch, { params: { pk, lidarPk: lidar.pk }, body: said });
    const answer = await api.call(owner, routes.uploadCompleted, { params: { pk } });
    expect(answer.json()).toMatchObject({ code: 'upload.incomplete' });
  });

  it('shows camera, points and sampling distance once its bundle adjustment tells them', async () => {
    const pk = await createProject();
    await announce(pk, flight);
    const load = async () => (await api.call(owner, routes.projectLoad, { params: { pk } })).json();
    const nothing = { sensors: [], gcps: [], checkpoints: [], pixel_width: null, focal_length: null };
    expect(await load()).toMatchObject(nothing);
    const meta: FlightFacts = {
      images: 2,
      registered: 2,
      sensors: [{ make: 'Maker', model: null }],
      pixel_width: 4000,
      pixel_height: 3000,
      total_pixels: 24_000_000,
      focal_length_mm: 8.8,
      points: 900,
      reprojection_rms_px: 0.5,
      gsd_m: 0.03,
      gcps: ['A', 'B'],
      checkpoints: ['C'],
    };
    const told = { meta, resolution: 0.06 };
    await api.context.db.update(product).set(told).where(eq(product.imagesetPk, pk));
    expect(await load()).toMatchObject({
      sensors: [{ make: 'Maker', model: '' }],
      pixel_width: 4000,
      pixel_height: 3000,
      focal_length: 8.8,
      avg_gsd: 0.03,
      gcps: [
        { name: 'A', modifiable: false, reference_point_type: 0 },
        { name: 'B', modifiable: false, reference_point_type: 0 },
      ],
      checkpoints: [{ name: 'C', modifiable: false, reference_point_type: 1 }],
      products: [{ avg_gsd_multiple: 2 }],
    });
  });

  it.each([
    ['one image', [flight[0], flight[2]]],
    ['the same name twice', [flight[0], { ...flight[1], name: 'dji_0001.jpg' }]],
    ['a sensor that is not listed', [flight[0], { ...flight[1], sensor: 0 }, flight[2]]],
    ['two control files', [flight[0], flight[1], flight[2], { ...flight[2], name: 'b.txt' }]],
  ])('refuses %s', async (_, files) => {
    const answer = await announce(await createProject(), files);
    expect(answer.json()).toMatchObject({ code: 'api.invalid-field', params: { field: 'files' } });
  });

  it('says from the start whether control came with the photos', async () => {
    const [without, given] = [await createProject(), await createProject()];
    await announce(without, flight.slice(0, 2));
    await announce(given, flight);
    const control = async (pk: number) => {
      const project = (await api.call(owner, routes.projectLoad, { params: { pk } })).json();
      return project.added_ground_control_at_start;
    };
    expect(await control(without)).toBe(false);
    expect(await control(given)).toBe(true);
  });

  it('lists its sensors from the start, and the photos of each', async () => {
    const pk = await createProject();
    const sensor = { make: 'DJI', model: 'M3E', pixel_width: 5280, pixel_height: 3956 };
    const phone = { make: 'Phone', model: null, pixel_width: 4000, pixel_height: 3000 };
    const third = { ...flight[0], name: 'side.jpg', size: 800, sensor: 1 };
    const files = [{ ...flight[0], sensor: 0 }, { ...flight[1], sensor: 0 }, third, flight[2]];
    await announce(pk, files, [sensor, phone]);
    const project = await api.call(owner, routes.projectLoad, { params: { pk } });
    expect(project.json().sensors).toEqual([
      { pk: 1, make: 'DJI', model: 'M3E' },
      { pk: 2, make: 'Phone', model: '' },
    ]);
    const images = (sensorPk: number) =>
      api.call(owner, routes.sensorImages, { params: { pk, sensor_pk: sensorPk } });
    expect((await images(1)).json()).toEqual([
      { name: 'DJI 0001.JPG', file_size: 900, pixel_width: 5280, pixel_height: 3956 },
      { name: 'DJI 0002.JPG', file_size: 70_000, pixel_width: 5280, pixel_height: 3956 },
    ]);
    expect((await images(2)).json()).toMatchObject([{ name: 'side.jpg', file_size: 800 }]);
    expect((await images(3)).json()).toMatchObject({ code: 'store.not-found' });
  });

  it('takes no TIFF photos in the cloud, whose programs do not convert them', async () => {
    const answer = await announce(await createProject(), [...flight, { ...flight[0], name: 'scan.tif' }]);
    expect(answer.json()).toMatchObject({
      code: 'create.tiff',
      message: expect.stringContaining('Tiff conversion is not supported on this platform.'),
    });
  });

  it('takes no images into a lidar project, and none twice', async () => {
    const lidar = await api.call(owner, routes.projectCreate, { body: { name: 'Scan', type: 'lidar' } });
    expect((await announce(lidar.json().pk, flight)).json()).toMatchObject({ code: 'api.invalid-field' });
    const pk = await createProject();
    await announce(pk, flight);
    expect((await announce(pk, flight)).json()).toMatchObject({ code: 'api.project-state' });
    const other = await createProject();
    const answers = await Promise.all([announce(other, flight), announce(other, flight)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('takes as many photos with as long names as it may have', async () => {
    const files = Array.from({ length: limits.imageFiles }, (_, index) => ({
      name: `${String(index).padStart(limits.nameLength - 4, 'x')}.jpg`,
      size: 1,
      role: 'image',
    }));
    const pk = await createProject();
    const refused = await announce(pk, [...files, flight[0]]);
    expect(refused.json()).toMatchObject({ code: 'api.invalid-field', params: { field: 'files' } });
    expect((await announce(pk, [...files, flight[2]])).statusCode).toBe(200);
  });
});
