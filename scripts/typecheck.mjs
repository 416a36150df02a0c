/** Type-checks each environment with its own tsconfig, two at a time: tests, workers, browser, Node, isomorphic code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The longest first. */
const configs = ['tests', 'browser', 'node', 'worker', 'isomorphic'];
const atATime = 2;
let failed = 0;

async function check(config) {
  const run = spawn('npx', ['tsc', '-p', `tsconfig.${config}.json`], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const [code] = await once(run, 'close');
  console.log(`types ${config}: ${code === 0 ? 'ok' : 'failed'}`);
  if (code !== 0) failed++;
}

async function checkNext() {
  for (let config = configs.shift(); config; config = configs.shift()) await check(config);
}

await Promise.all(Array.from({ length: atATime }, checkNext));
process.exit(failed === 0 ? 0 : 1);
