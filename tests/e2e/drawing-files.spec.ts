import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createSite, status } from './support/canvas.ts';
import { test } from './support/fixtures.ts';
import { expectAccessible, expectNoSideways } from './support/page.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Drawing' });
const exportDialog = (page: Page) => page.getByRole('dialog', { name: 'Export the drawing' });

/** A kerb, a pile and a benchmark on the small hill; the file says in which system. */
const drawing = {
  type: 'FeatureCollection',
  crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::26917' } },
  features: [
    {
      type: 'Feature',
      properties: { layer: 'Kerbs', code: 'EP', name: 'West kerb' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [500030, 4500030, 101],
          [500060, 4500040, 102],
          [500090, 4500035, 101.5],
        ],
      },
    },
    {
      type: 'Feature',
      properties: { layer: 'Piles', name: 'Gravel' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [500040, 4500060, 100],
            [500070, 4500060, 100],
            [500070, 4500090, 100],
            [500040, 4500060, 100],
          ],
        ],
      },
    },
    {
      type: 'Feature',
      properties: { layer: 'Points', code: 'BM', name: '7' },
      geometry: { type: 'Point', coordinates: [500060.125, 4500060.25, 103.5] },
    },
  ],
};

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Chooses a drawing, looks at where it would lie, and takes it. */
async function take(page: Page, file: ChosenFile, note: string): Promise<void> {
  await panel(page).locator('input[type=file][multiple]').setInputFiles(file);
  await expect(panel(page).getByText(note, { exact: true })).toBeVisible({ timeout: 60_000 });
  const button = panel(page).getByRole('button', { name: /^Import \d/ });
  await expect(button).toBeEnabled({ timeout: 60_000 });
  await expectAccessible(page);
  await button.click();
  await expect(button).toBeHidden();
}

async function openExport(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Export' }).click();
  await expect(exportDialog(page)).toBeVisible();
}

async function save(page: Page): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await exportDialog(page).getByRole('button', { name: 'Save file' }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('a drawing is imported, goes out in other formats, and comes back', async ({ page }) => {
  test.setTimeout(420_000);
  await page.goto(`${await createSite(page)}/canvas`);
  await expect(status(page)).toContainText('Saved', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Drawing', exact: true }).click();
  const buffer = Buffer.from(JSON.stringify(drawing));
  const kept = { name: 'site.geojson', mimeType: 'application/geo+json', buffer };
  await take(page, kept, 'NAD83 / UTM zone 17N');
  await expect(panel(page).getByRole('button', { name: 'West kerb' })).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Gravel' })).toBeVisible();

  await openExport(page);
  const dialog = exportDialog(page);
  await dialog.getByLabel('File name').fill('a/b');
  await expect(dialog.getByRole('alert')).toContainText('A file name has none of');
  await expect(dialog.getByRole('button', { name: 'Save file' })).toBeDisabled();
  await dialog.getByLabel('File name').fill('kerbs');
  await dialog.getByRole('radio', { name: 'Point text' }).click();
  await dialog.getByLabel('Lines and areas').selectOption({ label: 'As coded points' });
  await dialog.getByLabel('Line start code').fill('');
  await expect(dialog.getByRole('alert')).toContainText('One word, unlike the others.');
  await dialog.getByLabel('Line start code').fill('ST');
  await dialog.getByLabel('Number points from').fill('100');
  await dialog.getByRole('radio', { name: 'By layer' }).click();
  await dialog.getByLabel('Kerbs').check();
  await dialog.getByLabel('Points', { exact: true }).check();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideways(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const points = await save(page);
  expect(points.name).toBe('kerbs.txt');
  expect(points.bytes.toString().trim().split('\r\n')).toEqual([
    '7,4500060.250,500060.125,103.500,BM',
    '100,4500030.000,500030.000,101.000,EP ST',
    '101,4500040.000,500060.000,102.000,EP',
    '102,4500035.000,500090.000,101.500,EP END',
  ]);

  await openExport(page);
  await dialog.getByRole('radio', { name: 'GeoPackage' }).click();
  await dialog.getByRole('radio', { name: 'Visible layers' }).click();
  await expect(dialog.getByText('3 features')).toBeVisible();
  const database = await save(page);
  expect(database.name).toBe('kerbs.gpkg');
  expect(database.bytes.subarray(0, 15).toString()).toBe('SQLite format 3');
  await take(
    page,
    { name: 'back.gpkg', mimeType: 'application/octet-stream', buffer: database.bytes },
    'NAD83 / UTM zone 17N',
  );
  await expect(panel(page).getByRole('button', { name: 'West kerb' })).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(panel(page).getByRole('button', { name: 'West kerb' })).toHaveCount(1);
});
