import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { texturedPhoto } from '../support/flat-survey.ts';
import { buildExif } from '../support/photo-fixture.ts';
import { test } from './support/fixtures.ts';
import { type DroppedFile, dropFiles, expectAccessible } from './support/page.ts';
import { surveyFile } from './support/survey-file.ts';

/** Number of names tried of each kind. */
const tried = 150;

/** The names of the table that are longest as a whole, and those with the longest words. */
async function longNames(): Promise<string[]> {
  const tables = ['projected', 'geodetic'].map(async (name) => {
    const text = await readFile(new URL(`../../domain/crs/table/${name}.json`, import.meta.url), 'utf8');
    const { rows } = JSON.parse(text) as { rows: string[] };
    return rows.map((row) => row.split('|')[1] ?? '');
  });
  const names = (await Promise.all(tables)).flat();
  const longest = (lengthOf: (name: string) => number) =>
    [...names].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, tried);
  const wordLength = (name: string) => Math.max(...name.split(/[\s/-]+/).map((word) => word.length));
  return [...longest((name) => name.length), ...longest(wordLength)];
}

/** Names that overflow an element of the page or its container when they replace its text. */
async function runningOut(element: Locator, own: string, names: readonly string[]): Promise<string[]> {
  return await element.evaluate(
    (node, { own: text, names: all }) => {
      const words = node.textContent ?? '';
      const place = [...node.childNodes].find((child) => child.textContent?.includes(text)) ?? node;
      const holder = node.closest('[role=dialog], [role=listbox]') ?? document.body;
      const runs = (name: string) => {
        place.textContent = words.replace(text, name);
        const [box, room] = [node.getBoundingClientRect(), holder.getBoundingClientRect()];
        const range = document.createRange();
        range.selectNodeContents(node);
        const inner = range.getBoundingClientRect();
        return (
          inner.right > box.right + 1 ||
          inner.bottom > box.bottom + 1 ||
          box.right > room.right + 1 ||
          holder.scrollWidth > holder.clientWidth
        );
      };
      const found = all.filter(runs);
      place.textContent = words;
      return found;
    },
    { own, names },
  );
}

/** A photo that says where it was taken. */
async function placedPhoto(index: number): Promise<DroppedFile> {
  const degrees = (value: number) => ({
    rational: [
      [Math.round(value * 1e6), 1_000_000],
      [0, 1],
      [0, 1],
    ] as const,
  });
  const gps = { 1: { ascii: 'N' }, 2: degrees(38.9), 3: { ascii: 'W' }, 4: degrees(77 + index / 10_000) };
  const exif = buildExif({ gps });
  const jpeg = await texturedPhoto(index);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, (exif.length + 8) >> 8, (exif.length + 8) & 255]);
  return {
    name: `P${index}.JPG`,
    content: Buffer.concat([head, Buffer.from('Exif\0\0'), exif, jpeg.subarray(2)]),
  };
}

async function drop(page: Page, files: readonly DroppedFile[], textSize: string): Promise<Locator> {
  await page.goto('/create');
  await page.addStyleTag({ content: `html { font-size: ${textSize} !important; }` });
  await dropFiles(page.locator('[data-drop-zone] button').first(), files);
  return page.getByRole('dialog', { name: 'Before the upload' });
}

for (const textSize of ['100%', '175%']) {
  test(`the longest names of systems stay in their boxes on a phone, text at ${textSize}`, async ({
    page,
  }) => {
    const names = await longNames();
    await page.setViewportSize({ width: 360, height: 740 });

    const lidar = await drop(
      page,
      [{ name: 'hill.las', content: await surveyFile({ hasSystem: true }) }],
      textSize,
    );
    const own = 'NAD83 / UTM zone 17N + height';
    const title = lidar.locator('summary > span').filter({ hasText: own });
    expect(await runningOut(title, own, names)).toEqual([]);
    expect(await runningOut(lidar.getByText(own, { exact: true }), own, names)).toEqual([]);
    await title.click();
    await lidar.getByRole('combobox', { name: 'Coordinate system' }).fill('EPSG:26917');
    const option = page.getByRole('option').first();
    const listed = 'NAD83 / UTM zone 17N';
    await expect(option).toContainText(listed);
    expect(await runningOut(option, listed, names)).toEqual([]);

    const photos = await drop(page, [await placedPhoto(1), await placedPhoto(2)], textSize);
    await photos.locator('summary').filter({ hasText: 'Coordinate system' }).click();
    const chip = photos.getByRole('button', { name: /^NAD83/ }).first();
    const offered = (await chip.textContent()) ?? '';
    expect(await runningOut(chip, offered, names)).toEqual([]);
    await photos.getByRole('button', { name: /on a map/ }).click();
    const system = photos.getByRole('listitem').getByRole('button').first();
    await expect(system).toBeVisible();
    const first = (await system.locator('span').first().textContent()) ?? '';
    expect(await runningOut(system, first, names)).toEqual([]);
    await expectAccessible(page);
  });
}
