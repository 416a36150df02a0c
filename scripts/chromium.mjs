/**
 * Finds the browser that render tests and journeys use; installs one when there is none: Debian's package as
 * root, else Playwright's own build. PLUMBLINE_CHROMIUM names one to use instead.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/**
 * Arguments for a headless browser whose software adapter gives compute, canvas and screenshots; all three Vulkan and
 * ANGLE arguments are needed, and the others keep it off the network.
 */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
  '--use-angle=swiftshader',
];

const candidates = [
  process.env.PLUMBLINE_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  chromium.executablePath(),
];

const found = () => candidates.find((path) => path && existsSync(path));

function installDebianPackage() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('no Chromium found: installing the Debian package');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    stdio: 'inherit',
    env,
  });
}

function installPlaywrightBuild() {
  console.log("no Chromium found: installing Playwright's build");
  spawnSync('npx', ['playwright-core', 'install', 'chromium'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

/** Path of a Chromium or Chrome; throws when there is none and none can be installed. */
export function findChromium() {
  for (const install of [() => {}, installDebianPackage, installPlaywrightBuild]) {
    install();
    const path = found();
    if (path) return path;
  }
  throw new Error(
    'no Chromium or Chrome found and none could be installed; set PLUMBLINE_CHROMIUM to its path',
  );
}
