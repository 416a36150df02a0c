import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../scripts/chromium.mjs';
import { serveFolder } from '../canvas/serve.ts';
import { runProgram } from '../whole-program.ts';
import type { VectorFigures, VectorRequest } from './page/vectors.ts';

const isOfSoftware = (argument: string) => argument.includes('swiftshader') || argument.includes('Vulkan');

/** Builds and serves the page, and measures in Chromium. `isHardware`: on the graphics card. */
export async function runVectors(request: VectorRequest, isHardware: boolean): Promise<VectorFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  const site = join(folder, 'site');
  mkdirSync(site);
  try {
    runProgram(process.execPath, ['bench/build-pages.mjs', site, 'bench/vectors/page/vectors.ts']);
    const server = await serveFolder(site);
    const args = chromiumArguments.filter((argument) => !isHardware || !isOfSoftware(argument));
    const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });
    try {
      const viewport = { width: request.width, height: request.height };
      const page = await browser.newPage({ viewport, deviceScaleFactor: 1 });
      page.setDefaultTimeout(0);
      page.on('pageerror', (error) => console.error(error.message));
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/vectors.html`);
      await page.waitForFunction(() => 'benchVectors' in window);
      return await page.evaluate((given) => window.benchVectors(given), request);
    } finally {
      await browser.close();
      server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
