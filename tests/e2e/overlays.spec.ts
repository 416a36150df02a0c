import { expect, type Locator, type Page } from '@playwright/test';
import { encodePng } from '#domain/formats/png/encode-png.ts';
import { createSite, status } from './support/canvas.ts';
import { test } from './support/fixtures.ts';
import { expectAccessible, expectNoSideways } from './support/page.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Drawing' });
const list = (page: Page) => panel(page).getByRole('region', { name: 'Overlays' });
const picture = (page: Page): Locator => page.getByRole('application', { name: /^Picture of the overlay/ });

/** A plan of coloured squares, so that its place in the view is seen. */
function planPng(): Buffer {
  const [width, height] = [640, 480];
  const pixels = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [column, row] = [Math.floor((i % width) / 80), Math.floor(i / width / 80)];
    pixels.set((column + row) % 2 === 0 ? [225, 30, 140] : [250, 240, 90], i * 3);
  }
  return Buffer.from(encodePng({ width, height, channels: 3, pixels }));
}

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Drawing', exact: true }).click();
  await expect(panel(page)).toBeVisible();
}

async function addOverlay(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await list(page).getByRole('button', { name: 'Add overlay' }).click();
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer });
}

/** Clicks a place of the picture, then one of the view, both as fractions. */
async function pickPair(page: Page, inPicture: readonly [number, number], onSite: readonly [number, number]) {
  const pairs = panel(page).getByRole('list', { name: 'Pairs of points' }).getByRole('listitem');
  const count = await pairs.count();
  const box = (await picture(page).boundingBox())!;
  await page.mouse.click(box.x + inPicture[0] * box.width, box.y + inPicture[1] * box.height);
  await expect(page.getByTestId('pending-place')).toBeVisible();
  const view = (await page.getByLabel('Survey', { exact: true }).boundingBox())!;
  await page.mouse.click(view.x + onSite[0] * view.width, view.y + onSite[1] * view.height);
  await expect(pairs).toHaveCount(count + 1);
}

/** Share of the view's pixels, but for those under panels, that have a colour of the plan. */
async function plannedShare(page: Page): Promise<number> {
  const { x, y, width, height } = (await page.getByLabel('Survey', { exact: true }).boundingBox())!;
  const clip = { x: x + 0.06 * width, y: y + 0.1 * height, width: 0.64 * width, height: 0.85 * height };
  const shot = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (base64) => {
    const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let found = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [red, green, blue] = [data[i]!, data[i + 1]!, data[i + 2]!];
      if (red > 180 && green < 90 && blue > 90 && blue < 190) found++;
    }
    return found / (data.length / 4);
  }, shot);
}

test('a plan is laid over the site by pairs of points', async ({ page }) => {
  test.setTimeout(420_000);
  await page.goto(`${await createSite(page)}/canvas`);
  await expect(status(page)).toContainText('14,400 points drawn', { timeout: 60_000 });
  await page.getByRole('radio', { name: '2D', exact: true }).click();
  await openPanel(page);
  await addOverlay(page, 'notes.png', Buffer.from('this is no picture, whatever its name says'));
  await expect(list(page).getByRole('alert')).toContainText('notes.png cannot be used as an overlay');
  await addOverlay(page, 'plan 1968.png', planPng());
  await expect(picture(page)).toBeVisible({ timeout: 60_000 });
  await expect(panel(page)).toContainText('A similarity fit needs 2 more pairs of points.');
  await panel(page).getByRole('button', { name: 'Done' }).click();
  await expect(panel(page).getByRole('alert')).toContainText('needs 2 more pairs');
  await expectAccessible(page);
  expect(await plannedShare(page)).toBeLessThan(0.01);

  await pickPair(page, [0.1, 0.2], [0.25, 0.3]);
  await expect(panel(page)).toContainText('needs 1 more pair of points.');
  await pickPair(page, [0.9, 0.8], [0.55, 0.7]);
  await expect(panel(page)).toContainText('Root mean square residual');
  await expect(panel(page)).toContainText('just determine the fit');
  await expect.poll(() => plannedShare(page), { timeout: 30_000 }).toBeGreaterThan(0.02);

  await pickPair(page, [0.9, 0.2], [0.56, 0.31]);
  await pickPair(page, [0.1, 0.8], [0.25, 0.71]);
  await pickPair(page, [0.5, 0.5], [0.4, 0.51]);
  await panel(page).getByLabel('Fit', { exact: true }).selectOption('affine');
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Leave pair 5 out of the fit' }).click();
  await expect(panel(page).getByRole('button', { name: 'Use pair 5 in the fit' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Remove pair 5' }).click();
  const pairs = panel(page).getByRole('list', { name: 'Pairs of points' }).getByRole('listitem');
  await expect(pairs).toHaveCount(4);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(pairs).toHaveCount(5);

  await panel(page).getByLabel('Fit', { exact: true }).selectOption('projective');
  await expect.poll(() => plannedShare(page), { timeout: 30_000 }).toBeGreaterThan(0.02);
  await picture(page).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('+');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('pending-place')).toBeVisible();

  const name = panel(page).getByLabel('Name of the overlay', { exact: true });
  await name.fill(' ');
  await expect(panel(page).getByRole('alert')).toContainText('needs a name');
  await expect(panel(page).getByRole('button', { name: 'Done' })).toBeDisabled();
  await name.fill('Plan of 1968');
  await panel(page).getByRole('button', { name: 'Done' }).click();
  await expect(list(page).getByRole('textbox')).toHaveValue('Plan of 1968');

  await list(page).getByRole('button', { name: 'Hide Plan of 1968' }).click();
  await expect.poll(() => plannedShare(page), { timeout: 30_000 }).toBeLessThan(0.01);
  await list(page).getByRole('button', { name: 'Show Plan of 1968' }).click();
  await list(page).getByRole('button', { name: 'Properties of Plan of 1968' }).click();
  await list(page).getByRole('slider', { name: 'Opacity' }).press('ArrowLeft');
  await expectAccessible(page);
  await page.keyboard.press('Control+s');
  await expect(status(page)).toContainText('Saved', { timeout: 30_000 });

  await page.reload();
  await expect(status(page)).toContainText('14,400 points drawn', { timeout: 60_000 });
  await page.getByRole('radio', { name: '2D', exact: true }).click();
  await expect.poll(() => plannedShare(page), { timeout: 60_000 }).toBeGreaterThan(0.02);
  await page.getByRole('radio', { name: '3D', exact: true }).click();
  await expect.poll(() => plannedShare(page), { timeout: 60_000 }).toBeGreaterThan(0.01);

  await page.setViewportSize({ width: 390, height: 844 });
  await openPanel(page);
  await list(page).getByRole('button', { name: 'Place Plan of 1968' }).click();
  await expect(picture(page)).toBeVisible();
  await expectNoSideways(page);
  await expectAccessible(page);
});
