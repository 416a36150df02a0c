/**
 * Processes every point cloud below a folder with the built command line and lists how each run ended. A run must end
 * with products (exit code 0) or with one line that names file, reason and remedy (exit code 1).
 * Usage: node scripts/process-all.mjs FOLDER [CRS for files that name none]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const program = resolve(import.meta.dirname, '../bin/plumbline.mjs');
const timeoutMs = 300_000;
const [folder, crs = 'EPSG:32615+5703'] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node scripts/process-all.mjs FOLDER [CRS]');
  process.exit(2);
}

function run(file, extra) {
  const out = mkdtempSync(join(tmpdir(), 'plumbline-all-'));
  const args = [program, 'process', file, '--out', out, ...extra];
  const { status, signal, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: timeoutMs,
  });
  rmSync(out, { recursive: true, force: true });
  return { status: status ?? signal, line: stderr.trimEnd().split('\n').at(-1) };
}

const files = readdirSync(folder, { recursive: true })
  .filter((name) => /\.la[sz]$/i.test(name))
  .sort();
let bad = 0;
for (const name of files) {
  const file = join(folder, name);
  let result = run(file, []);
  if (/--crs/.test(result.line) && result.status === 1) result = run(file, ['--crs', crs]);
  const isAnswer = result.status === 0 || (result.status === 1 && !/fault of the program/.test(result.line));
  if (!isAnswer) bad++;
  console.log(
    `${isAnswer ? 'ok ' : 'BAD'} ${result.status} ${name}${result.status === 0 ? '' : `: ${result.line}`}`,
  );
}
console.log(`${files.length} files, ${bad} without a right answer or a typed error`);
process.exit(bad === 0 ? 0 : 1);
