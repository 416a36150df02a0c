/**
 * Builds everything: kernels to wasm/build, Node programs to dist/node, the page to dist/web.
 * Usage: node scripts/build.mjs [wasm|node|web …]   (all three when none is named)
 */
import { existsSync } from 'node:fs';
import { build } from 'vite';
import { buildWasm } from './build-wasm.mjs';
import { wgsl } from './vite-wgsl.mjs';

const nodeEntries = {
  cli: 'server/cli/main.ts',
  worker: 'workers/entry/node.ts',
  bench: 'bench/run.ts',
};

async function buildNode() {
  const input = Object.fromEntries(Object.entries(nodeEntries).filter(([, path]) => existsSync(path)));
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [wgsl()],
    ssr: { noExternal: ['comlink'] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'dist/node',
      emptyOutDir: true,
      sourcemap: true,
      rollupOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  console.log(`node ${Object.keys(input).join(' ')}`);
}

async function buildWeb() {
  await build({ logLevel: 'warn' });
  console.log('web');
}

const steps = { wasm: () => buildWasm(), node: buildNode, web: buildWeb };
const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(steps)) {
  const step = steps[name];
  if (!step) {
    console.error(`no build step "${name}": choose from ${Object.keys(steps).join(', ')}`);
    process.exit(2);
  }
  await step();
}
