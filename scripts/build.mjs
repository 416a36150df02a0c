/**
 * Builds everything: kernels to wasm/build, Node programs to dist/node, the page to dist/web.
 * Usage: node scripts/build.mjs [wasm|node|web …]   (all three when none is named)
 * PLUMBLINE_RELEASE_KEY: the public key (PEM) that licences of a release are signed for; other builds have none.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { buildWasm } from './build-wasm.mjs';
import { wgsl } from './vite-wgsl.mjs';

const nodeEntries = {
  cli: 'server/cli/main.ts',
  worker: 'workers/entry/node.ts',
  box: 'server/box-entry.ts',
  bench: 'bench/run.ts',
};

const nodeFolder = 'dist/node';
/** Parts of earlier builds stay this long, for programs that are running. */
const keepMs = 3_600_000;

/**
 * Moves a finished build in, each file in one step and the entries last, so that a program which starts meanwhile
 * finds the old build whole or the new one.
 */
async function moveIn(draft, target) {
  await mkdir(target, { recursive: true });
  const isEntry = (name) => Object.keys(nodeEntries).some((entry) => name === `${entry}.js`);
  const made = (await readdir(draft)).sort((a, b) => isEntry(a) - isEntry(b));
  for (const name of made) await rename(join(draft, name), join(target, name));
  for (const name of await readdir(target)) {
    if (made.includes(name)) continue;
    const path = join(target, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > keepMs) await rm(path, { recursive: true, force: true });
  }
}

async function buildNode() {
  const draft = `${nodeFolder}-${process.pid}`;
  try {
    await compileNode(draft);
    await moveIn(draft, nodeFolder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function compileNode(outDir) {
  const input = Object.fromEntries(Object.entries(nodeEntries).filter(([, path]) => existsSync(path)));
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [wgsl()],
    ssr: { noExternal: ['comlink'] },
    define: { __PLUMBLINE_RELEASE_KEY__: JSON.stringify(process.env.PLUMBLINE_RELEASE_KEY ?? '') },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
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
