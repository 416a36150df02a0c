/**
 * Builds the pages of a bench that runs in a browser.
 * Usage: node bench/build-pages.mjs OUT PAGE.html…
 */
import { dirname, resolve } from 'node:path';
import { build } from 'vite';
import { wgsl } from '../scripts/vite-wgsl.mjs';

const [out = '', ...pages] = process.argv.slice(2);
const input = pages.map((page) => resolve(page));

await build({
  configFile: false,
  root: dirname(input[0] ?? ''),
  logLevel: 'error',
  plugins: [wgsl()],
  worker: { format: 'es', plugins: () => [wgsl()] },
  build: {
    outDir: resolve(out),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: { input },
  },
});
