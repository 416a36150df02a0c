import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { CameraState } from '#domain/view/camera.ts';
import { chromiumArguments, findChromium } from '../../scripts/chromium.mjs';
import { runProgram } from '../whole-program.ts';
import type { Frame, Opened, OpenRequest } from './page/side.ts';
import type { TerrainFigures } from './page/terrain.ts';
import { serveFolder } from './serve.ts';
import { type CanvasSurvey, cameraPath, type SurveySize, surveyIn } from './survey.ts';

/** A side's figures. */
export interface SideFigures {
  /** The first view on a free link, and over the slow one. */
  readonly opened: Opened;
  readonly openedSlowly: Opened;
  readonly moving: readonly Frame[];
  readonly resting: readonly Frame[];
}

/** What a run of the canvas bench found. */
export interface CanvasFigures {
  readonly survey: CanvasSurvey;
  readonly browser: string;
  readonly ours: SideFigures;
  readonly peer: SideFigures;
  readonly terrain: TerrainFigures;
}

/** What is shown, and how. */
export interface CanvasOptions {
  readonly survey: SurveySize;
  /** Points drawn at most. */
  readonly budget: number;
  /** The graphics card in place of the software adapter. */
  readonly isHardware: boolean;
  /**
   * Folder where the survey is made and kept for later runs; without it, the survey is made for this run and removed.
   */
  readonly keep: string | undefined;
}

export const picture = { width: 1024, height: 640, pointSizePx: 2 } as const;
/** The slow link: 10 Mbit/s down and 40 ms. */
export const slowLink = { mbitPerSecond: 10, latencyMs: 40 } as const;

/** Each so many-th camera of the path is also a stop. */
const stopEvery = 4;

type PageName = 'ours' | 'peer' | 'terrain';
type SideName = Exclude<PageName, 'terrain'>;

/** A page of the bench, closed after use; what goes wrong in it goes to standard error. */
async function withPage<T>(
  browser: Browser,
  address: string,
  name: PageName,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const viewport = { width: picture.width, height: picture.height };
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1 });
  page.setDefaultTimeout(0);
  page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
  try {
    await page.goto(`${address}${name}.html`);
    await page.waitForFunction(() => 'benchSide' in window || 'benchTerrain' in window);
    return await use(page);
  } finally {
    await page.close();
  }
}

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowLink.latencyMs,
    downloadThroughput: (slowLink.mbitPerSecond * 1e6) / 8,
    uploadThroughput: (slowLink.mbitPerSecond * 1e6) / 8,
  });
}

const openOn = (page: Page, request: OpenRequest): Promise<Opened> =>
  page.evaluate((given) => window.benchSide.open(given), request);

async function measureSide(
  browser: Browser,
  address: string,
  side: SideName,
  request: OpenRequest,
  path: CameraState[],
): Promise<SideFigures> {
  const openedSlowly = await withPage(browser, address, side, async (page) => {
    await throttle(page);
    return await openOn(page, request);
  });
  return await withPage(browser, address, side, async (page) => {
    const opened = await openOn(page, request);
    const moving = await page.evaluate((cameras) => window.benchSide.move(cameras), path);
    const stops = path.filter((_, step) => step % stopEvery === 0);
    const resting = await page.evaluate((cameras) => window.benchSide.rest(cameras), stops);
    return { opened, openedSlowly, moving, resting };
  });
}

const isOfSoftware = (argument: string) => argument.includes('swiftshader') || argument.includes('Vulkan');

/** Makes the survey, builds and serves the pages, and drives both sides one after the other in the same browser. */
export async function runCanvas({
  survey: size,
  budget,
  isHardware,
  keep,
}: CanvasOptions): Promise<CanvasFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  const site = join(folder, 'site');
  mkdirSync(site);
  try {
    const pages = ['ours', 'peer', 'terrain'].map((name) => `bench/canvas/page/${name}.ts`);
    runProgram(process.execPath, ['bench/build-pages.mjs', site, ...pages]);
    const made = keep === undefined ? join(folder, 'survey') : resolve(keep);
    const survey = await surveyIn(made, size);
    symlinkSync(made, join(site, 'survey'));
    const server = await serveFolder(site);
    const args = chromiumArguments.filter((argument) => !isHardware || !isOfSoftware(argument));
    const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });
    try {
      const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
      const path = cameraPath(survey.bounds);
      const request = { ...picture, budget, camera: path[0]! };
      const [copc, potree] = [`${address}survey/survey.copc.laz`, `${address}survey/metadata.json`];
      const ours = await measureSide(browser, address, 'ours', { ...request, address: copc }, path);
      const peer = await measureSide(browser, address, 'peer', { ...request, address: potree }, path);
      const terrain = await withPage(browser, address, 'terrain', (page) =>
        page.evaluate((size) => window.benchTerrain(size), picture),
      );
      return { survey, browser: `Chromium ${browser.version()}`, ours, peer, terrain };
    } finally {
      await browser.close();
      server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
