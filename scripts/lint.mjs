/** Formatting and lint rules (biome), room boundaries, cycles and orphans (dependency-cruiser), values (value-rules.mjs), regular expressions (regex-rules.mjs), file lengths, loose files of an area, locales. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { crowdedAreas } from './crowded-areas.mjs';

const lineLimit = 600;
const shell = process.platform === 'win32';
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit', shell }).status === 0;

const listed = spawnSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.wgsl', '*.css'], {
  encoding: 'utf8',
  shell,
});
const files = listed.stdout.split('\n').filter((path) => path !== '' && existsSync(path));

const longFiles = () =>
  files.flatMap((path) => {
    const lines = readFileSync(path, 'utf8').split('\n').length;
    return lines > lineLimit ? [`${path}: ${lines} lines, the limit is ${lineLimit}`] : [];
  });

function isEmpty(faults) {
  for (const line of faults) console.error(line);
  return faults.length === 0;
}

const checks = {
  biome: () => run('npx', ['biome', 'check', '--error-on-warnings', '.']),
  boundaries: () => run('npx', ['depcruise', '--config', 'scripts/boundaries.cjs', '.']),
  values: () => run('node', ['scripts/value-rules.mjs']),
  regexes: () => run('node', ['scripts/regex-rules.mjs']),
  lengths: () => isEmpty(longFiles()),
  areas: () => isEmpty(crowdedAreas(files)),
  locales: () => run('node', ['scripts/text.mjs', 'check']),
};

const failed = Object.entries(checks).filter(([name, check]) => {
  const passed = check();
  console.log(`lint ${name}: ${passed ? 'ok' : 'failed'}`);
  return !passed;
});
process.exit(failed.length === 0 ? 0 : 1);
