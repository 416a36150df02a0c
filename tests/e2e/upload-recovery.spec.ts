import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Route, request, test } from '@playwright/test';
import { startS3Server } from '../support/s3-server.ts';
import { confirmCreation, dropKept, makeProject } from './support/page.ts';
import { type JourneyServer, startJourneyServer } from './support/server.ts';
import { signInBy } from './support/sign-in.ts';
import { surveyFile } from './support/survey-file.ts';

let server: JourneyServer;
test.beforeAll(async () => {
  server = await startJourneyServer();
});
test.afterAll(() => server.stop());

test('an upload outlives the server and the page, and goes on from its parts to the end', async ({
  browser,
}) => {
  const owner = await request.newContext();
  await signInBy(owner, server.signInUrl);
  const context = await browser.newContext({ baseURL: server.url, storageState: await owner.storageState() });
  await owner.dispose();
  const page = await context.newPage();
  const numberOf = (url: string) => new URL(url).searchParams.get('partNumber');
  const stored: string[] = [];
  const held: Route[] = [];
  context.on('response', (response) => {
    const number = numberOf(response.url());
    if (number !== null && response.ok()) stored.push(number);
  });
  await context.route(/partNumber=3&/, (route) => void held.push(route));

  await page.goto('/create');
  await dropKept(page, 'Large site.las', await surveyFile({ hasSystem: true }));
  await confirmCreation(page);
  await page.waitForURL(/\/projects\/\d+/);
  await expect.poll(() => [stored.length, held.length]).toEqual([4, 1]);
  await server.kill();
  await page.close({ runBeforeUnload: false });
  await context.unroute(/partNumber=3&/);
  await server.restart();

  stored.length = 0;
  const next = await context.newPage();
  await next.goto('/projects/list');
  await expect.poll(() => stored).toEqual(['3']);
  await expect(next.getByRole('button', { name: /^Uploads/ })).toBeHidden();
  await next
    .getByRole('link', { name: /Large site/ })
    .first()
    .click();
  await expect(next.getByRole('heading', { level: 1, name: 'Large site' })).toBeVisible();
  await expect(next.getByRole('navigation', { name: 'Products' })).toBeVisible();
  await context.close();
});

test('a page sends to an object store under signed addresses', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bucket-'));
  const bucket = await startS3Server(folder);
  const { url, region, accessKeyId, secretAccessKey } = bucket.settings;
  const cloud = await startJourneyServer({
    PLUMBLINE_MODE: 'cloud',
    PLUMBLINE_S3_URL: url,
    PLUMBLINE_S3_REGION: region,
    PLUMBLINE_S3_ACCESS_KEY_ID: accessKeyId,
    PLUMBLINE_S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  try {
    const page = await browser.newPage({ baseURL: cloud.url });
    await page.goto(cloud.signInUrl);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/projects\/list/);
    await makeProject(page, 'Far site', await surveyFile({ hasSystem: true }));
    await expect(page.getByRole('navigation', { name: 'Products' })).toBeVisible();
    const asked = () => bucket.log.join('\n');
    await expect.poll(asked).toMatch(/^PUT arriving\/1\/\w+\/lidar_point_cloud_1_0\.las$/m);
    await expect.poll(asked).toMatch(/^COPY 1\/input\/\w+\/lidar_point_cloud_1_0\.las$/m);
    await page.close();
  } finally {
    await cloud.stop();
    await bucket.close();
    await rm(folder, { recursive: true, force: true });
  }
});
