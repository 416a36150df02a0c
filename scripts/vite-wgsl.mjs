import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const shaderRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../shaders');
const importLine = /^[ \t]*#import[ \t]+"([^"]+)"[ \t]*;?[ \t]*$/gm;

/**
 * Reads a WGSL file and puts in the text of every `#import "common/x.wgsl"` line, each file once, imports
 * before importers. Paths count from the `shaders` folder.
 *
 * @param {string} path absolute path of the entry file
 * @returns {{ code: string, files: string[] }} the resolved text and every file it was made from
 */
export function resolveWgsl(path) {
  /** @type {string[]} */
  const files = [];
  /** @type {string[]} */
  const parts = [];
  /** @param {string} file @param {string[]} trail */
  const visit = (file, trail) => {
    if (trail.includes(file)) throw new Error(`WGSL import cycle: ${[...trail, file].join(' -> ')}`);
    if (files.includes(file)) return;
    const source = readFileSync(file, 'utf8');
    for (const match of source.matchAll(importLine))
      visit(resolve(shaderRoot, match[1] ?? ''), [...trail, file]);
    files.push(file);
    parts.push(source.replace(importLine, '').trim());
  };
  visit(resolve(path), []);
  return { code: `${parts.join('\n\n')}\n`, files };
}

/**
 * Vite plugin: a `.wgsl` module exports its resolved text as `code`.
 *
 * @returns {import('vite').Plugin}
 */
export function wgsl() {
  return {
    name: 'plumbline:wgsl',
    enforce: 'pre',
    load(id) {
      const path = id.split('?')[0] ?? id;
      if (!path.endsWith('.wgsl')) return null;
      const { code, files } = resolveWgsl(path);
      for (const file of files) this.addWatchFile(file);
      return { code: `export const code = ${JSON.stringify(code)};\n`, map: null, moduleType: 'js' };
    },
  };
}
