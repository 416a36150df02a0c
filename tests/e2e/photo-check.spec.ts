import { expect } from '@playwright/test';
import sharp from 'sharp';
import { texturedPhoto } from '../support/flat-survey.ts';
import { buildExif } from '../support/photo-fixture.ts';
import { test } from './support/fixtures.ts';
import { type DroppedFile, dropFiles, expectAccessible } from './support/page.ts';

/** Two sharp photos and four unfit ones, each for a different reason; one is rotated. */
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
  await expect(
    dialog.getByText(/^\d photos \(SHARP_1\.JPG and others\): nothing tells the focal length/),
  ).toBeVisible();
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

/** A photo whose position has no hemisphere: neither north nor south, neither east nor west. */
async function photoSomewhere(index: number): Promise<DroppedFile> {
  const degrees = (value: number) => ({
    rational: [
      [Math.round(value * 1e6), 1_000_000],
      [0, 1],
      [0, 1],
    ] as const,
  });
  const exif = buildExif({ gps: { 2: degrees(33.5), 4: degrees(151.25 + index / 10_000) } });
  const jpeg = await texturedPhoto(index);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, (exif.length + 8) >> 8, (exif.length + 8) & 255]);
  return {
    name: `P${index}.JPG`,
    content: Buffer.concat([head, Buffer.from('Exif\0\0'), exif, jpeg.subarray(2)]),
  };
}

test('what positions and marks leave open is asked before the upload', async ({ page }) => {
  const control = 'EPSG:32756\n330000 6290000 10 400 600 P1.JPG A\n330100 6290000 10 300 500 P2.JPG B\n';
  const files = [
    await photoSomewhere(1),
    await photoSomewhere(2),
    { name: 'gcp_list.txt', content: Buffer.from(control) },
  ];
  await page.goto('/create');
  await dropFiles(page.locator('[data-drop-zone] button').first(), files);
  const dialog = page.getByRole('dialog', { name: 'Before the upload' });
  const go = dialog.getByRole('button', { name: 'Create and upload' });
  await expect(go).toBeEnabled();
  await go.click();
  await expect(dialog.getByText('Say where the photos were taken')).toBeVisible();
  await expect(
    dialog.getByText('Have the marks read so, or take the file back and correct it'),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'S, E' }).click();
  await dialog.getByRole('checkbox', { name: 'Read the marks with their two columns exchanged' }).click();
  const made = page.waitForRequest(
    (request) => /\/imageset\/?$/.test(request.url()) && request.method() === 'POST',
  );
  await go.click();
  const { settings } = (await made).postDataJSON() as { settings: Record<string, unknown> };
  expect(settings).toMatchObject({ hemisphere: 'SE', mark_frame: 'swapped' });
});
