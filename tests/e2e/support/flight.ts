import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simulationFiles } from '#server/pipeline/simulate/simulate-survey.ts';
import { runBuiltCli } from '../../support/cli.ts';
import type { DroppedFile } from './page.ts';

/** Few and small photos, high over the site: sufficient for every product, cheap to process. */
const options = '--altitude 200 --image-width 640 --gcps 5 --checkpoints 6 --lidar 0.5'.split(' ');

/** A simulated flight as a user's folder: its photos, control and checkpoints with marks, lidar. */
export async function flightFiles(): Promise<DroppedFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-e2e-flight-'));
  try {
    const run = await runBuiltCli('simulate', '--images', ...options, '--out', folder);
    if (run.code !== 0) throw new Error(`simulate ended with ${run.code}: ${run.error}`);
    const photos = (await readdir(join(folder, 'images'))).sort();
    const images = photos.map((name) => join('images', name));
    const paths = [...images, 'gcp_list.txt', 'checkpoints_marks.txt', simulationFiles.lidar];
    return await Promise.all(
      paths.map(async (path) => ({
        name: path.split(/[\\/]/).at(-1) ?? path,
        content: await readFile(join(folder, path)),
      })),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many points a file of marks names: one line per mark, the point's label last, after a line with the system. */
export function countPoints(files: readonly DroppedFile[], name: string): number {
  const text = files.find((file) => file.name === name)?.content.toString() ?? '';
  const [, ...marks] = text.trim().split(/\r?\n/);
  return new Set(marks.map((mark) => mark.trim().split(/\s+/).at(-1))).size;
}
