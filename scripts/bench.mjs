/**
 * Builds `bench/run.ts` and the kernels, then runs the benchmark table.
 * Usage: node scripts/bench.mjs [NAME…] [--json] [--quick] [--full] [--hardware] [--keep=FOLDER]
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build } from 'vite';
import { buildWasm } from './build-wasm.mjs';
import { wgsl } from './vite-wgsl.mjs';

const root = resolve(import.meta.dirname, '..');
process.chdir(root);

// Builders talk on standard output; `--json` must print JSON only.
console.log = console.error;

await buildWasm();
await build({
  configFile: false,
  root,
  logLevel: 'warn',
  plugins: [wgsl()],
  build: {
    ssr: true,
    outDir: 'dist/node',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: { bench: 'bench/run.ts', 'bench-attackers': 'bench/load/attackers.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'bench-[name]-[hash].js' },
    },
  },
});
const { status } = spawnSync(
  process.execPath,
  ['--expose-gc', 'dist/node/bench.js', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
