/** Type-checks each environment with its own tsconfig: isomorphic code, workers, browser, Node, tests. */
import { spawnSync } from 'node:child_process';

const configs = ['isomorphic', 'worker', 'browser', 'node', 'tests'];
let failed = 0;
for (const config of configs) {
  const run = spawnSync('npx', ['tsc', '-p', `tsconfig.${config}.json`], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  console.log(`types ${config}: ${run.status === 0 ? 'ok' : 'failed'}`);
  if (run.status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
