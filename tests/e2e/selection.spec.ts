import { expect, type Page } from '@playwright/test';
import { createSite, status, tool } from './support/canvas.ts';
import { test } from './support/fixtures.ts';
import { expectAccessible, expectNoSideways } from './support/page.ts';

type Share = readonly [x: number, y: number];

const panel = (page: Page) => page.getByRole('complementary', { name: 'Drawing' });
const chosen = (page: Page, count: number) =>
  expect(panel(page).getByRole('heading', { name: `${count} features` })).toBeVisible();

/** A place of the view, given as shares of its width and height. */
async function placeAt(page: Page, [x, y]: Share): Promise<{ x: number; y: number }> {
  const box = (await page.getByLabel('Survey', { exact: true }).boundingBox())!;
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

async function drag(page: Page, from: Share, ...over: readonly Share[]): Promise<void> {
  const start = await placeAt(page, from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const share of over) {
    const { x, y } = await placeAt(page, share);
    await page.mouse.move(x, y, { steps: 4 });
  }
}

/** Four points in a row of squares, on the ground of the site. */
async function drawPoints(page: Page): Promise<void> {
  await tool(page, 'Point').click();
  const features = panel(page).getByRole('button', { name: /^\d+$/ });
  for (const [i, share] of (
    [
      [0.3, 0.4],
      [0.4, 0.4],
      [0.5, 0.4],
      [0.6, 0.6],
    ] as const
  ).entries()) {
    const { x, y } = await placeAt(page, share);
    await page.mouse.click(x, y);
    await expect(features).toHaveCount(i + 1);
  }
  await page.keyboard.press('Escape');
}

/** Areas take what is inside, what is touched, and add and take away by keys or by the bar. */
async function seeAreas(page: Page): Promise<void> {
  await tool(page, 'Select by box').click();
  await expect(page.getByText('Drag to the right for what is wholly inside')).toBeVisible();
  await expect(status(page)).toContainText('Shift adds, Ctrl takes away');
  await drag(page, [0.27, 0.35], [0.45, 0.5]);
  await expect(page.getByText('Takes what is wholly inside')).toBeVisible();
  await page.mouse.up();
  await expect(page.getByText('2 features found. 2 features.')).toBeVisible();
  await chosen(page, 2);
  await page.keyboard.down('Shift');
  await drag(page, [0.65, 0.65], [0.45, 0.35]);
  await expect(page.getByText('Takes what it touches')).toBeVisible();
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await chosen(page, 4);
  await page
    .getByRole('radiogroup', { name: 'What the next area does' })
    .getByRole('radio', { name: 'Take away' })
    .click();
  await tool(page, 'Select by lasso').click();
  await drag(page, [0.55, 0.55], [0.65, 0.55], [0.65, 0.65], [0.55, 0.65]);
  await page.mouse.up();
  await expect(page.getByText('1 feature taken away.')).toBeVisible();
  await chosen(page, 3);
  await expectAccessible(page);
  await page
    .getByRole('radiogroup', { name: 'What the next area does' })
    .getByRole('radio', { name: 'New' })
    .click();
  await tool(page, 'Select by polygon').click();
  for (const share of [
    [0.27, 0.35],
    [0.35, 0.35],
    [0.35, 0.45],
    [0.27, 0.45],
  ] as const) {
    const { x, y } = await placeAt(page, share);
    await page.mouse.click(x, y);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 feature found. 1 feature.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+i');
  await chosen(page, 3);
}

/** Properties of many: what differs is shown as such, and all changes are one step; then they are found by them. */
async function seeProperties(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Properties…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Properties of 3 features' });
  await dialog.getByLabel('Code').fill('TREE');
  await dialog.getByRole('button', { name: 'Add an attribute' }).click();
  await dialog.getByLabel('Name of the attribute').fill('girth');
  await dialog.getByLabel('Value of girth').fill('2.5');
  await dialog.getByLabel('Symbol').selectOption('tree-conifer');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+a');
  await chosen(page, 4);
  await expect(panel(page).getByLabel('Code', { exact: true })).toHaveAttribute(
    'placeholder',
    'Several values',
  );
  await panel(page).getByRole('button', { name: 'Select by conditions…' }).click();
  const where = page.getByRole('dialog', { name: 'Select by conditions' });
  await expect(where.getByText('must not be empty')).toBeVisible();
  await where.getByLabel('What is looked at').selectOption('Attribute girth');
  await where.getByLabel('Comparison').selectOption('is at least');
  await where.getByLabel('Value').fill('wide');
  await expect(where.getByText('“wide” is not a number')).toBeVisible();
  await where.getByLabel('Value').fill('2');
  await expect(where.getByText('3 features meet them')).toBeVisible();
  await expectAccessible(page);
  await where.getByRole('button', { name: 'Select', exact: true }).click();
  await chosen(page, 3);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+a');
  await expect(panel(page).getByLabel('Code', { exact: true })).not.toHaveAttribute(
    'placeholder',
    'Several values',
  );
}

/** Copied features are pasted where they were and at a place that is clicked, each as one step; a letter is not. */
async function seePasting(page: Page): Promise<void> {
  const features = panel(page).getByRole('button', { name: /^\d+( |$)/ });
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(features).toHaveCount(8);
  await chosen(page, 4);
  await page.keyboard.press('Control+z');
  await expect(features).toHaveCount(4);
  await page.keyboard.press('Control+Shift+v');
  await expect(page.getByText('Click where the lower left corner of 4 features goes')).toBeVisible();
  await expectAccessible(page);
  const { x, y } = await placeAt(page, [0.35, 0.55]);
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
  await expect(features).toHaveCount(8);
  await page.evaluate(() => navigator.clipboard.writeText('a letter'));
  await page.keyboard.press('Control+v');
  await expect(page.getByText('The clipboard holds no features.')).toBeVisible();
}

/** A line is split where it is clicked, and the tool stays until Escape. */
async function seePicking(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await tool(page, 'Polyline').click();
  for (const share of [
    [0.2, 0.7],
    [0.6, 0.7],
  ] as const) {
    const { x, y } = await placeAt(page, share);
    await page.mouse.click(x, y);
  }
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.keyboard.press('Escape');
  const lines = panel(page).getByRole('button', { name: /^Polyline \d/ });
  await lines.click();
  await panel(page).getByRole('button', { name: 'Edit…' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Split at a click' }).click();
  await expect(status(page)).toContainText('Click where a line is to be split');
  const { x, y } = await placeAt(page, [0.4, 0.7]);
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
  await expect(lines).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(lines).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(status(page)).not.toContainText('Click where a line is to be split');
}

test('features are selected by areas and conditions, and changed together', async ({ page }) => {
  test.setTimeout(420_000);
  const project = await createSite(page);
  await page.goto(`${project}/canvas/lidar`);
  await expect(status(page)).toContainText('14,400 points drawn', { timeout: 60_000 });
  await page.keyboard.press('1');
  await page.getByRole('button', { name: 'Drawing', exact: true }).click();
  await drawPoints(page);
  await seeAreas(page);
  await seeProperties(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await seePasting(page);
  await seePicking(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await tool(page, 'Select by box').click();
  await expectNoSideways(page);
  await expectAccessible(page);
});
