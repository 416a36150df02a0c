import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The folder that holds package.json, whether the code runs from its source or from `dist/node`. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('the installation has no package.json above its code');
    folder = parent;
  }
  return folder;
}

const root = findRoot();

/** The paths of this installation's parts. */
export const installation = {
  root,
  /** The built page, served to browsers. */
  web: join(root, 'dist', 'web'),
  workerEntry: pathToFileURL(join(root, 'dist', 'node', 'worker.js')),
  /** Program of the processes that read foreign files. */
  boxEntry: pathToFileURL(join(root, 'dist', 'node', 'box.js')),
  kernelFolder: pathToFileURL(join(root, 'wasm', 'build', '/')),
  migrations: join(root, 'server', 'db', 'migrations'),
} as const;
