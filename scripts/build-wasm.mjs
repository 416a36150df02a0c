/**
 * Compiles every kernel family `wasm/src/<name>.ts` to `wasm/build/<name>.wasm`.
 * Usage: node scripts/build-wasm.mjs [name…]   (all that are out of date when no name is given)
 */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import asc from 'assemblyscript/asc';

const source = 'wasm/src';
const target = 'wasm/build';

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

/** Compiles the named kernels, or all stale ones; throws with the compiler's words when one fails. */
export async function buildWasm(names) {
  mkdirSync(target, { recursive: true });
  const all = readdirSync(source)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'));
  const newest = newestSource(source);
  for (const name of names ?? all.filter((candidate) => !isFresh(candidate, newest))) {
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

if (import.meta.url === `file://${process.argv[1]}`) {
  await buildWasm(process.argv.length > 2 ? process.argv.slice(2) : undefined);
}
