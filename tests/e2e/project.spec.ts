import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/fixtures.ts';
import {
  confirmCreation,
  dropFile,
  expectAccessible,
  expectNoSideways,
  makeProject,
} from './support/page.ts';
import { surveyFile } from './support/survey-file.ts';

test('a dropped LAS file becomes a project with products to download', async ({ page }) => {
  test.setTimeout(300_000);
  const content = await surveyFile({ hasSystem: true });
  await page.route('**/misc/capacity', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), memory: 1_000_000 } });
  });
  const events = page.waitForResponse(/\/api\/imageset\/\d+\/events$/);
  await page.goto('/projects/list');
  await dropFile(page.locator('[data-drop-zone] button').first(), 'Hill site.las', content);
  const questions = page.getByRole('dialog', { name: 'Before the upload' });
  await expect(questions.getByText(/^Coordinate system: NAD83.*UTM zone 17N/)).toBeVisible();
  await questions.getByText('More settings').click();
  await questions.getByRole('textbox', { name: /^Contour interval/ }).fill('0.5');
  await expectAccessible(page);
  await confirmCreation(page);
  await expect(questions.getByText('Confirm that you go on, or choose fewer files')).toBeVisible();
  await questions.getByRole('checkbox', { name: 'Go on all the same' }).check();
  await confirmCreation(page);
  await page.waitForURL(/\/projects\/\d+/);
  expect((await events).headers()['content-type']).toContain('text/event-stream');
  await expect(page.getByRole('heading', { level: 1, name: 'Hill site' })).toBeVisible();
  await expect(page).toHaveTitle('Hill site / Overview');

  const tiles = page.getByRole('navigation', { name: 'Products' }).getByRole('link');
  await expect(tiles.filter({ hasText: 'Digital elevation model' })).toContainText('Done', {
    timeout: 240_000,
  });
  await expect(page.getByRole('region', { name: 'Project status' })).toBeHidden({ timeout: 60_000 });
  await tiles.filter({ hasText: 'Digital elevation model' }).click();
  const detail = page.getByRole('article', { name: 'Digital elevation model' });
  await expect(detail.getByText(/UTM zone 17N/)).toBeVisible();
  await expect(detail.getByRole('img', { name: /Picture of the/ })).toBeVisible();

  await expect(detail.getByRole('link', { name: 'Download elevation-support.tif' })).toBeVisible();
  await expect(detail.getByText('tells what each cell of the model rests on')).toBeVisible();
  const link = detail.getByRole('link', { name: 'Download elevation-model.tif' });
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(answer.status()).toBe(200);
  expect((await answer.body()).subarray(0, 2).toString()).toMatch(/^(II|MM)$/);

  await tiles.filter({ hasText: 'Project report' }).click();
  const report = page.getByRole('article', { name: 'Project report' });
  await expect(report.getByRole('row', { name: /^2 Ground 14,400 100/ })).toBeVisible();
  await expectAccessible(page);
  await tiles.filter({ hasText: 'Contour map' }).click();
  await expect(page.getByRole('img', { name: 'Picture of the Contour map' })).toBeVisible();
  await tiles.filter({ hasText: 'Digital elevation model' }).click();
  await expect(detail).toBeVisible();

  for (const theme of ['light', 'dark']) {
    await page.goto(`${new URL(page.url()).pathname}?theme=${theme}`);
    await expect(detail).toBeVisible();
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('dialog', { name: 'Digital elevation model' })).toBeVisible();
  await expectNoSideways(page);

  await page.goto('/projects/list');
  await expect(
    page.getByRole('list', { name: 'Projects' }).getByRole('link', { name: /Hill site/ }),
  ).toContainText('Completed');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page
    .getByRole('link', { name: /Hill site/ })
    .last()
    .click();
  await orderLargerPixels(page);
});

/** Requests the elevation model again unchanged, which is refused, and then with pixels twice as large. */
async function orderLargerPixels(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Transform product/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Transform product' });
  const order = dialog.getByRole('button', { name: 'Transform' });
  await dialog.getByRole('combobox', { name: 'Product' }).selectOption('Digital elevation model');
  await order.click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Custom WKT' }).click();
  const wkt = dialog.getByRole('textbox', { name: 'WKT of the coordinate system' });
  await wkt.fill('PROJCS["half"');
  await expect(wkt).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('radio', { name: 'As the original' }).click();
  await expect(dialog.getByRole('alert')).toContainText('already');
  await expect(order).toBeDisabled();
  const ratio = dialog.getByRole('textbox', { name: 'Of the original, %' });
  await ratio.fill('1001');
  await expect(dialog.getByText('It must be at most 1000 percent of the original.')).toBeVisible();
  await ratio.fill('200');
  await expectAccessible(page);
  await order.click();
  await expect(dialog).toBeHidden();
  const tiles = page.getByRole('navigation', { name: 'Products' }).getByRole('link');
  await expect(tiles.filter({ hasText: 'Digital elevation model' })).toHaveCount(2);
}

test('a file without a coordinate system is asked for one', async ({ page }) => {
  const content = await surveyFile({ hasSystem: false });
  await page.goto('/create');
  await dropFile(page.locator('[data-drop-zone] button').first(), 'Unknown place.las', content);
  const dialog = page.getByRole('dialog', { name: 'Before the upload' });
  await expect(dialog.getByText('14,400 points')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create and upload' }).click();
  await expect(dialog.getByText('Choose a coordinate system from the list')).toBeVisible();
  await expectAccessible(page);
  const way = dialog.getByRole('radiogroup', { name: 'How the system is given' });
  await way.getByRole('radio', { name: 'Custom WKT' }).click();
  await dialog.getByRole('textbox', { name: 'WKT of the coordinate system' }).fill('PROJCS["Half"');
  await expect(dialog.getByRole('listitem').last()).toContainText('is not well-known text');
  await expectAccessible(page);
  await way.getByRole('radio', { name: 'From the list' }).click();
  await findOnMap(page, dialog);
  await dialog.getByRole('combobox', { name: 'Coordinate system' }).fill('26917');
  await page
    .getByRole('option', { name: /NAD83 \/ UTM zone 17N/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Create and upload' }).click();
  await expect(dialog.getByText('Nothing tells this unit: choose it')).toBeVisible();
  const heights = dialog.getByRole('radiogroup', { name: 'Unit of the heights' });
  await heights.getByRole('radio', { name: 'Metres' }).click();
  await dialog.getByRole('button', { name: 'Create and upload' }).click();
  await page.waitForURL(/\/projects\/\d+/);
  await expect(page.getByRole('heading', { level: 1, name: 'Unknown place' })).toBeVisible();
});

test('a project is renamed by the rules, then deleted', async ({ page }) => {
  await makeProject(page, 'Short life', await surveyFile({ hasSystem: true }));
  const open = async (item: string) => {
    await page.getByRole('button', { name: 'Project actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await open('Rename project');
  const field = page.getByRole('textbox', { name: 'Project name' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('   ');
  await expect(page.getByText('This field is required')).toBeVisible();
  await field.fill('Longer name');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Longer name' })).toBeVisible();

  await open('Project details');
  await expect(
    page.getByRole('dialog', { name: 'Project details' }).getByText('you', { exact: true }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Project actions' })).toBeFocused();

  await open('Delete project');
  await page.getByRole('radio', { name: 'Destroy project data' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/\/projects\/list$/);
  await expect(page.getByRole('list', { name: 'Projects' }).getByText('Longer name')).toHaveCount(0);
});

test('an upload that was interrupted goes on with the same file', async ({ page }) => {
  const content = await surveyFile({ hasSystem: true });
  await page.route('**/input/**', (route) => route.abort());
  await makeProject(page, 'Interrupted', content);
  await page.waitForURL(/\/projects\/\d+/);
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Files are missing' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Files of the upload' })).toContainText('Missing');
  await expectAccessible(page);
  await page.unroute('**/input/**');
  await dropFile(page.locator('[data-drop-zone] button').first(), 'Interrupted.laz', content);
  await expect(page.getByText('None of these files is one that is missing')).toBeVisible();
  await dropFile(page.locator('[data-drop-zone] button').first(), 'Interrupted.las', content);
  await expect(page.getByRole('heading', { name: 'Files are missing' })).toBeHidden();
});

/** A place by a click, by keys and as text, and the systems that are made for it. */
async function findOnMap(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Find by place on a map' }).click();
  const place = dialog.getByRole('textbox', { name: 'Latitude, longitude' });
  const plan = dialog.getByRole('application', { name: /^Plan of the world/ });
  await plan.click();
  await expect(place).toHaveValue(/^-?0\.\d\d, -?0\.\d\d$/);
  await plan.press('Shift+ArrowUp');
  await expect(place).toHaveValue(/^(29|30)\.\d\d, /);
  await place.fill('43.5 N 80.5 W');
  const system = dialog.getByRole('button', { name: /^NAD83\(CSRS\)v6 \/ MTM zone 10/ });
  await expectAccessible(page);
  await system.click();
  await expect(system).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: 'Hide the map' }).click();
}
