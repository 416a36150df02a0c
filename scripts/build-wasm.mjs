/**
 * Compiles every kernel family `wasm/src/<name>.ts` to `wasm/build/<name>.wasm`.
 * Usage: node scripts/build-wasm.mjs [name…]   (all that are out of date when no name is given)
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const source = 'wasm/src';
const target = 'wasm/build';
const program = fileURLToPath(import.meta.url);

function newestSource(folder) {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestSource(path) : statSync(path).mtimeMs);
  }
  return newest;
}

function isFresh(name, newest) {
  const built = statSync(join(target, `${name}.wasm`), { throwIfNoEntry: false });
  return built !== undefined && built.mtimeMs > newest;
}

/** Compiles kernels one after the other; throws with the compiler's words when one fails. */
async function compile(names) {
  mkdirSync(target, { recursive: true });
  for (const name of names) {
    const args = [
      join(source, `${name}.ts`),
      '--outFile',
      join(target, `${name}.wasm`),
      '--optimizeLevel',
      '3',
      '--shrinkLevel',
      '0',
      '--converge',
      '--noAssert',
      '--enable',
      'simd',
      '--runtime',
      'minimal',
      '--exportRuntime',
    ];
    const { error, stderr } = await asc.main(args);
    if (error) throw new Error(`${name}.ts does not compile\n${stderr.toString()}`);
    console.log(`wasm ${name}`);
  }
}

/** Compiles all stale kernels, in a process a core, since the compiler has one thread. */
export async function buildWasm() {
  const newest = newestSource(source);
  const stale = readdirSync(source)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'))
    .filter((name) => !isFresh(name, newest));
  const lanes = Math.min(availableParallelism(), stale.length);
  if (lanes <= 1) return await compile(stale);
  const codes = await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const names = stale.filter((_name, index) => index % lanes === lane);
      const child = spawn(process.execPath, [program, ...names], { stdio: 'inherit' });
      const [code] = await once(child, 'exit');
      return code;
    }),
  );
  if (codes.some((code) => code !== 0)) throw new Error('not every kernel compiles');
}

if (process.argv[1] === program) {
  const names = process.argv.slice(2);
  await (names.length > 0 ? compile(names) : buildWasm());
}
