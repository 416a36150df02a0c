/**
 * Type-checks each environment with its own tsconfig, two at a time: tests, workers, browser, Node, isomorphic code.
 * The compiler is the native one, in a quarter of the time; `typescript` stays for tools that call its interface.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const compiler = fileURLToPath(new URL('../node_modules/typescript-native/bin/tsc', import.meta.url));
if (!existsSync(compiler)) {
  console.error('the type checker is not installed: npm ci');
  process.exit(1);
}

/** The longest first. */
const configs = ['tests', 'node', 'browser', 'isomorphic', 'worker'];
const atATime = 2;
let failed = 0;

async function check(config) {
  const args = [compiler, '-p', `tsconfig.${config}.json`, '--checkers', '1'];
  const run = spawn(process.execPath, args, { stdio: 'inherit' });
  const [code] = await once(run, 'close');
  console.log(`types ${config}: ${code === 0 ? 'ok' : 'failed'}`);
  if (code !== 0) failed++;
}

async function checkNext() {
  for (let config = configs.shift(); config; config = configs.shift()) await check(config);
}

await Promise.all(Array.from({ length: atATime }, checkNext));
process.exit(failed === 0 ? 0 : 1);
