/**
 * Runs the render tests: builds their page, serves it on localhost, opens Chromium on its software adapter and compares
 * each case's image with its `expected.png`.
 *
 *   node tests/render/run.mjs [--update] [case…]
 *
 * The environment's `RENDER_REPORT` names a file that receives `{ passed, failed }`.
 * `--update` writes the expected images of the named cases (default all). `actual/` and `diff/` hold the images that
 * differed.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { build } from 'vite';
import { chromiumArguments, findChromium } from '../../scripts/chromium.mjs';
import { wgsl } from '../../scripts/vite-wgsl.mjs';

const here = import.meta.dirname;
const root = resolve(here, '../..');
/** A folder of this run's own, so that two runs never share one. */
const site = resolve(root, `node_modules/.cache/render-tests-${process.pid}`);
const caseTimeoutMs = 90_000;
/** A channel may differ by this much before its pixel counts as different. */
const channelTolerance = 12;

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

async function buildSite() {
  await build({
    configFile: false,
    root: join(here, 'page'),
    logLevel: 'error',
    plugins: [wgsl()],
    worker: { format: 'es', plugins: () => [wgsl()] },
    build: {
      outDir: site,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4000,
    },
  });
}

function serveSite() {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(site, path === '/' ? 'index.html' : path);
    if (!file.startsWith(site) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  return new Promise((done) => server.listen(0, 'localhost', () => done(server)));
}

/** Share of pixels that differ, and an image that marks them. */
async function compareImages(actual, expected) {
  const [a, b] = await Promise.all(
    [actual, expected].map((png) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) {
    return {
      share: 1,
      diff: null,
      detail: `size ${a.info.width}×${a.info.height}, expected ${b.info.width}×${b.info.height}`,
    };
  }
  const diff = Buffer.alloc(a.data.length);
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const away = Math.max(...[0, 1, 2].map((channel) => Math.abs(a.data[i + channel] - b.data[i + channel])));
    const isDifferent = away > channelTolerance;
    if (isDifferent) count++;
    diff.set(
      isDifferent ? [255, 0, 80, 255] : [a.data[i] >> 2, a.data[i + 1] >> 2, a.data[i + 2] >> 2, 255],
      i,
    );
  }
  const { width, height } = a.info;
  const picture = await sharp(diff, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const share = count / (width * height);
  return { share, diff: picture, detail: `${(share * 100).toFixed(3)} % of pixels differ` };
}

function save(folder, name, data) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), data);
}

async function judgeImage(name, report, isUpdate) {
  const folder = join(here, 'cases', name);
  const picture = Buffer.from(report.picture, 'base64');
  const expectedPath = join(folder, 'expected.png');
  save(join(here, 'actual'), `${name}.png`, picture);
  if (isUpdate) {
    writeFileSync(
      expectedPath,
      await sharp(picture).removeAlpha().png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer(),
    );
    return [];
  }
  if (!existsSync(expectedPath))
    return [`no expected.png; look at actual/${name}.png, then run with --update ${name}`];
  const { share, diff, detail } = await compareImages(picture, readFileSync(expectedPath));
  if (share <= report.tolerance) return [];
  if (diff) save(join(here, 'diff'), `${name}.png`, diff);
  return [`${detail}, at most ${report.tolerance * 100} % may; see actual/ and diff/${name}.png`];
}

/** A browser with the tests' page open, after the smoke test of its canvas. */
async function openPage(address) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    headless: true,
    args: chromiumArguments,
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      console.log(`    page: ${message.text()}`);
  });
  page.on('pageerror', (error) => console.log(`    page: ${error.message}`));
  await page.goto(address);
  await page.waitForFunction(() => 'renderTests' in window);
  const smoke = await page.evaluate(() => window.renderTests.smokeTest());
  if (smoke) throw new Error(`canvas smoke test: ${smoke}`);
  return { browser, page };
}

/** The page's report of a case, or null when it does not respond in time. */
async function askPage(page, name) {
  let timer;
  const deadline = new Promise((done) => {
    timer = setTimeout(() => done(null), caseTimeoutMs);
  });
  try {
    return await Promise.race([page.evaluate((id) => window.renderTests.runCase(id), name), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

async function judgeReport(name, report, isUpdate) {
  const problems = [...report.failures];
  for (const check of report.checks) {
    console.log(`    ${check.isOk ? 'ok' : 'FAILED'}  ${check.what}: ${check.detail}`);
    if (!check.isOk) problems.push(`${check.what}: ${check.detail}`);
  }
  if (report.picture) problems.push(...(await judgeImage(name, report, isUpdate)));
  if (!report.picture && report.checks.length === 0) problems.push('the case checks nothing');
  return problems;
}

/**
 * Runs the cases one by one, each in a browser of its own, so that no case inherits a lost device. A software adapter
 * on a busy machine occasionally stops responding: then the browser is replaced and the case rerun once, which is
 * printed.
 */
class Runner {
  #address;
  #open = null;

  constructor(address) {
    this.#address = address;
  }

  async page() {
    this.#open ??= await openPage(this.#address);
    return this.#open.page;
  }

  async close() {
    await this.#open?.browser.close();
    this.#open = null;
  }

  async #report(name) {
    for (const isLast of [false, true]) {
      const report = await askPage(await this.page(), name);
      if (report) return report;
      console.log(
        `    ${name}: no answer within ${caseTimeoutMs / 1000} s, ${isLast ? 'given up' : 'asking a new browser'}`,
      );
      await this.close();
    }
    throw new Error(`no answer within ${caseTimeoutMs / 1000} s, twice`);
  }

  async run(name, isUpdate) {
    const started = Date.now();
    let problems;
    try {
      problems = await judgeReport(name, await this.#report(name), isUpdate);
    } catch (error) {
      problems = [String(error?.message ?? error)];
    } finally {
      await this.close();
    }
    console.log(`${problems.length > 0 ? 'FAILED' : 'ok'}  ${name} (${Date.now() - started} ms)`);
    for (const problem of problems) console.log(`    ${problem}`);
    return problems.length === 0;
  }
}

async function main() {
  const options = process.argv.slice(2);
  const isUpdate = options.includes('--update');
  const wanted = options.filter((option) => !option.startsWith('--'));
  await buildSite();
  const server = await serveSite();
  const runner = new Runner(`http://localhost:${server.address().port}/`);
  try {
    const page = await runner.page();
    console.log(`render tests on ${findChromium()} ${page.context().browser().version()}, software adapter`);
    const names = (await page.evaluate(() => window.renderTests.names)).filter(
      (name) => wanted.length === 0 || wanted.includes(name),
    );
    let passed = 0;
    for (const name of names) if (await runner.run(name, isUpdate)) passed++;
    const failed = names.length - passed;
    if (process.env.RENDER_REPORT)
      writeFileSync(process.env.RENDER_REPORT, JSON.stringify({ passed, failed }));
    console.log(`${passed} passed, ${failed} failed`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    await runner.close();
    server.close();
    rmSync(site, { recursive: true, force: true });
  }
}

process.exitCode = await main().catch((error) => {
  console.error(error);
  if (process.env.RENDER_REPORT)
    writeFileSync(process.env.RENDER_REPORT, JSON.stringify({ passed: 0, failed: 1 }));
  console.log('0 passed, 1 failed');
  return 1;
});
