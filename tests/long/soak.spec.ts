import { type CDPSession, expect, type Page } from '@playwright/test';
import { test } from '../e2e/support/fixtures.ts';
import { makeProject } from '../e2e/support/page.ts';
import { surveyFile } from '../e2e/support/survey-file.ts';

/** How long the canvas is worked with; PLUMBLINE_SOAK_MINUTES shortens it for a trial. */
const minutes = Number(process.env['PLUMBLINE_SOAK_MINUTES'] ?? 30);
const seed = 20_261_128;

/** What has to come back to where it was. */
interface Footprint {
  readonly heapBytes: number;
  readonly deviceMegabytes: number;
  readonly workers: number;
}

/** Numbers from 0 to 1, the same in every run (mulberry32, Tommy Ettinger, 2017). */
function randomSource(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const canvas = (page: Page) => page.getByLabel(/^(Survey|First view of the survey)$/);

async function seeAll(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('14,400 points drawn', {
    timeout: 60_000,
  });
}

async function measure(page: Page, session: CDPSession): Promise<Footprint> {
  await page.keyboard.press('b');
  const panel = page.getByRole('complementary', { name: 'Figures of the view' });
  const total = panel.locator('dt:text-is("On the device") + dd');
  await expect(panel.locator('dt:text-is("Pieces waiting") + dd')).toHaveText('0', { timeout: 30_000 });
  const deviceMegabytes = Number.parseFloat(((await total.textContent()) ?? '').replaceAll(',', ''));
  await page.keyboard.press('b');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return { heapBytes: usedSize, deviceMegabytes, workers: page.workers().length };
}

/** Closes the canvas and opens it again, without reloading the page. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Soak', exact: true }).first().click();
  await expect(canvas(page)).toHaveCount(0);
  await page.goBack();
  await seeAll(page);
}

/** One thing that a person does, by chance. */
async function doSomething(page: Page, random: () => number): Promise<void> {
  const box = (await canvas(page).boundingBox())!;
  const place = () =>
    [box.x + (0.2 + 0.6 * random()) * box.width, box.y + (0.2 + 0.6 * random()) * box.height] as const;
  const drag = async (button: 'left' | 'right') => {
    await page.mouse.move(...place());
    await page.mouse.down({ button });
    await page.mouse.move(...place(), { steps: 8 });
    await page.mouse.up({ button });
  };
  const acts: Readonly<Record<string, () => Promise<void>>> = {
    orbit: () => drag('left'),
    pan: () => drag('right'),
    zoom: async () => {
      await page.mouse.move(...place());
      await page.mouse.wheel(0, random() < 0.5 ? -400 : 400);
    },
    classic: () => page.keyboard.press('1'),
    plan: () => page.keyboard.press('2'),
    space: () => page.keyboard.press('3'),
    split: () => page.keyboard.press('4'),
    sideBySide: () => page.keyboard.press('5'),
    parallel: () => page.keyboard.press('o'),
    words: () => page.keyboard.press('t'),
    fit: () => page.keyboard.press('f'),
    keys: () => page.keyboard.press('?').then(() => page.keyboard.press('Escape')),
    leave: () => leaveAndReturn(page),
  };
  const names = Object.keys(acts);
  // Leaving is rarer than moving.
  const name = random() < 0.05 ? 'leave' : names[Math.floor(random() * (names.length - 1))]!;
  await acts[name]!();
}

test('half an hour of work leaves nothing behind', async ({ page }) => {
  test.setTimeout((minutes + 10) * 60_000);
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  const url = await makeProject(page, 'Soak', await surveyFile({ hasSystem: true }));
  const project = url.replace(/(\/projects\/\d+).*/, '$1');
  const tiles = page.getByRole('navigation', { name: 'Products' }).getByRole('link');
  await expect(tiles.filter({ hasText: 'Digital elevation model' })).toContainText('Done', {
    timeout: 240_000,
  });
  const session = await page.context().newCDPSession(page);
  const random = randomSource(seed);
  const work = async (ms: number) => {
    for (const end = Date.now() + ms; Date.now() < end; ) await doSomething(page, random);
  };
  const footprint = async () => {
    await leaveAndReturn(page);
    return await measure(page, session);
  };

  await page.goto(`${project}/canvas/lidar`);
  await seeAll(page);
  await work(60_000);
  const before = await footprint();
  await work(minutes * 60_000);
  const after = await footprint();

  console.log(`before ${JSON.stringify(before)}, after ${minutes} minutes ${JSON.stringify(after)}`);
  expect(failures).toEqual([]);
  expect(after.workers).toBeLessThanOrEqual(before.workers);
  expect(after.deviceMegabytes).toBeLessThanOrEqual(before.deviceMegabytes + 0.2);
  expect(after.heapBytes).toBeLessThan(before.heapBytes * 1.1 + 4 * 2 ** 20);
});
