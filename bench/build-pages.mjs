/**
 * Builds the pages of a bench that runs in a browser: for each program a page of its name that does nothing but run it.
 * Usage: node bench/build-pages.mjs OUT PROGRAM.ts…
 */
import { writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { wgsl } from '../scripts/vite-wgsl.mjs';

const [out = '', ...programs] = process.argv.slice(2);
const input = Object.fromEntries(programs.map((path) => [basename(path, '.ts'), resolve(path)]));

await build({
  configFile: false,
  root: dirname(resolve(programs[0] ?? '')),
  logLevel: 'error',
  plugins: [wgsl()],
  worker: { format: 'es', plugins: () => [wgsl()] },
  build: {
    outDir: resolve(out),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
  },
});

for (const name of Object.keys(input)) {
  writeFileSync(
    join(out, `${name}.html`),
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Bench: ${name}</title>
    <link rel="icon" href="data:," />
    <style>
      body { margin: 0; background: #000; }
      canvas { display: block; }
    </style>
  </head>
  <body>
    <script type="module" src="./${name}.js"></script>
  </body>
</html>
`,
  );
}
