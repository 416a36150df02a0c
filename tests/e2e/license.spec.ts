import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startTestAuthority, type TestAuthority } from '#tests/support/license-authority.ts';
import { confirmCreation, dropFile, expectAccessible, expectNoSideways } from './support/page.ts';
import { type JourneyServer, startJourneyServer } from './support/server.ts';
import { surveyFile } from './support/survey-file.ts';

let authority: TestAuthority;
let server: JourneyServer;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-projects-'));
  authority = await startTestAuthority();
  server = await startJourneyServer({
    PLUMBLINE_LICENSE_URL: authority.url,
    PLUMBLINE_LICENSE_PUBLIC_KEY: authority.publicKey,
    PLUMBLINE_LICENSE_DEVELOPER: '1',
  });
});
test.afterAll(async () => {
  await server.stop();
  await authority.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the desktop edition opens with a license and a projects folder, and closes without', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto(`${server.url}/projects/list`);
  await expect(page).toHaveURL(/\/paid-activation$/);
  await expect(page).toHaveTitle('Plumbline');
  await expect(page.getByText('License service reached')).toBeVisible();
  expect((await page.request.post(`${server.url}/api/v2/internal/imageset/search`)).status()).toBe(403);

  const key = page.getByRole('textbox', { name: 'License key' });
  await expect(key).toHaveAttribute('placeholder', 'XXXXX-XXXXX-XXXXX-XXXXX-XXXXX');
  const activate = page.getByRole('button', { name: 'Activate' });
  await activate.click();
  await expect(page.getByText('This field is required.')).toHaveCount(2);
  await key.fill('abc');
  await expect(page.getByText('License key format is incorrect.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Read the agreement' }).click();
  const agreement = page.getByRole('dialog', { name: 'License agreement' });
  await expect(agreement.getByText('Your surveys are not sent.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'I accept the license agreement' }).click();

  await key.fill('none-has-this-key');
  await activate.click();
  await expect(page.getByText('No license has this key')).toBeVisible();

  await page.getByRole('link', { name: 'Start trial' }).click();
  await expect(page).toHaveURL(/\/trial-activation$/);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('This field is required.')).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example');
  await expect(page.getByText('Enter a valid e-mail address.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideways(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Back to license activation' }).click();

  await key.fill('abcd-efgh-1234-5678');
  await page.getByRole('checkbox', { name: 'Activate for all users of this computer' }).click();
  await page.getByRole('checkbox', { name: 'I accept the license agreement' }).click();
  await activate.click();
  await expect(page.getByRole('heading', { name: 'Choose your projects folder' })).toBeVisible();
  expect(authority.calls.at(-1)).toMatchObject({
    call: 'activate',
    request: { key: 'ABCD-EFGH-1234-5678', user: null },
  });

  await page.goto(`${server.url}/create`);
  await expect(page).toHaveURL(/\/paid-activation$/);
  const path = page.getByRole('textbox', { name: 'Folder' });
  await path.fill(join(folder, 'not-there'));
  await page.getByRole('button', { name: 'Use this folder' }).click();
  await expect(page.getByText(/does not exist; make the folder first/)).toBeVisible();
  await expectAccessible(page);
  await path.fill(folder);
  await page.getByRole('button', { name: 'Use this folder' }).click();
  await expect(page).toHaveURL(/\/projects\/list$/);
  await expect(page.getByRole('button', { name: 'Account' })).toHaveCount(0);

  await dropFile(
    page.locator('[data-drop-zone] button').first(),
    'Desk.las',
    await surveyFile({ hasSystem: true }),
  );
  await confirmCreation(page);
  await page.waitForURL(/\/projects\/\d+/);
  await expect(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();
  for (const address of ['/paid-activation', '/trial-activation', '/login']) {
    await page.goto(server.url + address);
    await expect(page).toHaveURL(/\/projects\/list$/);
  }

  await page.getByRole('button', { name: 'License', exact: true }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByText('ABCD-EFGH-1234-5678')).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Check in again' }).click();
  await expect(page.getByText('Checked in with the license service').first()).toBeVisible();

  authority.behaviour.change = { status: 53 };
  await page.request.get(`${server.url}/api/v2/internal/desktop/force_cryptlex_sync`);
  await page.reload();
  await expect(page).toHaveURL(/\/paid-activation$/);
  await expect(page.getByRole('alert').getByText('This license was revoked')).toBeVisible();
  authority.behaviour.change = { status: 0 };
  await page.getByRole('button', { name: 'Check in again' }).click();
  await expect(page).toHaveURL(/\/projects\/list$/);

  await page.getByRole('button', { name: 'License', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Deactivate license' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate this license?' });
  await expect(dialog.getByText('it ends for each of them')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page).toHaveURL(/\/paid-activation$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
