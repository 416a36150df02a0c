/**
 * Builds the page of the vectors bench.
 * Usage: node bench/vectors/build-page.mjs OUT
 */
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { wgsl } from '../../scripts/vite-wgsl.mjs';

const root = join(import.meta.dirname, 'page');

await build({
  configFile: false,
  root,
  logLevel: 'error',
  plugins: [wgsl()],
  worker: { format: 'es', plugins: () => [wgsl()] },
  build: {
    outDir: resolve(process.argv[2] ?? ''),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: { input: [join(root, 'vectors.html')] },
  },
});
