import { expect } from '@playwright/test';
import sharp from 'sharp';
import { texturedPhoto } from '../support/flat-survey.ts';
import { test } from './support/fixtures.ts';
import { type DroppedFile, dropFiles, expectAccessible } from './support/page.ts';

/** Two photos that are sharp and four that are not fit, each for a reason of its own; one lies on its side. */
async function mixedPhotos(): Promise<DroppedFile[]> {
  const [a, b, c] = [await texturedPhoto(1), await texturedPhoto(2), await texturedPhoto(3)];
  const blurred = sharp(c).blur(6);
  const black = sharp({ create: { width: 640, height: 480, channels: 3, background: '#010101' } });
  return [
    { name: 'SHARP_1.JPG', content: a },
    { name: 'SHARP_2.JPG', content: b },
    { name: 'BLURRED.JPG', content: await blurred.clone().jpeg().toBuffer() },
    { name: 'TURNED.JPG', content: await blurred.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer() },
    { name: 'COVERED.JPG', content: await black.jpeg().toBuffer() },
    { name: 'CUT.JPG', content: c.subarray(0, c.length >> 1) },
  ];
}

test('unfit photos are named before any byte is sent, and stay here', async ({ page }) => {
  const files = await mixedPhotos();
  await page.goto('/create');
  await dropFiles(page.locator('[data-drop-zone] button').first(), files);
  const dialog = page.getByRole('dialog', { name: 'Before the upload' });
  const leaveOut = dialog.getByRole('checkbox', { name: 'Leave out these 4 photos' });
  await expect(leaveOut).toBeChecked();
  for (const text of [
    /^BLURRED\.JPG.*blur/,
    /^TURNED\.JPG.*blur/,
    /^COVERED\.JPG: the lens/,
    /^CUT\.JPG: the image/,
  ]) {
    await expect(dialog.getByText(text)).toBeVisible();
  }
  await expect(dialog.getByText(/^SHARP.*blur/)).toHaveCount(0);
  await expect(dialog.getByText(/^SHARP_1\.JPG: nothing tells the focal length/)).toBeVisible();
  await expectAccessible(page);
  const sent = page.waitForRequest(/initialize_for_upload/);
  await dialog.getByRole('button', { name: 'Create and upload' }).click();
  const { files: announced } = (await sent).postDataJSON() as { files: { name: string }[] };
  expect(announced.map(({ name }) => name)).toEqual(['SHARP_1.JPG', 'SHARP_2.JPG']);
});

test('the look at photos can be skipped', async ({ page }) => {
  const files = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => ({
      name: `P${index}.JPG`,
      content: await texturedPhoto(index),
    })),
  );
  await page.goto('/create');
  await page.route('**/*.wasm', () => {});
  await dropFiles(page.locator('[data-drop-zone] button').first(), files);
  const dialog = page.getByRole('dialog', { name: 'Before the upload' });
  const go = dialog.getByRole('button', { name: 'Create and upload' });
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await expect(go).toBeDisabled();
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(dialog.getByRole('progressbar')).toBeHidden();
  await expect(go).toBeEnabled();
});
