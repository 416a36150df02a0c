import { expect } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { countPoints, flightFiles } from './support/flight.ts';
import { dropFiles, expectAccessible, expectNoSideways } from './support/page.ts';

test('dropped photos with control and lidar become an orthomosaic, a coloured cloud and a report', async ({
  page,
}) => {
  test.setTimeout(420_000);
  const files = await flightFiles();
  const photos = files.filter(({ name }) => name.endsWith('.JPG')).length;
  const gcps = countPoints(files, 'gcp_list.txt');
  const checkpoints = countPoints(files, 'checkpoints_marks.txt');
  await page.goto('/create');
  await dropFiles(page.locator('[data-drop-zone] button'), files);

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
  await expect(details.getByText('Plumbline SimCam')).toBeVisible();
  await expect(details.getByText('Built-in engine')).toBeVisible();
  await expect(details.getByText('640 × 480')).toBeVisible();
  await expect(details.getByText(/^\d+\.\d\d\smm$/)).toBeVisible();
  await page.keyboard.press('Escape');

  for (const theme of ['light', 'dark']) {
    await page.goto(`${new URL(page.url()).pathname}?theme=${theme}`);
    await expect(table('Checkpoints')).toBeVisible();
    await expect(report.getByRole('img', { name: /^Flight map/ })).toBeVisible();
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const sheet = page.getByRole('dialog', { name: 'Project report' });
  await expect(sheet.getByRole('table', { name: 'Checkpoints' })).toBeVisible();
  await expectNoSideways(page);
  const overflow = await sheet.evaluate((element) =>
    Math.max(...[element, ...element.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)),
  );
  expect(overflow).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
