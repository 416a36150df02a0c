import { beforeEach, expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { mountPanel } from '#tests/support/components/mount-panel.tsx';
import { makeProject } from '#tests/support/components/project.ts';
import { createMemoryServer } from '#tests/support/components/server.ts';
import { surveyBytes } from '#tests/support/survey-bytes.ts';
import { preflight } from './choose/preflight.ts';
import { LidarDialog } from './LidarDialog.tsx';

const roomy = { free_disk: 1e12, memory: 64e9, threads: 4 };
const slot = {
  index: 0,
  name: 'lidar_point_cloud_31_0.las',
  original_name: 'hill.las',
  size_mb: 1,
  upload_url: '/upload/31/0',
  is_uploaded: false,
};

const answering = (capacity = roomy) =>
  createMemoryServer()
    .answer(routes.capacity, capacity)
    .answer(routes.projectCreate, makeProject({ pk: 31, name: 'hill' }))
    .answer(routes.lidarCreate, {
      pk: 31,
      file_size: [1],
      is_compressed: false,
      is_uploaded: false,
      slots: [slot],
    })
    .answer(routes.projectDestroy, { ok: true });

const show = async (bytes: Uint8Array<ArrayBuffer>, server = answering()) => {
  const found = await preflight([new File([bytes], 'hill.las')]);
  expect(found.refusals).toEqual([]);
  const panel = await mountPanel(<LidarDialog preflight={found} onClose={() => undefined} />, server);
  return {
    ...panel,
    pathOf: () => panel.path,
    submit: panel.screen.getByRole('button', { name: 'Create and upload' }),
  };
};

let whole: Uint8Array<ArrayBuffer>;
let nameless: Uint8Array<ArrayBuffer>;
beforeEach(async () => {
  whole ??= await surveyBytes({ hasSystem: true });
  nameless ??= await surveyBytes({ hasSystem: false });
});

it('makes a project of a file that says everything, and begins its upload', async () => {
  const { screen, server, submit, uploads, pathOf } = await show(whole);
  await expect.element(screen.getByText(/14,400 points/)).toBeVisible();
  await submit.click();
  await expect.poll(pathOf).toBe('/projects/31');
  expect(server.bodies(routes.projectCreate)).toMatchObject([
    { name: 'hill', type: 'lidar', unit_of_measure: 'meters', settings: {} },
  ]);
  expect(server.bodies(routes.lidarCreate)).toMatchObject([
    { epsg: null, wkt: null, file_names: ['hill.las'] },
  ]);
  expect(uploads.started).toMatchObject([
    { pk: 31, parts: [{ name: slot.name, lidar: { pk: 31, index: 0 } }] },
  ]);
});

it('asks for the coordinate system that a file leaves open, by a list that is searched', async () => {
  const { screen, server, submit, pathOf } = await show(nameless);
  await submit.click();
  await expect.element(screen.getByText('Choose a coordinate system from the list')).toBeVisible();
  expect(server.bodies(routes.projectCreate)).toEqual([]);
  await screen.getByRole('combobox', { name: 'Coordinate system' }).fill('26917');
  await screen
    .getByRole('option', { name: /UTM zone 17N/ })
    .first()
    .click();
  await screen
    .getByRole('radiogroup', { name: 'Unit of the heights' })
    .getByRole('radio', { name: 'Metres' })
    .click();
  await submit.click();
  await expect.poll(pathOf).toBe('/projects/31');
  expect(server.bodies(routes.lidarCreate)).toMatchObject([{ epsg: 26917 }]);
});

it('takes nobody’s word that a local grid has a unit', async () => {
  const { screen, server, submit, pathOf } = await show(nameless);
  await screen.getByRole('radio', { name: 'Local grid' }).click();
  await submit.click();
  await expect.element(screen.getByText('Nothing tells this unit: choose it').first()).toBeVisible();
  expect(server.bodies(routes.projectCreate)).toEqual([]);
  const plan = screen.getByRole('radiogroup', { name: 'Unit of the coordinates' });
  await plan.getByRole('radio', { name: 'US survey feet' }).click();
  const heights = screen.getByRole('radiogroup', { name: 'Unit of the heights' });
  await heights.getByRole('radio', { name: 'US survey feet' }).click();
  await submit.click();
  await expect.poll(pathOf).toBe('/projects/31');
  expect(server.bodies(routes.lidarCreate)).toMatchObject([{ is_lcs: true, uom: 'usSurveyFeet' }]);
});

it('asks whether to go on where the server lacks memory or disk', async () => {
  const { screen, server, submit, pathOf } = await show(whole, answering({ ...roomy, free_disk: 1000 }));
  await expect.element(screen.getByText(/Processing is estimated to need up to/)).toBeVisible();
  await submit.click();
  await expect.element(screen.getByText(/Confirm that you go on/)).toBeVisible();
  expect(server.bodies(routes.projectCreate)).toEqual([]);
  await screen.getByRole('checkbox', { name: 'Go on all the same' }).click();
  await submit.click();
  await expect.poll(pathOf).toBe('/projects/31');
});

it('asks for consent where points are missing, and says so to the server', async () => {
  const { screen, server, submit, pathOf } = await show(whole.slice(0, whole.length - 30 * 400));
  await submit.click();
  await expect.element(screen.getByText(/Confirm that the points that are there are used/)).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Use the points that are there' }).click();
  await submit.click();
  await expect.poll(pathOf).toBe('/projects/31');
  expect(server.bodies(routes.projectCreate)).toMatchObject([{ settings: { accept_truncated: true } }]);
});

it('takes the empty project back where its files are refused, and keeps what was typed', async () => {
  const server = answering().refuse(routes.lidarCreate, 413, 'upload.too-large', { most: 1 });
  const { screen, submit } = await show(whole, server);
  const name = screen.getByRole('textbox', { name: 'Name' });
  await name.fill('North pit');
  await submit.click();
  await expect.element(screen.getByRole('alert').first()).toBeVisible();
  expect(server.bodies(routes.projectDestroy)).toEqual([{ destroy_data: false }]);
  await expect.element(name).toHaveValue('North pit');
});

it('wants a name', async () => {
  const { screen, server, submit } = await show(whole);
  await screen.getByRole('textbox', { name: 'Name' }).fill('  ');
  await submit.click();
  await expect.element(screen.getByText('This field is required.')).toBeVisible();
  expect(server.bodies(routes.projectCreate)).toEqual([]);
});
