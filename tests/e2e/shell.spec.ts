import { expect } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { dropFile, expectAccessible, expectNoSideways } from './support/page.ts';

test('addresses lead where the specification says', async ({ page }) => {
  for (const address of ['/', '/projects', '/projects/', '/projects/map', '/nothing/here']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/projects\/list$/);
    await expect(page).toHaveTitle('Projects / List');
  }
  await page.goto('/create');
  await expect(page).toHaveTitle('Create');
  await page.goto('/projects/999999');
  await expect(page.getByText('It was deleted, or it was never shared with you.')).toBeVisible();
  await expect(page).toHaveTitle(/^unknown project/);
});

test("the canvas's code is fetched beside what the server is asked, not after it", async ({ page }) => {
  await page.route(
    ({ pathname }) => !pathname.startsWith('/assets/') && !pathname.endsWith('/canvas'),
    () => {},
  );
  const code = page.waitForRequest(/\/assets\/CanvasPage-/);
  await page.goto('/projects/999999/canvas');
  await code;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the search box takes Ctrl+K, and its text lives in the address', async ({ page }) => {
  await page.goto('/projects/list');
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nothing-has-this-name');
  await expect(page).toHaveURL(/search=nothing-has-this-name/);
  await expect(page.getByText('No results')).toBeVisible();
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
  await expect(page).toHaveURL(/search=nothing-has-this-name/);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/projects\/list$/);
});

test('a file dropped beside the marked zone changes nothing', async ({ page }) => {
  await page.goto('/projects/list');
  const address = page.url();
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();
  expect(await dropFile(page.locator('body'), 'notes.txt', Buffer.from('text'))).toBe(true);
  expect(page.url()).toBe(address);
});

test('the marked zone refuses what is no lidar, and says so', async ({ page }) => {
  await page.goto('/create');
  await dropFile(
    page.locator('[data-drop-zone] button').first(),
    'fake.las',
    Buffer.from('LASX this is not lidar'),
  );
  const dialog = page.getByRole('dialog', { name: 'These files cannot become a project' });
  await expect(dialog.getByText(/fake\.las/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the theme is chosen in the settings and kept', async ({ page }) => {
  await page.goto('/projects/list');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

for (const theme of ['light', 'dark'] as const) {
  test(`list and create are accessible in the ${theme} theme, also on a phone`, async ({ page }) => {
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      for (const address of ['/projects/list', '/create']) {
        await page.goto(`${address}?theme=${theme}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
        await expectAccessible(page);
        await expectNoSideways(page);
      }
    }
  });
}
