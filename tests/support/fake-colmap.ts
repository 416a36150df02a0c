import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { colmapFileNames } from '#domain/photogrammetry/exchange/colmap-text.ts';
import { writeColmapText } from '#domain/photogrammetry/exchange/write-colmap-text.ts';
import type { Reconstruction } from '#domain/photogrammetry/model/reconstruction.ts';

/** Its output of `-h`, and the results of its mapper and its converter. */
const program = `#!/usr/bin/env node
const { copyFileSync, mkdirSync } = require('node:fs');
const { join } = require('node:path');
const [step, ...args] = process.argv.slice(2);
const after = (name) => args[args.indexOf(name) + 1];
if (args[0] === '-h') {
  for (const option of ['SiftExtraction.use_gpu', 'SiftExtraction.max_image_size', 'SiftMatching.use_gpu'])
    console.log('  --' + option + ' arg');
}
else if (step === 'mapper') mkdirSync(join(after('--output_path'), '0'));
else if (step === 'model_converter')
  for (const name of ${JSON.stringify(Object.values(colmapFileNames))})
    copyFileSync(join(__dirname, name), join(after('--output_path'), name));
`;

/**
 * Writes a program called `colmap` to a folder (POSIX) that finds one model: a block's, in COLMAP's text format. The
 * photos of the block are those of the project, in their order.
 */
export async function installFakeColmap(folder: string, block: Reconstruction): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'colmap');
  await writeFile(path, program);
  await chmod(path, 0o755);
  const names = block.photos.map(({ photo }) => `${String(photo).padStart(6, '0')}.jpg`);
  const { cameras, images, points } = writeColmapText(block, names);
  for (const [name, pieces] of Object.entries({
    [colmapFileNames.cameras]: cameras,
    [colmapFileNames.images]: images,
    [colmapFileNames.points]: points,
  })) {
    await writeFile(join(folder, name), [...pieces].join(''));
  }
}
