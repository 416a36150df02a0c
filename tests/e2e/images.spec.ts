import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { countPoints, flightFiles } from './support/flight.ts';
import { dropFiles, expectAccessible, expectNoSideways } from './support/page.ts';
import { startTileServer } from './support/tile-server.ts';

test('dropped photos with control and lidar become an orthomosaic, a coloured cloud and a report', async ({
  page,
}) => {
  test.setTimeout(420_000);
  const files = await flightFiles();
  const photos = files.filter(({ name }) => name.endsWith('.JPG')).length;
  const gcps = countPoints(files, 'gcp_list.txt');
  const checkpoints = countPoints(files, 'checkpoints_marks.txt');
  await page.goto('/create');
  await dropFiles(page.locator('[data-drop-zone] button').first(), files);

  const dialog = page.getByRole('dialog', { name: 'Before the upload' });
  await expect(dialog.getByText(`${photos} of ${photos} with a satellite position`)).toBeVisible();
  await expect(dialog.getByText('Plumbline SimCam 640 × 480')).toBeVisible();
  const role = (file: string, name: string) =>
    dialog.getByRole('radiogroup', { name: file }).getByRole('radio', { name });
  await expect(role('gcp_list.txt', 'Ground control')).toBeChecked();
  await expect(role('checkpoints_marks.txt', 'Checkpoints')).toBeChecked();
  await expect(dialog.getByText('lidar.laz')).toBeVisible();
  await expect(dialog.getByText('The points are coloured from the photos.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Project name' }).fill('Small flight');
  await dialog.getByRole('radio', { name: 'Low' }).click();
  await dialog.getByRole('button', { name: 'Create and upload' }).click();
  await page.waitForURL(/\/projects\/\d+/);

  const tiles = page.getByRole('navigation', { name: 'Products' }).getByRole('link');
  const tile = (name: string) => tiles.filter({ hasText: name });
  await expect(tile('Bundle adjustment')).toContainText('Done', { timeout: 240_000 });
  await tile('Bundle adjustment').click();
  const block = page.getByRole('article', { name: 'Bundle adjustment' });
  const map = block.getByRole('img', {
    name: `Flight map: ${photos} photos, ${gcps} ground control points, ${checkpoints} checkpoints`,
  });
  await expect(map).toBeVisible();
  await expect(block.getByText(`${photos} / ${photos}`)).toBeVisible();

  await expect(page.getByRole('region', { name: 'Project status' })).toBeHidden({ timeout: 240_000 });
  await tile('Orthomosaic').click();
  const picture = page.getByRole('img', { name: 'Picture of the Orthomosaic' });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);

  for (const name of ['Lidar point cloud', 'Colored point cloud'])
    await expect(tile(name)).toContainText('Done');
  await tile('Colored point cloud').click();
  await expect(page.getByRole('img', { name: 'Picture of the Colored point cloud' })).toBeVisible();

  await tile('Project report').click();
  const report = page.getByRole('article', { name: 'Project report' });
  const table = (name: string) => report.getByRole('table', { name });
  await expect(table('Ground control points').getByRole('row')).toHaveCount(gcps + 2);
  await expect(table('Checkpoints').getByRole('row')).toHaveCount(checkpoints + 2);
  await expect(table('Checkpoints').getByRole('row', { name: /^RMSE/ })).toBeVisible();
  await expect(report.getByText('dense points', { exact: false }).first()).toBeVisible();
  const printed = report.getByRole('link', { name: 'Download PDF' });
  const answer = await page.request.get((await printed.getAttribute('href')) ?? '');
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('button', { name: 'Project actions' }).click();
  await page.getByRole('menuitem', { name: 'Project details' }).click();
  const details = page.getByRole('dialog', { name: 'Project details' });
  const flown = details.getByRole('region', { name: 'Photos', exact: true });
  await expect(flown.getByText('Plumbline SimCam')).toBeVisible();
  await expect(details.getByText('Built-in engine')).toBeVisible();
  await expect(flown.getByText('640 × 480')).toBeVisible();
  await expect(flown.getByText(/^\d+\.\d\d\smm$/)).toBeVisible();
  await page.keyboard.press('Escape');

  for (const theme of ['light', 'dark']) {
    await page.goto(`${new URL(page.url()).pathname}?theme=${theme}`);
    await expect(table('Checkpoints')).toBeVisible();
    await expect(report.getByRole('img', { name: /^Flight map/ })).toBeVisible();
    await expectAccessible(page);
  }
  const projectUrl = page.url().replace(/(\/projects\/\d+).*/, '$1');
  await page.setViewportSize({ width: 390, height: 844 });
  const sheet = page.getByRole('dialog', { name: 'Project report' });
  await expect(sheet.getByRole('table', { name: 'Checkpoints' })).toBeVisible();
  await expectNoSideways(page);
  const overflow = await sheet.evaluate((element) =>
    Math.max(...[element, ...element.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)),
  );
  expect(overflow).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await seeStations(page, projectUrl, photos);
  await seeBasemap(page, projectUrl);
});

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Layers and display' });

/** The orthomosaic in the canvas, and the camera stations over it with their photos, wide and on a phone. */
async function seeStations(page: Page, projectUrl: string, photos: number): Promise<void> {
  const reads: string[] = [];
  const small: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/bundle-adjustment\.|\/images$/.test(pathname)) reads.push(pathname);
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.includes('/thumbnail/') && response.ok()) small.push(pathname);
  });
  await page.setViewportSize({ width: 1200, height: 700 });
  await page.goto(`${projectUrl}/canvas/orthomosaic?theme=light`);
  const products = panelOf(page);
  await expect(products.getByRole('checkbox', { name: 'Orthomosaic' })).toBeChecked();
  const view = page.getByRole('combobox', { name: 'View', exact: true });
  await view.selectOption('3D');
  const all = products.getByRole('checkbox', { name: 'Camera stations' });
  await all.check();
  const parts = products.getByRole('group', { name: 'Camera stations' });
  await expect(parts.getByRole('checkbox', { name: 'Pictures' })).toBeChecked();
  await expect.poll(() => new Set(small).size).toBeGreaterThan(1);

  const read = reads.length;
  expect(read).toBeGreaterThan(2);
  await all.uncheck();
  await all.check();
  await parts.getByRole('button', { name: 'Go through the photos' }).click();
  expect(reads).toHaveLength(read);

  const card = page.getByRole('region', { name: 'Photo' });
  const picture = card.getByRole('img');
  const name = await picture.getAttribute('alt');
  const widthOf = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(widthOf).toBe(512);
  const whole = await page.request.get((await card.getByRole('link').getAttribute('href')) ?? '');
  expect((await whole.body()).subarray(0, 2).toString('hex')).toBe('ffd8');
  await card.getByRole('button', { name: 'Next' }).click();
  await expect(picture).not.toHaveAttribute('alt', name ?? '');
  await expect(card.getByRole('heading')).toHaveText(/\.JPG$/);
  await expect(parts.getByText(String(photos), { exact: true })).toHaveCount(2);
  await expectAccessible(page);

  await savePoints(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(card).toBeInViewport();
  await expect(panelOf(page)).toBeHidden();
  await expectNoSideways(page);
  await expectAccessible(page);
}

/** The points of a cloud that is shown are saved as LAZ. */
async function savePoints(page: Page): Promise<void> {
  const panel = panelOf(page);
  const cloud = panel.getByRole('checkbox', { name: 'Lidar point cloud' });
  await cloud.check();
  await panel.getByRole('button', { name: 'Export points' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export points' });
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('Small flight.laz');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('LASF');
  expect(bytes.readUInt8(104) & 0x80).toBe(0x80);
  expect(Number(bytes.readBigUInt64LE(247))).toBeGreaterThan(10_000);
  await cloud.uncheck();
}

/** Tiles of another server appear under the plan once the user configures it and reloads the page. */
async function seeBasemap(page: Page, projectUrl: string): Promise<void> {
  const tiles = await startTileServer();
  await page.setViewportSize({ width: 1200, height: 700 });
  await page.goto(`${projectUrl}/canvas/orthomosaic?theme=light`);
  const panel = panelOf(page);
  const isShown = panel.getByRole('checkbox', { name: 'Show map tiles in 2D' });
  await expect(isShown).toBeDisabled();
  const address = panel.getByRole('textbox', { name: 'Address of the tiles' });
  await address.fill(`${tiles.url}/{z}/{x}.png`);
  await expect(panel.getByText('The address needs {z}, {x} and {y} behind the host name.')).toBeVisible();
  await address.fill(`${tiles.url}/{z}/{x}/{y}.png`);
  await address.press('Enter');
  await panel.getByRole('textbox', { name: 'Attribution' }).fill('Map by the test');
  await panel.getByRole('button', { name: 'Reload and show' }).click();
  await expect(isShown).toBeChecked();
  expect(tiles.asked()).toBe(0);
  await page.getByRole('combobox', { name: 'View', exact: true }).selectOption('2D');
  await expect.poll(tiles.asked).toBeGreaterThan(3);
  await expect(page.getByText('Map by the test')).toBeVisible();
  await expectAccessible(page);
  await tiles.close();
}
