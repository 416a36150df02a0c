/** Formatting and lint rules (biome), room boundaries, cycles and orphans (dependency-cruiser), values (value-rules.mjs), regular expressions (regex-rules.mjs), file lengths, locales. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const lineLimit = 600;
const shell = process.platform === 'win32';
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit', shell }).status === 0;

function checkLengths() {
  const listed = spawnSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.wgsl', '*.css'], {
    encoding: 'utf8',
    shell,
  });
  const long = listed.stdout
    .split('\n')
    .filter(Boolean)
    .flatMap((path) => {
      try {
        const lines = readFileSync(path, 'utf8').split('\n').length;
        return lines > lineLimit ? [`${path}: ${lines} lines, the limit is ${lineLimit}`] : [];
      } catch {
        return [];
      }
    });
  for (const line of long) console.error(line);
  return long.length === 0;
}

const checks = {
  biome: () => run('npx', ['biome', 'check', '--error-on-warnings', '.']),
  boundaries: () => run('npx', ['depcruise', '--config', 'scripts/boundaries.cjs', '.']),
  values: () => run('node', ['scripts/value-rules.mjs']),
  regexes: () => run('node', ['scripts/regex-rules.mjs']),
  lengths: checkLengths,
  locales: () => run('node', ['scripts/text.mjs', 'check']),
};

const failed = Object.entries(checks).filter(([name, check]) => {
  const passed = check();
  console.log(`lint ${name}: ${passed ? 'ok' : 'failed'}`);
  return !passed;
});
process.exit(failed.length === 0 ? 0 : 1);
