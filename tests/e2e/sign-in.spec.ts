import { expect } from '@playwright/test';
import { signedOut, test } from './support/fixtures.ts';
import { expectAccessible } from './support/page.ts';

test.use({ storageState: signedOut });

test('a page of projects leads to sign-in, which says what is wrong', async ({ page }) => {
  await page.goto('/projects/list?search=quarry');
  await expect(page).toHaveURL(/\/login/);
  await expect(page).toHaveTitle('Login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('This field is required')).toHaveCount(2);
  await page.getByLabel('Email').fill('owner@localhost');
  await page.getByLabel('Password').fill('Not-the-password-1');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText(/password is wrong/)).toBeVisible();
});

test('a one-time link works once', async ({ page, server }) => {
  await page.goto(server.signInUrl);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login\?link=expired/);
  await expect(page.getByText(/was used already or has run out/)).toBeVisible();
  await page.context().addCookies(server.owner.cookies);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/projects\/list/);
});

for (const theme of ['light', 'dark'] as const) {
  test(`sign-in is accessible in the ${theme} theme`, async ({ page }) => {
    await page.goto(`/login?theme=${theme}`);
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    for (const brand of ['plumbline', 'carlson', 'unifli']) {
      await page.goto(`/login?theme=${theme}&whiteLabel=${brand}`);
      await expect(page.locator('html')).toHaveAttribute('data-brand', brand);
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
      await expectAccessible(page);
    }
  });
}

test('a person who logs out is led to sign-in, and back after it', async ({ page, server }) => {
  await page.context().addCookies(server.owner.cookies);
  // The session is shared with the other journeys: the server keeps it, only the page is signed out.
  await page.route('**/api/account/logout', (route) => route.fulfill({ json: { ok: true } }));
  await page.goto('/create');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menu').getByText('owner@localhost')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fcreate/);
});
