import { expect, type Locator, type Page } from '@playwright/test';
import { createSite, status, tool } from './support/canvas.ts';
import { test } from './support/fixtures.ts';
import { expectAccessible, expectNoSideways } from './support/page.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Drawing' });
const manager = (page: Page) => page.getByRole('dialog', { name: 'Drawings' });

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Drawing', exact: true }).click();
  await expect(panel(page)).toBeVisible();
}

/** Draws a point at a place given as fractions of the view, and waits until it is saved. */
async function drawPoint(page: Page, x: number, y: number): Promise<void> {
  const box = (await page.getByLabel('Survey', { exact: true }).boundingBox())!;
  await tool(page, 'Point').click();
  const features = panel(page).getByRole('button', { name: /^\d+$/ });
  const count = await features.count();
  await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
  await expect(features).toHaveCount(count + 1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await expect(status(page)).toContainText('Saved', { timeout: 30_000 });
}

async function openManager(page: Page): Promise<Locator> {
  await panel(page).getByRole('button', { name: 'Drawings' }).click();
  await expect(manager(page)).toBeVisible();
  return manager(page);
}

async function chooseOf(page: Page, name: string, item: string): Promise<void> {
  await manager(page)
    .getByRole('button', { name: `More about ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function fillName(page: Page, title: string, name: string, submit: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: submit }).click();
  await expect(dialog).toBeHidden();
}

test('drawings are made, named, compared, restored, locked and deleted', async ({ page }) => {
  test.setTimeout(420_000);
  const canvas = `${await createSite(page)}/canvas`;
  await page.goto(canvas);
  await expect(status(page)).toContainText('14,400 points drawn', { timeout: 60_000 });
  await openPanel(page);
  await drawPoint(page, 0.4, 0.4);
  await expect(panel(page).getByRole('button', { name: '1', exact: true })).toBeVisible();

  await openManager(page);
  await expect(manager(page).getByRole('listitem').filter({ hasText: 'Version 1' })).toContainText('newest');
  await expectAccessible(page);
  await chooseOf(page, 'Version 1', 'Name this version');
  await fillName(page, 'Name this version', 'As surveyed', 'Keep');
  await expect(manager(page)).toContainText('As surveyed');
  await manager(page).getByRole('button', { name: 'Close' }).last().click();

  await drawPoint(page, 0.5, 0.5);
  await openManager(page);
  await chooseOf(page, 'As surveyed', 'Compare with the open drawing');
  const comparison = page.getByRole('dialog', { name: 'What changed since version 1' });
  await expect(comparison.getByRole('listitem')).toHaveCount(1);
  await expect(comparison).toContainText('Feature 2');
  await expectAccessible(page);
  await comparison.getByRole('button', { name: 'Back' }).click();
  await chooseOf(page, 'As surveyed', 'Restore');
  await expect(manager(page)).toBeHidden();
  await expect(panel(page).getByRole('button', { name: '1', exact: true })).toBeVisible();
  await expect(panel(page).getByRole('button', { name: '2', exact: true })).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(panel(page).getByRole('button', { name: '2', exact: true })).toBeVisible();

  await openManager(page);
  await chooseOf(page, 'As surveyed', 'Look at it');
  await expect(page).toHaveURL(/version=1/);
  await openPanel(page);
  await expect(panel(page)).toContainText('Version 1, view only');
  await expect(status(page)).toContainText('View only');
  await expect(panel(page).getByRole('button', { name: '1', exact: true })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Back to the newest' }).click();
  await expect(page).not.toHaveURL(/version/);

  await openPanel(page);
  await openManager(page);
  await manager(page).getByRole('button', { name: 'New drawing' }).click();
  await fillName(page, 'New drawing', 'Design', 'Create');
  await chooseOf(page, 'Design', 'Lock');
  await expect(manager(page).getByLabel('Locked')).toBeVisible();
  await chooseOf(page, 'Design', 'Open');
  await expect(page).toHaveURL(/drawing=\d+/);
  await openPanel(page);
  await expect(panel(page)).toContainText('Nothing drawn yet');
  await expect(status(page)).toContainText('View only');
  await openManager(page);
  await chooseOf(page, 'Design', 'Unlock');
  await expect(status(page)).toContainText('Saved', { timeout: 30_000 });
  await openPanel(page);
  await openManager(page);
  await chooseOf(page, 'Design', 'Delete drawing');
  const question = page.getByRole('dialog', { name: 'Delete Design?' });
  await question.getByRole('button', { name: 'Delete drawing' }).click();
  await expect(page).not.toHaveURL(/drawing=/);
  await openPanel(page);
  await expect(panel(page).getByRole('button', { name: '1', exact: true })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await openManager(page);
  await expectNoSideways(page);
  await expectAccessible(page);
});
